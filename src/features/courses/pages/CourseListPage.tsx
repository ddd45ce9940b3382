import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { CourseProgress } from '#contract/courses.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { useAppDispatch, useAppSelector } from '#src/core/store/hooks.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { ListState } from '#src/shared/ui/ListState.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Pagination } from '#src/shared/ui/Pagination.tsx'
import { learningHomeQuery } from '../api/learning-home.queries.ts'
import { COURSE_GRID, CourseCard, CourseCardSkeletons } from '../components/CourseCard.tsx'
import { CourseFilterBar } from '../components/CourseFilterBar.tsx'
import { addressOf, COURSES_PER_PAGE, filtersFrom, isFiltered, noFilters } from '../model/course-filters.ts'
import type { CourseFilters } from '../model/course-filters.ts'
import { loadCourses, selectCourseList } from '../model/courses-slice.ts'

/** /courses: the catalogue, its filters in the address. */
export const CourseListPage = () => {
  const { t } = useTranslation('courses')
  const [address, setAddress] = useSearchParams()
  const filters = filtersFrom(address)
  const key = addressOf(filters).toString()
  const dispatch = useAppDispatch()
  const list = useAppSelector(selectCourseList)
  const home = useQuery(learningHomeQuery())
  const online = useOnline()

  const reload = () => void dispatch(loadCourses(filters))
  useEffect(() => {
    const reading = dispatch(loadCourses(filtersFrom(new URLSearchParams(key))))
    return () => reading.abort()
  }, [dispatch, key])

  const show = (next: CourseFilters, typed: boolean) => setAddress(addressOf(next), { replace: typed })
  const standing = new Map<number, CourseProgress>(
    home.data?.courses.map((progress) => [progress.course_id, progress]),
  )
  const stale = list.key !== key
  return (
    <>
      <PageHeader title={t('list.title')} text={t('list.intro')} />
      <CourseFilterBar filters={filters} onChange={show} />
      <ListState
        items={list.page?.results}
        failed={list.status === 'failed'}
        offline={!online || list.failure === 'offline'}
        filtered={isFiltered(filters) || filters.page > 1}
        loadingLabel={t('list.loading')}
        skeleton={<CourseCardSkeletons count={6} />}
        empty={{ title: t('list.empty'), text: t('list.emptyHint') }}
        emptyFiltered={{
          title: t('list.noResults'),
          text: t('list.noResultsHint'),
          clearLabel: t('list.clear'),
          onClear: () => show(noFilters, false),
        }}
        error={{ title: t('list.error'), retryLabel: t('list.retry'), onRetry: reload }}
        offlineMessage={{ title: t('list.offline') }}
      >
        {(courses) => (
          <>
            <p role="status" className="mb-3 text-sm text-ink-muted">
              {t('list.count', { count: list.page?.count ?? 0 })}
            </p>
            <ul aria-busy={stale} className={cx(COURSE_GRID, stale && 'opacity-60')}>
              {courses.map((course) => (
                <CourseCard key={course.id} course={course} progress={standing.get(course.id)} />
              ))}
            </ul>
          </>
        )}
      </ListState>
      <Pagination
        page={filters.page}
        pages={Math.ceil((list.page?.count ?? 0) / COURSES_PER_PAGE)}
        texts={{
          label: t('list.pages'),
          previous: t('list.previousPage'),
          next: t('list.nextPage'),
          page: (page) => t('list.page', { page }),
        }}
        onPage={(page) => {
          show({ ...filters, page }, false)
          window.scrollTo({ top: 0 })
        }}
      />
    </>
  )
}
