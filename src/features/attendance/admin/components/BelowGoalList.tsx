import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { PAGE_SIZE_DEFAULT } from '#contract/common.ts'
import { heldOf, percentOf, sessionsToGoal } from '#contract/attendance/rules.ts'
import type { BelowGoalRow } from '#contract/attendance/sheets.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { formatDate, formatPercent } from '#src/shared/lib/format.ts'
import { RowTable, type Column } from '#src/shared/ui/content/RowTable.tsx'
import { belowGoalQuery } from '../api/sheets.queries.ts'
import { BELOW_FILTERS } from '../model/list-filters.ts'

/** Learners below 75% after five classes. Each is warned once in a course. */
export const BelowGoalList = () => {
  const { t } = useTranslation('attendance/admin')
  const list = useListFilters(BELOW_FILTERS)
  const query = useQuery(belowGoalQuery(list.filters))
  return (
    <ListShell
      list={list}
      query={query}
      page={query.data}
      perPage={PAGE_SIZE_DEFAULT}
      search={t('below.search')}
      countText={(count) => t('below.count', { count })}
      texts={{
        loading: t('below.loading'),
        failed: t('below.failed'),
        empty: { title: t('below.empty'), text: t('below.emptyText') },
        none: t('below.none'),
      }}
      skeleton={{ rows: 4, className: 'h-16' }}
    >
      {(rows) => <BelowTable rows={rows} />}
    </ListShell>
  )
}

const BelowTable = ({ rows }: { rows: readonly BelowGoalRow[] }) => {
  const { t } = useTranslation('attendance/admin')
  const language = useLanguage()
  const columns = useMemo(
    (): Column<BelowGoalRow>[] => [
      {
        key: 'learner',
        title: t('grid.learner'),
        names: true,
        cell: ({ learner }) => <bdi className="font-medium text-ink">{learner.name}</bdi>,
      },
      {
        key: 'course',
        title: t('below.course'),
        cell: ({ course }) => (
          <Link to={adminPaths.sheet(course.id)} className="text-primary-text hover:underline">
            <bdi>{course.title}</bdi>
          </Link>
        ),
      },
      {
        key: 'percent',
        title: t('below.percent'),
        end: true,
        cell: ({ counts }) => formatPercent((percentOf(counts) ?? 0) / 100, language),
      },
      { key: 'held', title: t('below.held'), end: true, cell: ({ counts }) => heldOf(counts) },
      { key: 'needed', title: t('below.needed'), end: true, cell: ({ counts }) => sessionsToGoal(counts) },
      {
        key: 'warned',
        title: t('below.warned'),
        cell: ({ warned_at: at }) => (at ? formatDate(at, language) : t('below.notYet')),
      },
    ],
    [t, language],
  )
  return (
    <RowTable
      label={t('tabs.below')}
      columns={columns}
      rows={rows}
      keyOf={({ learner, course }) => `${learner.id}-${course.id}`}
    />
  )
}
