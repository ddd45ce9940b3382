import { useQuery } from '@tanstack/react-query'
import FileUp from 'lucide-react/icons/file-up'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
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
import { PackageImport } from '../components/import/PackageImport.tsx'

/** /admin/courses: the courses one may edit. */
export const BuilderCoursesPage = () => {
  const { t } = useTranslation('course-builder')
  const [address, setAddress] = useSearchParams()
  const filters = filtersOf(address)
  const courses = useQuery(coursesQuery(filters))
  const online = useOnline()
  const [creating, setCreating] = useState(false)
  const [importing, setImporting] = useState(false)
  const show = (change: Partial<typeof filters>) =>
    setAddress(writeFilters({ ...filters, page: 1, ...change }), { replace: change.page === undefined })
  const create = (
    <Button icon={<Plus aria-hidden="true" size={18} />} onClick={() => setCreating(true)}>
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
              onClick={() => setImporting(true)}
            >
              {t('list.import')}
            </Button>
            {create}
          </>
        }
      />
      <FilterBar filters={filters} counts={courses.data?.counts} onChange={show} />
      <ListState
        items={courses.data?.results}
        failed={courses.isError}
        offline={!online}
        filtered={filters.search.trim() !== '' || filters.status !== null}
        loadingLabel={t('list.loading')}
        skeleton={<RowSkeletons />}
        empty={{ title: t('list.empty'), text: t('list.emptyHint'), action: create }}
        emptyFiltered={{
          title: t('list.none'),
          clearLabel: t('list.clear'),
          onClear: () => show({ search: '', status: null }),
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
        onPage={(page) => show({ page })}
      />
      {creating && <NewCourseDialog open onClose={() => setCreating(false)} />}
      {importing && <PackageImport onClose={() => setImporting(false)} />}
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
