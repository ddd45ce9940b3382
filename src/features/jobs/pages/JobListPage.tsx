import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useAfterInteractive } from '#src/core/after-interactive.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { useListFilters, type ListFilters } from '#src/core/lists/use-list-filters.ts'
import { paths } from '#src/core/paths.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { LARGE, useMediaQuery } from '#src/shared/lib/hooks/use-media-query.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Pagination } from '#src/shared/ui/Pagination.tsx'
import { facetsQuery, jobsQuery } from '../api/jobs.queries.ts'
import { JobCardRow } from '../components/JobCardRow.tsx'
import { FilterChips, JobFilters, JobFilterSheet } from '../components/JobFilters.tsx'
import { JobSearchBar } from '../components/JobSearchBar.tsx'
import { JOBS_PER_PAGE, jobListSchema, type JobListFilters } from '../model/job-filters.ts'

const SavedSearches = lazy(async () => ({
  default: (await import('../components/SavedSearches.tsx')).SavedSearches,
}))

type List = Omit<ListFilters<object>, 'filters' | 'change'> & {
  filters: JobListFilters
  change: (changes: Partial<JobListFilters>) => void
}

/** /jobs: the job board, with its filters in the address. */
export const JobListPage = () => {
  const { t } = useTranslation('jobs')
  const list: List = useListFilters(jobListSchema)
  const facets = useQuery(facetsQuery(useDeferredValue(list.filters))).data
  const isLarge = useMediaQuery(LARGE)
  const isLater = useAfterInteractive()
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const filterProps = { filters: list.filters, facets, onChange: list.change }
  return (
    <>
      <PageHeader
        title={t('list.title')}
        text={t('list.intro')}
        actions={
          <Link to={paths.jobApplications} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            {t('list.applications')}
          </Link>
        }
      />
      <div className="flex flex-col gap-4">
        <JobSearchBar
          filters={list.filters}
          onChange={list.change}
          onOpenFilters={() => setIsSheetOpen(true)}
        />
        <FilterChips {...filterProps} />
        {isLater && (
          <Suspense>
            <SavedSearches
              filters={list.filters}
              onShow={(filters) => list.change({ ...filters, page: 1, sort: list.filters.sort })}
            />
          </Suspense>
        )}
      </div>
      <div className="mt-6 lg:grid lg:grid-cols-[230px_minmax(0,1fr)] lg:gap-8">
        <aside aria-label={t('filter.title')} className="hidden lg:block">
          <div className="card p-4">{isLarge && <JobFilters {...filterProps} />}</div>
        </aside>
        <Results list={list} />
      </div>
      {isSheetOpen && <JobFilterSheet {...filterProps} onClose={() => setIsSheetOpen(false)} />}
    </>
  )
}

const Results = ({ list }: { list: List }) => {
  const { t } = useTranslation(['jobs', 'shared/list'])
  const query = useQuery(jobsQuery(useDeferredValue(list.filters)))
  const page = query.data
  return (
    <div className="min-w-0">
      {page && (
        <p role="status" className="mb-3 min-h-6 text-sm text-ink-muted">
          {t('list.count', { count: page.count })}
        </p>
      )}
      <ListStates
        rows={page?.results}
        query={query}
        texts={{
          loading: t('list.loading'),
          failed: t('list.failed'),
          empty: { title: t('list.empty'), text: t('list.emptyText') },
          none: t('list.none'),
        }}
        skeleton={{ rows: 5, className: 'h-40', list: 'flex flex-col gap-4' }}
        isNarrowed={list.isNarrowed}
        onClear={list.clear}
      >
        {(jobs) => (
          <ul
            aria-busy={query.isPlaceholderData}
            className={cx('flex flex-col gap-4', query.isPlaceholderData && 'opacity-60')}
          >
            {jobs.map((job) => (
              <JobCardRow key={job.id} job={job} />
            ))}
          </ul>
        )}
      </ListStates>
      <Pagination
        page={list.filters.page}
        pages={Math.ceil((page?.count ?? 0) / JOBS_PER_PAGE)}
        texts={{
          label: t('shared/list:pages'),
          previous: t('shared/list:previousPage'),
          next: t('shared/list:nextPage'),
          page: (number) => t('shared/list:page', { number }),
        }}
        onPage={(number) => {
          list.change({ page: number })
          window.scrollTo({ top: 0 })
        }}
      />
    </div>
  )
}
