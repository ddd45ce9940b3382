import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ScormLesson } from '#contract/grading/scorm-results.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { lessonsQuery, RESULTS_PER_PAGE } from '../api/results.queries.ts'
import { LESSON_FILTERS } from '../model/result-filters.ts'

/** The interactive lessons of the courses that this person teaches. */
export const LessonList = () => {
  const { t } = useTranslation('grading/lessons')
  const list = useListFilters(LESSON_FILTERS)
  const lessons = useQuery(lessonsQuery(list.filters))
  return (
    <ListShell
      list={list}
      query={lessons}
      page={lessons.data}
      perPage={RESULTS_PER_PAGE}
      search={t('lessons.search')}
      texts={{
        loading: t('lessons.loading'),
        failed: t('lessons.failed'),
        empty: { title: t('lessons.empty'), text: t('lessons.emptyHint') },
        none: t('lessons.none'),
      }}
      skeleton={{ rows: 6, className: 'h-16' }}
    >
      {(rows) => (
        <ul className="flex flex-col gap-3">
          {rows.map((lesson) => (
            <LessonRow key={lesson.item_id} lesson={lesson} />
          ))}
        </ul>
      )}
    </ListShell>
  )
}

const LessonRow = ({ lesson }: { lesson: ScormLesson }) => {
  const { t } = useTranslation('grading/lessons')
  const language = useLanguage()
  return (
    <li>
      <Link
        to={adminPaths.lesson(lesson.item_id)}
        className="flex min-h-16 flex-wrap items-center gap-x-6 gap-y-1 card card-link px-4 py-3"
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
