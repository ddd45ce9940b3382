import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { ResultRow } from '#contract/assessments/admin/results.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { useLocalized } from '#src/core/i18n/use-localized.ts'
import { LearnerName } from '../LearnerName.tsx'
import { RowTable, type Column } from '#src/shared/ui/content/RowTable.tsx'
import { IntegrityBadges, StateBadge } from './Badges.tsx'

/** One row per attempt. The link to it keeps the current filters for the way back. */
export const ResultTable = ({ rows }: { rows: readonly ResultRow[] }) => {
  const { t } = useTranslation('assessments/admin/results')
  const { language, number, percent } = useLocalized()
  const [searchParams] = useSearchParams()
  const attemptPath = (attemptId: string) => {
    const target = new URLSearchParams(searchParams)
    target.set('attempt', attemptId)
    return `${adminPaths.results}?${target.toString()}`
  }
  const emptyCell = <span className="text-ink-muted">–</span>
  const columns: Column<ResultRow>[] = [
    {
      key: 'learner',
      title: t('row.learner'),
      names: true,
      cell: (row) => <LearnerName learner={row.learner} to={attemptPath(row.attempt_id)} />,
    },
    {
      key: 'state',
      title: t('row.state'),
      cell: (row) => (
        <span className="flex flex-col items-end gap-1 @3xl:items-start">
          <StateBadge row={row} />
          <span className="text-xs text-ink-muted">
            {formatDate(row.finished_at ?? row.started_at, language, { time: true })}
          </span>
        </span>
      ),
    },
    {
      key: 'score',
      title: t('row.score'),
      end: true,
      cell: (row) =>
        row.percent === null ? (
          <span className="text-ink-muted">
            {t('row.answered', { answered: number(row.answered), questions: number(row.questions) })}
          </span>
        ) : (
          <span>
            <strong className="font-semibold">{percent(row.percent)}</strong>
            <span className="block text-xs text-ink-muted">
              {t('row.right', { right: number(row.right ?? 0), questions: number(row.questions) })}
            </span>
          </span>
        ),
    },
    {
      key: 'percentile',
      title: t('row.percentile'),
      end: true,
      cell: (row) => (row.percentile === null ? emptyCell : number(row.percentile, 1)),
    },
    {
      key: 'band',
      title: t('row.band'),
      end: true,
      cell: (row) => {
        if (row.scholarship_percent === null) return emptyCell
        return row.scholarship_percent === 0 ? t('band.none') : percent(row.scholarship_percent)
      },
    },
    { key: 'integrity', title: t('row.noted'), cell: (row) => <IntegrityBadges row={row} /> },
  ]
  return <RowTable label={t('list.label')} columns={columns} rows={rows} keyOf={(row) => row.attempt_id} />
}
