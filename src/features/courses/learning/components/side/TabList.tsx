import { useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#src/shared/lib/cx.ts'
import type { SideTab } from './side-context.ts'

export const tabId = (tab: SideTab) => `side-tab-${tab}`
export const panelId = (tab: SideTab) => `side-panel-${tab}`

type Props = { tabs: readonly SideTab[]; selected: SideTab; onSelect: (tab: SideTab) => void }

/** The tabs beside the lesson. Small on purpose: the shared tabs bring a library that a lesson's first view has no room for. */
export const TabList = ({ tabs, selected, onSelect }: Props) => {
  const { t } = useTranslation('courses/learning')
  const list = useRef<HTMLDivElement>(null)
  const select = (tab: SideTab | undefined) => {
    if (!tab) return
    onSelect(tab)
    list.current?.querySelector<HTMLElement>(`#${tabId(tab)}`)?.focus()
  }
  const handleKey = (event: KeyboardEvent) => {
    const target = tabForKey(event.key, tabs, selected)
    if (!target) return
    event.preventDefault()
    select(target)
  }
  return (
    <div ref={list} role="tablist" aria-label={t('side.label')} className="flex gap-1 border-b border-line">
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={tabId(tab)}
          aria-selected={tab === selected}
          aria-controls={panelId(tab)}
          tabIndex={tab === selected ? 0 : -1}
          className={cx(
            '-mb-px min-h-11 min-w-0 truncate border-b-2 px-3 text-sm font-semibold -outline-offset-2',
            tab === selected
              ? 'border-primary text-primary-text'
              : 'border-transparent text-ink-muted hover:text-ink',
          )}
          onClick={() => onSelect(tab)}
          onKeyDown={handleKey}
        >
          {t(`side.${tab}`)}
        </button>
      ))}
    </div>
  )
}

/** The tab that an arrow key, Home or End leads to, in the reading direction; undefined for any other key. */
const tabForKey = (key: string, tabs: readonly SideTab[], selected: SideTab): SideTab | undefined => {
  if (key === 'Home') return tabs[0]
  if (key === 'End') return tabs.at(-1)
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
  const isForward = (key === 'ArrowRight') === (document.documentElement.dir !== 'rtl')
  const index = tabs.indexOf(selected) + (isForward ? 1 : -1)
  return tabs[(index + tabs.length) % tabs.length]
}
