import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { GOAL_PERCENT, percentOf } from '#contract/attendance/rules.ts'
import type { ClassRow } from '#contract/attendance/sheets.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { adminPaths } from '#src/core/admin-paths.ts'
import { formatDate, formatPercent } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { classesQuery } from '../api/sheets.queries.ts'

/** Courses with classes, and how well they are attended. */
export const ClassList = () => {
  const { t } = useTranslation('attendance/admin')
  const query = useQuery(classesQuery())
  return (
    <ListStates
      rows={query.data?.classes}
      query={query}
      texts={{
        loading: t('classes.loading'),
        failed: t('classes.failed'),
        empty: { title: t('classes.empty'), text: t('classes.emptyText') },
      }}
      skeleton={{ rows: 4, className: 'h-32', list: 'grid gap-3 md:grid-cols-2' }}
    >
      {(rows) => (
        <ul className="grid gap-3 md:grid-cols-2">
          {rows.map((row) => (
            <li key={row.course?.id ?? 'none'}>
              <ClassCard row={row} />
            </li>
          ))}
        </ul>
      )}
    </ListStates>
  )
}

const ClassCard = ({ row }: { row: ClassRow }) => {
  const { t } = useTranslation('attendance/admin')
  const language = useLanguage()
  const percent = percentOf(row.counts)
  const shown = percent === null ? '–' : formatPercent(percent / 100, language)
  const facts = [
    t('classes.sessions', { count: row.sessions }),
    row.learners > 0 && t('classes.learners', { count: row.learners }),
    row.last_at && t('classes.last', { day: formatDate(row.last_at, language) }),
  ].filter((part) => typeof part === 'string')
  return (
    <Link
      to={adminPaths.sheet(row.course?.id ?? 'none')}
      className="flex h-full flex-col gap-3 card card-link p-4 sm:p-5"
    >
      <span className="flex items-baseline justify-between gap-3">
        <bdi className="min-w-0 text-lg font-semibold text-ink">
          {row.course?.title ?? t('classes.noCourse')}
        </bdi>
        <span className="text-xl font-bold tabular-nums text-ink">{shown}</span>
      </span>
      <Progress
        size="sm"
        value={percent ?? 0}
        tone={percent !== null && percent >= GOAL_PERCENT ? 'success' : 'primary'}
        label={t('classes.attended')}
        valueText={shown}
      />
      <span className="text-sm text-ink-muted">{facts.join(' · ')}</span>
      {(row.below > 0 || row.open_disputes > 0) && (
        <span className="flex flex-wrap gap-2">
          {row.below > 0 && <Badge tone="warning">{t('classes.below', { count: row.below })}</Badge>}
          {row.open_disputes > 0 && (
            <Badge tone="primary">{t('classes.disputes', { count: row.open_disputes })}</Badge>
          )}
        </span>
      )}
    </Link>
  )
}
