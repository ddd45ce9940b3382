import { useQuery } from '@tanstack/react-query'
import FileUp from 'lucide-react/icons/file-up'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { courseStatuses, type CourseStatus } from '#contract/course-builder/course-builder.ts'
import { FilterSelect } from '#src/core/lists/FilterSelect.tsx'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { COURSES_PER_PAGE, coursesQuery } from '../api/builder.queries.ts'
import { CourseRow } from '../components/list/CourseRow.tsx'
import { NewCourseDialog } from '../components/list/NewCourseDialog.tsx'
import { COURSE_FILTERS } from '../model/list-filters.ts'
import { PackageImport } from '../components/import/PackageImport.tsx'

/** /admin/courses: the courses that this person can edit. */
export const BuilderCoursesPage = () => {
  const { t } = useTranslation('course-builder')
  const list = useListFilters(COURSE_FILTERS)
  const courses = useQuery(coursesQuery(list.filters))
  const [dialog, setDialog] = useState<'create' | 'import' | null>(null)
  const close = () => setDialog(null)
  const createButton = (
    <Button icon={<Plus aria-hidden="true" size={18} />} onClick={() => setDialog('create')}>
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
              onClick={() => setDialog('import')}
            >
              {t('list.import')}
            </Button>
            {createButton}
          </>
        }
      />
      <ListShell
        list={list}
        query={courses}
        page={courses.data}
        perPage={COURSES_PER_PAGE}
        search={t('list.search')}
        searchClassName="grow sm:max-w-md"
        filters={
          <StatusFilter
            status={list.filters.status}
            counts={courses.data?.counts}
            onChange={(status) => list.change({ status })}
          />
        }
        texts={{
          loading: t('list.loading'),
          failed: t('list.error'),
          empty: { title: t('list.empty'), text: t('list.emptyHint'), action: createButton },
          none: t('list.none'),
        }}
        skeleton={{ rows: 4, className: 'h-28' }}
      >
        {(rows) => (
          <ul className="flex flex-col gap-3">
            {rows.map((course) => (
              <li key={course.id}>
                <CourseRow course={course} now={courses.dataUpdatedAt} />
              </li>
            ))}
          </ul>
        )}
      </ListShell>
      {dialog === 'create' && <NewCourseDialog open onClose={close} />}
      {dialog === 'import' && <PackageImport onClose={close} />}
    </>
  )
}

type StatusProps = {
  status: CourseStatus | null
  counts: Record<CourseStatus, number> | undefined
  onChange: (status: CourseStatus | null) => void
}

const StatusFilter = ({ status, counts, onChange }: StatusProps) => {
  const { t } = useTranslation('course-builder')
  return (
    <FilterSelect
      label={t('list.status')}
      className="sm:w-64"
      all={t('list.all')}
      value={status}
      options={courseStatuses.map((value) => ({
        value,
        label: counts
          ? t('list.statusCount', { status: t(`status.${value}`), number: counts[value] })
          : t(`status.${value}`),
      }))}
      onChange={onChange}
    />
  )
}
