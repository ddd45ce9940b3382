import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { SearchGroup } from '#contract/search/search.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { useResults } from '../api/use-results.ts'
import type { Row } from '../model/sections.ts'
import { ResultList } from './ResultList.tsx'
import { ResultStates } from './ResultStates.tsx'
import { SearchInput } from './SearchInput.tsx'
import { useActiveRow } from './use-active-row.ts'

type Props = {
  text: string
  onText: (text: string) => void
  group?: SearchGroup | null
  author?: string | null
  /** A result was opened. */
  onLeave?: () => void
  ref?: Ref<HTMLInputElement>
  /** In a panel the list scrolls below the field; on a page it is part of the page. */
  isPanel?: boolean
}

/** The search field and its list: a combobox, in the panel and on the page. */
export const SearchBox = ({ text, onText, isPanel = false, onLeave, ref, ...only }: Props) => {
  const results = useResults({ text, group: only.group ?? null, author: only.author ?? null })
  const { sections, state } = results
  const options = useActiveRow(sections, results.isStale)
  const hasRows = sections.length > 0
  const leave = () => onLeave?.()
  const open = (row: Row, event: { preventDefault: () => void }) => {
    if (row.kind === 'recent') {
      event.preventDefault()
      onText(row.text)
      return
    }
    results.remember()
    leave()
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <SearchInput
        ref={ref}
        text={text}
        onText={onText}
        isPanel={isPanel}
        listId={hasRows ? options.listId : null}
        activeId={hasRows ? options.activeId : undefined}
        onKeyDown={options.onKeyDown}
      />
      <div className={cx('min-h-0 flex-1', isPanel ? 'overflow-y-auto p-2 pt-3' : 'mt-5')}>
        {hasRows ? (
          <>
            <Notes results={results} />
            <ResultList sections={sections} text={text} options={options} onOpen={open} />
          </>
        ) : (
          <ResultStates results={results} text={text} onLeave={leave} />
        )}
        {state === 'idle' && hasRows && <ForgetButton onPress={results.forgetRecent} />}
      </div>
    </div>
  )
}

/** How much was found, for screen readers, and that it is only what the device has. */
const Notes = ({ results }: { results: ReturnType<typeof useResults> }) => {
  const { t } = useTranslation('search')
  const count = results.sections.reduce((sum, section) => sum + (section.count ?? 0), 0)
  return (
    <div role="status">
      {!results.isOnline && <p className="mb-3 px-3 text-sm text-ink-muted">{t('offline')}</p>}
      {results.state === 'ready' && !results.isStale && (
        <span className="sr-only">{t('found', { count })}</span>
      )}
    </div>
  )
}

const ForgetButton = ({ onPress }: { onPress: () => void }) => {
  const { t } = useTranslation('search')
  return (
    <Button variant="ghost" size="sm" className="mt-2" onClick={onPress}>
      {t('clearRecent')}
    </Button>
  )
}
