import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ImportOutcome, LinkImport } from '#contract/money/payment-links.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { RowTable, type Column } from '#src/shared/ui/content/RowTable.tsx'
import { Money } from '../components/Money.tsx'

type Row = LinkImport['rows'][number]

const TONES = {
  ready: 'info',
  created: 'success',
  known: 'neutral',
  wrong: 'error',
} as const satisfies Record<ImportOutcome, string>

/** What becomes of each row of a file, and what is wrong with it. */
export const ImportRows = ({ rows }: { rows: readonly Row[] }) => {
  const { t } = useTranslation('money/links')
  const columns = useMemo(
    (): Column<Row>[] => [
      {
        key: 'title',
        title: t('row.title'),
        names: true,
        cell: ({ title, link_id: id, email }) => (
          <span className="block min-w-0">
            {id === null ? (
              <bdi className="font-medium text-ink">{title || '–'}</bdi>
            ) : (
              <Link to={`?open=${id}`} className="font-medium text-primary-text hover:underline">
                <bdi>{title}</bdi>
              </Link>
            )}
            {email !== null && <bdi className="block truncate text-ink-muted">{email}</bdi>}
          </span>
        ),
      },
      { key: 'line', title: t('import.line'), cell: ({ line }) => line },
      {
        key: 'outcome',
        title: t('import.outcome'),
        wide: true,
        cell: ({ outcome, problems }) => (
          <span className="block min-w-0">
            <Badge tone={TONES[outcome]}>{t(`import.state.${outcome}`)}</Badge>
            {problems.map((problem) => (
              <span key={problem} className="mt-1 block text-error-text">
                {problem}
              </span>
            ))}
          </span>
        ),
      },
      {
        key: 'amount',
        title: t('row.amount'),
        end: true,
        cell: ({ amount_minor: minor, currency }) =>
          minor === null ? '–' : <Money minor={minor} currency={currency} isWhole />,
      },
    ],
    [t],
  )
  return <RowTable label={t('import.rows')} columns={columns} rows={rows} keyOf={({ line }) => line} />
}
