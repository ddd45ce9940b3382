import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { AssessmentTotals } from '#contract/assessments/admin/results.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { Pagination } from '#src/shared/ui/Pagination.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { bandsQuery, resultsQuery } from '../../api/results.queries.ts'
import {
  bandChoices,
  filtersOf,
  isNarrowed,
  NO_FILTERS,
  RESULTS_PER_PAGE,
  writeFilters,
  type ResultFilters,
} from '../../model/result-filters.ts'
import { ExportButton } from './ExportButton.tsx'
import { FilterBar } from './FilterBar.tsx'
import { ResultTable } from './ResultTable.tsx'
import { Summary } from './Summary.tsx'

/** Attempts with filters that are kept in the URL. */
export const ResultList = ({ assessment }: { assessment: AssessmentTotals }) => {
  const { t } = useTranslation('assessments/admin/results')
  const online = useOnline()
  const [searchParams, setSearchParams] = useSearchParams()
  const filters = filtersOf(searchParams)
  const list = useQuery(resultsQuery(assessment.id, filters))
  const bands = useQuery({ ...bandsQuery(assessment.id), enabled: filters.band !== null })
  const applyFilters = (change: Partial<ResultFilters>) =>
    setSearchParams(
      {
        assessment: String(assessment.id),
        ...writeFilters({ ...filters, page: 1, ...change }),
      },
      { replace: change.page === undefined },
    )
  const isFiltered = isNarrowed(filters)
  return (
    <div className="flex flex-col gap-5">
      {list.data && list.data.summary.finished > 0 && (
        <Summary summary={list.data.summary} isFiltered={isFiltered} />
      )}
      <FilterBar
        filters={filters}
        bands={bandChoices(filters.band === null ? list.data?.summary.bands : bands.data, filters.band)}
        count={list.data?.count}
        onChange={applyFilters}
        actions={<ExportButton assessmentId={assessment.id} filters={filters} />}
      />
      <ListState
        items={list.data?.results}
        failed={list.isError}
        offline={!online}
        filtered={isFiltered}
        loadingLabel={t('list.loading')}
        skeleton={<Skeletons />}
        empty={{ title: t('list.empty'), text: t('list.emptyHint') }}
        emptyFiltered={{
          title: t('list.none'),
          clearLabel: t('filters.clear'),
          onClear: () => applyFilters({ ...NO_FILTERS, order: filters.order }),
        }}
        error={{ title: t('list.failed'), retryLabel: t('retry'), onRetry: () => void list.refetch() }}
        offlineMessage={{ title: t('offline') }}
      >
        {(rows) => <ResultTable rows={rows} />}
      </ListState>
      <Pagination
        page={filters.page}
        pages={Math.ceil((list.data?.count ?? 0) / RESULTS_PER_PAGE)}
        texts={{
          label: t('pages.label'),
          previous: t('pages.previous'),
          next: t('pages.next'),
          page: (number) => t('pages.page', { number }),
        }}
        onPage={(page) => applyFilters({ page })}
      />
    </div>
  )
}

const Skeletons = () => (
  <div className="flex flex-col gap-3">
    {[1, 2, 3, 4, 5].map((key) => (
      <Skeleton key={key} className="h-16 rounded-xl" />
    ))}
  </div>
)
