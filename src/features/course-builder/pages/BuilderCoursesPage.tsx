import { useQuery } from '@tanstack/react-query'
import FileUp from 'lucide-react/icons/file-up'
import Plus from 'lucide-react/icons/plus'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { courseStatuses } from '#contract/course-builder/course-builder.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Pagination } from '#src/shared/ui/Pagination.tsx'
import { SearchField } from '#src/shared/ui/forms/SearchField.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { COURSES_PER_PAGE, coursesQuery } from '../api/builder.queries.ts'
import { CourseRow } from '../components/list/CourseRow.tsx'
import { NewCourseDialog } from '../components/list/NewCourseDialog.tsx'
import { filtersOf, writeFilters } from '../model/list-filters.ts'

const PackageImport = lazy(() =>
  import('../components/import/PackageImport.tsx').then((module) => ({ default: module.PackageImport })),
)

/** /admin/courses: the courses that this person can edit. */
export const BuilderCoursesPage = () => {
  const { t } = useTranslation('course-builder')
  const [searchParams, setSearchParams] = useSearchParams()
  const filters = filtersOf(searchParams)
  const courses = useQuery(coursesQuery(filters))
  const online = useOnline()
  const [isCreating, setIsCreating] = useState(false)
  const [isImporting, setIsImporting] = useState(false)
  const applyFilters = (change: Partial<typeof filters>) =>
    setSearchParams(writeFilters({ ...filters, page: 1, ...change }), { replace: change.page === undefined })
  const createButton = (
    <Button icon={<Plus aria-hidden="true" size={18} />} onClick={() => setIsCreating(true)}>
      {t('list.create')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('list.title')}
        text={t('list.intro')}
        actions={
          <>
            <Button
              variant="secondary"
              icon={<FileUp aria-hidden="true" size={18} />}
              onClick={() => setIsImporting(true)}
            >
              {t('list.import')}
            </Button>
            {createButton}
          </>
        }
      />
      <FilterBar filters={filters} counts={courses.data?.counts} onChange={applyFilters} />
      <ListState
        items={courses.data?.results}
        failed={courses.isError}
        offline={!online}
        filtered={filters.search.trim() !== '' || filters.status !== null}
        loadingLabel={t('list.loading')}
        skeleton={<RowSkeletons />}
        empty={{ title: t('list.empty'), text: t('list.emptyHint'), action: createButton }}
        emptyFiltered={{
          title: t('list.none'),
          clearLabel: t('list.clear'),
          onClear: () => applyFilters({ search: '', status: null }),
        }}
        error={{
          title: t('list.error'),
          retryLabel: t('action.retry'),
          onRetry: () => void courses.refetch(),
        }}
        offlineMessage={{ title: t('list.offline') }}
      >
        {(items) => (
          <ul className="flex flex-col gap-3">
            {items.map((course) => (
              <li key={course.id}>
                <CourseRow course={course} now={courses.dataUpdatedAt} />
              </li>
            ))}
          </ul>
        )}
      </ListState>
      <Pagination
        page={filters.page}
        pages={Math.ceil((courses.data?.count ?? 0) / COURSES_PER_PAGE)}
        texts={{
          label: t('list.pages'),
          previous: t('list.previousPage'),
          next: t('list.nextPage'),
          page: (number) => t('list.page', { page: number }),
        }}
        onPage={(page) => applyFilters({ page })}
      />
      {isCreating && <NewCourseDialog open onClose={() => setIsCreating(false)} />}
      {isImporting && (
        <Suspense fallback={null}>
          <PackageImport onClose={() => setIsImporting(false)} />
        </Suspense>
      )}
    </>
  )
}

type Filters = ReturnType<typeof filtersOf>
type BarProps = {
  filters: Filters
  counts: Record<(typeof courseStatuses)[number], number> | undefined
  onChange: (change: Partial<Filters>) => void
}

const FilterBar = ({ filters, counts, onChange }: BarProps) => {
  const { t } = useTranslation('course-builder')
  const label = (status: (typeof courseStatuses)[number]) =>
    counts
      ? t('list.statusCount', { status: t(`status.${status}`), number: counts[status] })
      : t(`status.${status}`)
  return (
    <div role="search" className="mb-5 flex flex-col gap-3 sm:flex-row">
      <SearchField
        label={t('list.search')}
        className="grow sm:max-w-md"
        value={filters.search}
        onChange={(search) => onChange({ search })}
      />
      <Field label={t('list.status')} className="sm:w-64">
        {(control) => (
          <Select
            {...control}
            value={filters.status ?? 'all'}
            options={[
              { value: 'all', label: t('list.all') },
              ...courseStatuses.map((status) => ({ value: status, label: label(status) })),
            ]}
            onChange={(status) => onChange({ status: status === 'all' ? null : status })}
          />
        )}
      </Field>
    </div>
  )
}

const RowSkeletons = () => (
  <div className="flex flex-col gap-3">
    {[1, 2, 3, 4].map((key) => (
      <Skeleton key={key} className="h-28 rounded-xl" />
    ))}
  </div>
)
