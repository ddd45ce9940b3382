import { useTranslation } from 'react-i18next'
import type { ScormResult } from '#contract/grading/scorm-results.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate, formatDuration, formatNumber } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { RowTable, type Column } from '#src/shared/ui/content/RowTable.tsx'

const TONES = {
  not_attempted: 'neutral',
  incomplete: 'info',
  completed: 'success',
  passed: 'success',
  failed: 'warning',
} as const

/** One row per learner. */
export const ResultTable = ({ rows }: { rows: readonly ScormResult[] }) => {
  const { t } = useTranslation('grading/lessons')
  const language = useLanguage()
  const none = <span className="text-ink-muted">–</span>
  // At least one minute: a few seconds count as a visit, too.
  const time = (seconds: number) => formatDuration(Math.max(1, Math.round(seconds / 60)), language)
  const columns: Column<ScormResult>[] = [
    {
      key: 'learner',
      title: t('row.learner'),
      names: true,
      cell: ({ learner }) => (
        <span className="block min-w-0">
          <bdi className="font-medium break-words text-ink">{learner.name}</bdi>
          {learner.email !== null && (
            <span className="block text-sm break-all text-ink-muted">
              <bdi>{learner.email}</bdi>
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'status',
      title: t('row.status'),
      cell: ({ status }) => <Badge tone={TONES[status]}>{t(`status.${status}`)}</Badge>,
    },
    {
      key: 'score',
      title: t('row.score'),
      end: true,
      cell: ({ percent }) =>
        percent === null ? (
          none
        ) : (
          <strong className="font-semibold">
            {t('percent', { percent: formatNumber(percent, language) })}
          </strong>
        ),
    },
    {
      key: 'time',
      title: t('row.time'),
      end: true,
      cell: ({ seconds }) => (seconds === 0 ? none : <span>{time(seconds)}</span>),
    },
    {
      key: 'attempts',
      title: t('row.attempts'),
      end: true,
      cell: ({ attempts }) => (attempts === 0 ? none : <span>{formatNumber(attempts, language)}</span>),
    },
    {
      key: 'last',
      title: t('row.last'),
      end: true,
      cell: ({ last_used_at: last }) =>
        last === null ? none : <span>{formatDate(last, language, { time: true })}</span>,
    },
  ]
  return <RowTable label={t('list.label')} columns={columns} rows={rows} keyOf={(row) => row.learner.id} />
}
