import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { localeOf } from '#src/shared/lib/format.ts'
import { isCountedOut, type Row, type Section } from '../model/sections.ts'
import { ResultRow } from './ResultRow.tsx'
import type { useActiveRow } from './use-active-row.ts'

type Props = {
  sections: readonly Section[]
  text: string
  /** Which option is active, and what moves it. */
  options: ReturnType<typeof useActiveRow>
  onOpen: (row: Row, event: { preventDefault: () => void }) => void
}

/** The list of the combobox: groups with their name and how many there are. */
export const ResultList = ({ sections, text, options, onOpen }: Props) => {
  const { t } = useTranslation('search')
  return (
    <div id={options.listId} role="listbox" aria-label={t('results')} className="flex flex-col gap-4">
      {sections.map((section) => (
        <div key={section.key} role="group" aria-labelledby={`${options.listId}-${section.key}`}>
          <Heading id={`${options.listId}-${section.key}`} section={section} />
          {section.rows.map((row) => (
            <ResultRow
              key={row.key}
              row={row}
              id={options.idOf(row)}
              text={text}
              isActive={row === options.active}
              onActive={() => options.setActive(row)}
              onOpen={onOpen}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

const Heading = ({ id, section: { key, count } }: { id: string; section: Section }) => {
  const { t } = useTranslation('search')
  const language = useLanguage()
  const shown = count === null ? null : new Intl.NumberFormat(localeOf(language)).format(count)
  return (
    <div
      id={id}
      role="presentation"
      className="flex items-baseline gap-2 px-3 pb-1 text-sm font-semibold text-ink-muted"
    >
      {key === 'recent' || key === 'saved' ? t(key) : t(`groups.${key}`)}
      {shown !== null && (
        <span className="text-xs font-normal tabular-nums">
          {isCountedOut(count ?? 0) ? t('more', { shown }) : shown}
        </span>
      )}
    </div>
  )
}
