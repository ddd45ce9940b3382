import { useTranslation } from 'react-i18next'
import type { BankTopic, ImportAnswer, ImportRow } from '#contract/question-bank/question-bank.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { useLocalized } from '#src/core/i18n/use-localized.ts'

const TONES = { new: 'success', duplicate: 'neutral', error: 'error' } as const

type Props = { answer: ImportAnswer; topics: readonly BankTopic[] }

/** The preview of an import, row by row. Errors come first because somebody has to fix them. */
export const ImportRows = ({ answer, topics }: Props) => {
  const { t } = useTranslation('question-bank')
  const { counts, rows } = answer
  const order = ['error', 'new', 'duplicate']
  const sorted = rows.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state) || a.row - b.row)
  return (
    <section aria-label={t('import.rows')}>
      <p role="status" className="mb-2 text-sm text-ink-muted">
        {t('import.new', { count: counts.new })} · {t('import.errors', { count: counts.error })} ·{' '}
        {t('import.duplicates', { count: counts.duplicate })}
      </p>
      <ul
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        className="flex flex-col divide-y divide-line"
      >
        {sorted.map((row) => (
          <li key={row.row} className="py-3">
            <Row row={row} topic={topics.find(({ id }) => id === row.topic_id)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const Row = ({ row, topic }: { row: ImportRow; topic: BankTopic | undefined }) => {
  const { t } = useTranslation(['question-bank', 'shared/question-files'])
  const { local } = useLocalized()
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <span className="text-ink-muted">{t('import.row', { number: row.row })}</span>
        <Badge tone={TONES[row.state]}>{t(`import.state.${row.state}`)}</Badge>
        {topic && <span className="text-ink-muted">{local(topic.names)}</span>}
        {row.difficulty && <span className="text-ink-muted">{t(`difficulty.${row.difficulty}`)}</span>}
      </p>
      {row.prompt !== '' && (
        <p dir="auto" className="mt-1 line-clamp-2 font-medium">
          {row.prompt}
        </p>
      )}
      {row.issues.length > 0 && (
        <ul className="mt-1 text-sm">
          {row.issues.map(({ code, detail }) => (
            <li
              key={`${code}-${detail}`}
              className={row.state === 'error' ? 'text-error-text' : 'text-warning-text'}
            >
              {t(`shared/question-files:issue.${code}`)}{' '}
              {detail && <bdi className="break-words text-ink-muted">{detail}</bdi>}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
