import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import type { ScormLesson } from '#contract/grading/scorm-results.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { SearchField } from '#src/shared/ui/forms/SearchField.tsx'
import { Pagination } from '#src/shared/ui/Pagination.tsx'
import { SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { lessonsQuery, RESULTS_PER_PAGE } from '../api/results.queries.ts'
import { filtersOf, writeFilters } from '../model/result-filters.ts'

/** The interactive lessons of the courses one teaches. */
export const LessonList = () => {
  const { t } = useTranslation('grading/lessons')
  const online = useOnline()
  const [address, setAddress] = useSearchParams()
  const filters = filtersOf(address)
  const list = useQuery(lessonsQuery(filters))
  const show = (change: { search?: string; page?: number }) =>
    setAddress(writeFilters({ ...filters, status: null, order: 'name', page: 1, ...change }), {
      replace: change.page === undefined,
    })
  return (
    <div className="flex flex-col gap-5">
      <div role="search">
        <SearchField
          label={t('lessons.search')}
          value={filters.search}
          onChange={(search) => show({ search })}
        />
      </div>
      <ListState<ScormLesson>
        items={list.data?.results}
        failed={list.isError}
        offline={!online}
        filtered={filters.search !== ''}
        loadingLabel={t('lessons.loading')}
        skeleton={<SkeletonText lines={6} />}
        empty={{ title: t('lessons.empty'), text: t('lessons.emptyHint') }}
        emptyFiltered={{
          title: t('lessons.none'),
          clearLabel: t('clear'),
          onClear: () => show({ search: '' }),
        }}
        error={{ title: t('lessons.failed'), retryLabel: t('retry'), onRetry: () => void list.refetch() }}
        offlineMessage={{ title: t('offline') }}
      >
        {(lessons) => (
          <ul className="flex flex-col gap-3">
            {lessons.map((lesson) => (
              <Line key={lesson.item_id} lesson={lesson} />
            ))}
          </ul>
        )}
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
        onPage={(page) => show({ page })}
      />
    </div>
  )
}

const Line = ({ lesson }: { lesson: ScormLesson }) => {
  const { t } = useTranslation('grading/lessons')
  const language = useLanguage()
  return (
    <li>
      <Link
        to={paths.adminLesson(lesson.item_id)}
        className="flex min-h-16 flex-wrap items-center gap-x-6 gap-y-1 rounded-xl border border-line bg-surface-raised px-4 py-3 hover:border-line-strong"
      >
        <span className="min-w-0 grow">
          <span className="block font-medium break-words text-ink">
            <bdi>{lesson.title}</bdi>
          </span>
          <span className="block text-sm break-words text-ink-muted">
            <bdi>{lesson.course.title}</bdi>
          </span>
        </span>
        <span className="text-sm text-ink-muted">
          {t('lessons.done', {
            count: lesson.learners,
            done: formatNumber(lesson.done, language),
          })}
        </span>
        {lesson.average_percent !== null && (
          <span className="text-sm text-ink-muted">
            {t('lessons.average', { percent: formatNumber(lesson.average_percent, language) })}
          </span>
        )}
      </Link>
    </li>
  )
}
