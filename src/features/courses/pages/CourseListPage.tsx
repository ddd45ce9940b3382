import { useQuery } from '@tanstack/react-query'
import { memo, useCallback, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import type { CourseProgress } from '#contract/courses/shapes.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { useAppDispatch, useAppSelector } from '#src/core/store/hooks.ts'
import { afterPaint } from '#src/shared/lib/after-paint.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { LARGE, useMediaQuery } from '#src/shared/lib/hooks/use-media-query.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Pagination } from '#src/shared/ui/Pagination.tsx'
import { facetsQuery } from '../api/catalogue.queries.ts'
import { learningHomeQuery } from '../api/learning-home.queries.ts'
import { ActiveFilters } from '../components/catalogue/ActiveFilters.tsx'
import { COURSE_GRID, CourseCard, CourseCardSkeletons } from '../components/catalogue/CourseCard.tsx'
import { CourseFilterBar } from '../components/catalogue/CourseFilterBar.tsx'
import { FilterPanel } from '../components/catalogue/FilterPanel.tsx'
import {
  toSearchParams,
  COURSES_PER_PAGE,
  parseFilters,
  isFiltered,
  noFilters,
  toListRequest,
} from '../model/course-filters.ts'
import type { CourseFilters } from '../model/course-filters.ts'
import { loadCourses, selectCourseList } from '../model/courses-slice.ts'
import { useRetryWhenOnline } from '../model/use-retry-when-online.ts'
import { FilterSheet } from '../components/catalogue/FilterSheet.tsx'

/** /courses: the catalogue, with its filters in the URL. */
export const CourseListPage = () => {
  const { t } = useTranslation(['courses', 'courses/catalogue'])
  const [searchParams, setSearchParams] = useSearchParams()
  const [filters, choose] = useOptimisticFilters(parseFilters(searchParams))
  // A choice is visible immediately; the list of courses and the counts may take a moment longer.
  const listKey = useDeferredValue(toSearchParams(filters).toString())
  const facets = useQuery(facetsQuery(parseFilters(new URLSearchParams(listKey)))).data
  const isLarge = useMediaQuery(LARGE)
  const [sheetOpen, setSheetOpen] = useState(false)
  const latest = useRef(setSearchParams)
  useEffect(() => {
    latest.current = setSearchParams
  })
  const applyFilters = useCallback(
    (next: CourseFilters, typed = false) => {
      choose(next)
      afterPaint(() => latest.current(toSearchParams(next), { replace: typed }))
    },
    [choose],
  )
  return (
    <>
      <ListHeader />
      <div className="lg:grid lg:grid-cols-[230px_minmax(0,1fr)] lg:gap-8">
        <aside aria-label={t('list.filters')} className="hidden lg:block">
          <div className="card p-4">
            {isLarge && <FilterPanel filters={filters} facets={facets} onChange={applyFilters} />}
          </div>
        </aside>
        <div className="min-w-0">
          <CourseFilterBar
            filters={filters}
            onChange={applyFilters}
            onOpenFilters={() => setSheetOpen(true)}
          />
          <ActiveFilters filters={filters} onChange={applyFilters} />
          <Results address={listKey} onShow={applyFilters} />
        </div>
      </div>
      {sheetOpen && (
        <FilterSheet
          filters={filters}
          facets={facets}
          onChange={applyFilters}
          onClose={() => setSheetOpen(false)}
        />
      )}
    </>
  )
}

const ListHeader = memo(function ListHeader() {
  const { t } = useTranslation(['courses', 'courses/catalogue'])
  return (
    <PageHeader
      title={t('list.title')}
      text={t('list.intro')}
      actions={
        <>
          <Link to={paths.continueLearning} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            {t('home.continueTitle')}
          </Link>
          <Link to={paths.recommendedLearning} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            {t('recommended.title', { ns: 'courses/catalogue' })}
          </Link>
        </>
      }
    />
  )
})

/** A choice applies only while the URL is one of `urls`; any other URL (the chosen one, Back, a link) wins. */
type Chosen = { urls: readonly string[]; filters: CourseFilters }
/** Shows a choice before the URL follows a moment later; from then on the URL is the source of truth. */
const useOptimisticFilters = (inUrl: CourseFilters) => {
  const key = toSearchParams(inUrl).toString()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  if (chosen && !chosen.urls.includes(key)) setChosen(null)
  const shown = useRef(key)
  // A layout effect, so that it is current before the next click.
  useLayoutEffect(() => {
    shown.current = key
  }, [key])
  const choose = useCallback(
    (filters: CourseFilters) => {
      const url = shown.current
      // The URL passes through an earlier choice that has not reached it yet.
      setChosen((previous) => ({
        urls: previous ? [...previous.urls, toSearchParams(previous.filters).toString()] : [url],
        // Normalised as the URL will be, which does not keep the order of choosing.
        filters: parseFilters(toSearchParams(filters)),
      }))
    },
    [setChosen],
  )
  return [chosen?.filters ?? inUrl, choose] as const
}

type ResultsProps = { address: string; onShow: (next: CourseFilters) => void }

const Results = memo(function Results({ address: key, onShow }: ResultsProps) {
  const { t } = useTranslation('courses')
  const filters = parseFilters(new URLSearchParams(key))
  const dispatch = useAppDispatch()
  const list = useAppSelector(selectCourseList)
  const home = useQuery(learningHomeQuery())
  const online = useOnline()
  // The server answers in the language of the page.
  const language = useLanguage()

  const reload = () => void dispatch(loadCourses(toListRequest(filters)))
  useRetryWhenOnline(list.failure === 'offline', reload)
  useEffect(() => {
    const request = dispatch(loadCourses(toListRequest(parseFilters(new URLSearchParams(key)))))
    return () => request.abort()
  }, [dispatch, key, language])

  const progressByCourse = new Map<number, CourseProgress>(
    home.data?.courses.map((progress) => [progress.course_id, progress]),
  )
  const isStale = list.key !== key
  return (
    <>
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
          onClear: () => onShow({ ...noFilters, sort: filters.sort }),
        }}
        error={{ title: t('list.error'), retryLabel: t('list.retry'), onRetry: reload }}
        offlineMessage={{ title: t('list.offline') }}
      >
        {(courses) => (
          <>
            <p role="status" className="mb-3 text-sm text-ink-muted">
              {t('list.count', { count: list.page?.count ?? 0 })}
            </p>
            <ul aria-busy={isStale} className={cx(COURSE_GRID, isStale && 'opacity-60')}>
              {courses.map((course) => (
                <CourseCard key={course.id} course={course} progress={progressByCourse.get(course.id)} />
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
          onShow({ ...filters, page })
          window.scrollTo({ top: 0 })
        }}
      />
    </>
  )
})
