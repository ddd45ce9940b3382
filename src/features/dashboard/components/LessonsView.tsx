import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import type { getLessonProgress } from '#contract/dashboard/dashboard.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatNumber, formatPercent } from '#src/shared/lib/format.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { RowTable, type Column } from '#src/shared/ui/content/RowTable.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { lessonsQuery } from '../api/dashboard.queries.ts'
import { overviewLink, rowsLink } from '../model/links.ts'
import { Freshness } from './Freshness.tsx'
import { Problem } from './Problem.tsx'

type Lessons = ResponseOf<typeof getLessonProgress>
type Lesson = Lessons['lessons'][number]

/** How far the learners of one course come, lesson by lesson. */
export const LessonsView = ({ course }: { course: number }) => {
  const { t } = useTranslation('dashboard')
  const [address] = useSearchParams()
  const query = useQuery(lessonsQuery(course))
  const { data } = query
  return (
    <>
      <PageHeader
        above={<BackLink to={overviewLink(address)}>{t('title')}</BackLink>}
        title={data ? <bdi>{data.course.title}</bdi> : t('lessons.title')}
        text={
          <>
            {t('lessons.intro')} {data?.counted_at && <Freshness at={data.counted_at} />}
          </>
        }
      />
      {data ? (
        data.learners === 0 ? (
          <EmptyState title={t('lessons.empty')} text={t('lessons.emptyText')} />
        ) : (
          <LessonTable lessons={data} />
        )
      ) : query.isError ? (
        <Problem error={query.error} pending={query.isFetching} onRetry={() => void query.refetch()} />
      ) : (
        <div role="status" aria-busy="true">
          <span className="sr-only">{t('loading')}</span>
          <Skeleton className="h-96 rounded-xl" />
        </div>
      )}
    </>
  )
}

const LessonTable = ({ lessons }: { lessons: Lessons }) => {
  const { t } = useTranslation('dashboard')
  const columns = useColumns(lessons)
  return (
    <RowTable label={t('lessons.title')} columns={columns} rows={lessons.lessons} keyOf={({ id }) => id} />
  )
}

const LINK =
  'inline-flex min-h-6 items-center text-primary-text tabular-nums hover:underline pointer-coarse:min-h-11'

const useColumns = ({ course, learners }: Lessons): Column<Lesson>[] => {
  const { t } = useTranslation('dashboard')
  const language = useLanguage()
  const [address] = useSearchParams()
  const courseId = course.id
  return useMemo(
    () => [
      {
        key: 'lesson',
        title: t('lessons.lesson'),
        names: true,
        cell: (lesson) => (
          <span className="block py-1">
            <bdi className="font-medium text-ink">{lesson.title}</bdi>
            <bdi className="block text-ink-muted">{lesson.section}</bdi>
          </span>
        ),
      },
      {
        key: 'reached',
        title: t('lessons.reached'),
        wide: true,
        cell: (lesson) => (
          <span className="flex items-center gap-3">
            <Progress
              value={(lesson.reached / learners) * 100}
              label={`${t('lessons.reached')}: ${lesson.title}`}
              className="min-w-16 flex-1 sm:min-w-40"
            />
            <Link
              className={`${LINK} w-24 shrink-0 justify-end`}
              to={rowsLink(address, { kind: 'reached', course: courseId, lesson: lesson.id })}
            >
              {t('lessons.share', {
                learners: formatNumber(lesson.reached, language),
                percent: formatPercent(lesson.reached / learners, language),
              })}
            </Link>
          </span>
        ),
      },
      {
        key: 'stopped',
        title: t('lessons.stopped'),
        end: true,
        cell: (lesson) =>
          lesson.stopped === 0 ? (
            <span className="text-ink-muted">{formatNumber(0, language)}</span>
          ) : (
            <Link
              className={`${LINK} font-semibold`}
              to={rowsLink(address, { kind: 'stopped', course: courseId, lesson: lesson.id })}
            >
              {formatNumber(lesson.stopped, language)}
            </Link>
          ),
      },
    ],
    [t, language, address, courseId, learners],
  )
}
