import { useQuery } from '@tanstack/react-query'
import { memo, useCallback, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import type { CourseProgress } from '#contract/courses/courses.ts'
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
  addressOf,
  COURSES_PER_PAGE,
  filtersFrom,
  isFiltered,
  noFilters,
  questionOf,
} from '../model/course-filters.ts'
import type { CourseFilters } from '../model/course-filters.ts'
import { loadCourses, selectCourseList } from '../model/courses-slice.ts'
import { useWhenBack } from '../model/use-when-back.ts'
import { FilterSheet } from '../components/catalogue/FilterSheet.tsx'

/** /courses: the catalogue, its filters in the address. */
export const CourseListPage = () => {
  const { t } = useTranslation(['courses', 'courses/catalogue'])
  const [address, setAddress] = useSearchParams()
  const [filters, ahead] = useChosen(filtersFrom(address))
  // What was chosen shows at the touch; the list of courses and the counts may take a moment longer.
  const listed = useDeferredValue(addressOf(filters).toString())
  const facets = useQuery(facetsQuery(filtersFrom(new URLSearchParams(listed)))).data
  const isLarge = useMediaQuery(LARGE)
  const [sheetOpen, setSheetOpen] = useState(false)
  const latest = useRef(setAddress)
  useEffect(() => {
    latest.current = setAddress
  })
  const show = useCallback(
    (next: CourseFilters, typed = false) => {
      ahead(next)
      afterPaint(() => latest.current(addressOf(next), { replace: typed }))
    },
    [ahead],
  )
  return (
    <>
      <Head />
      <div className="lg:grid lg:grid-cols-[230px_minmax(0,1fr)] lg:gap-8">
        <aside aria-label={t('list.filters')} className="hidden lg:block">
          <div className="card p-4">
            {isLarge && <FilterPanel filters={filters} facets={facets} onChange={show} />}
          </div>
        </aside>
        <div className="min-w-0">
          <CourseFilterBar filters={filters} onChange={show} onOpenFilters={() => setSheetOpen(true)} />
          <ActiveFilters filters={filters} onChange={show} />
          <Results address={listed} onShow={show} />
        </div>
      </div>
      {sheetOpen && (
        <FilterSheet filters={filters} facets={facets} onChange={show} onClose={() => setSheetOpen(false)} />
      )}
    </>
  )
}

const Head = memo(function Head() {
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

/** Chosen at these addresses; at any other one (the chosen one, Back, a link) the address speaks. */
type Chosen = { at: readonly string[]; filters: CourseFilters }

/** What is chosen shows at the touch; the address follows a moment later, and from then on it is the truth. */
const useChosen = (inAddress: CourseFilters) => {
  const key = addressOf(inAddress).toString()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  if (chosen && !chosen.at.includes(key)) setChosen(null)
  const shown = useRef(key)
  // Before anybody can press again.
  useLayoutEffect(() => {
    shown.current = key
  }, [key])
  const ahead = useCallback(
    (filters: CourseFilters) => {
      const at = shown.current
      // A choice that has not reached the address yet passes by on the way to this one.
      setChosen((before) => ({
        at: before ? [...before.at, addressOf(before.filters).toString()] : [at],
        // As the address will say it: the order of choosing is none there.
        filters: filtersFrom(addressOf(filters)),
      }))
    },
    [setChosen],
  )
  return [chosen?.filters ?? inAddress, ahead] as const
}

type ResultsProps = { address: string; onShow: (next: CourseFilters) => void }

const Results = memo(function Results({ address: key, onShow }: ResultsProps) {
  const { t } = useTranslation('courses')
  const filters = filtersFrom(new URLSearchParams(key))
  const dispatch = useAppDispatch()
  const list = useAppSelector(selectCourseList)
  const home = useQuery(learningHomeQuery())
  const online = useOnline()
  // Titles come in the language of the page.
  const language = useLanguage()

  const reload = () => void dispatch(loadCourses(questionOf(filters)))
  useWhenBack(list.failure === 'offline', reload)
  useEffect(() => {
    const reading = dispatch(loadCourses(questionOf(filtersFrom(new URLSearchParams(key)))))
    return () => reading.abort()
  }, [dispatch, key, language])

  const standing = new Map<number, CourseProgress>(
    home.data?.courses.map((progress) => [progress.course_id, progress]),
  )
  const stale = list.key !== key
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
          onShow({ ...filters, page })
          window.scrollTo({ top: 0 })
        }}
      />
    </>
  )
})
