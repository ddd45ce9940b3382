import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { STOPPED_DAYS } from '#contract/dashboard/at-risk.ts'
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
import { readPeriod } from '../model/period.ts'
import { Freshness } from './Freshness.tsx'
import { PeriodBar } from './PeriodBar.tsx'
import { Problem } from './Problem.tsx'

type Lessons = ResponseOf<typeof getLessonProgress>
type Lesson = Lessons['lessons'][number]

/** How far the learners of one course come, lesson by lesson. */
export const LessonsView = ({ course }: { course: number }) => {
  const { t } = useTranslation('dashboard')
  const [address] = useSearchParams()
  const query = useQuery(lessonsQuery(course, readPeriod(address)))
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
          <div className="flex flex-col gap-4" aria-busy={query.isPlaceholderData}>
            <PeriodBar shown={data} />
            <p className="text-sm text-ink-muted">{t('lessons.note', { count: STOPPED_DAYS })}</p>
            <LessonTable lessons={data} />
          </div>
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

/** A number of the period as a link to its rows, above that of the period before. */
const Counted = ({
  kind,
  lesson,
  lessons: { course, period },
}: {
  kind: 'arrived' | 'stopped'
  lesson: Lesson
  lessons: Lessons
}) => {
  const { t } = useTranslation('dashboard')
  const language = useLanguage()
  const [address] = useSearchParams()
  const number = formatNumber(lesson[kind], language)
  const { from, to } = period
  return (
    <span className="inline-flex flex-col items-end">
      {lesson[kind] === 0 ? (
        <span className="text-ink-muted">{number}</span>
      ) : (
        <Link
          className={`${LINK} font-semibold`}
          to={rowsLink(address, { kind, course: course.id, lesson: lesson.id, from, to })}
        >
          {number}
        </Link>
      )}
      <span className="text-sm text-ink-muted">
        {t('change.before', { before: formatNumber(lesson[`${kind}_before`], language) })}
      </span>
    </span>
  )
}

const Reached = ({ lesson, lessons: { course, learners } }: { lesson: Lesson; lessons: Lessons }) => {
  const { t } = useTranslation('dashboard')
  const language = useLanguage()
  const [address] = useSearchParams()
  return (
    <span className="flex items-center gap-3">
      <Progress
        value={(lesson.reached / learners) * 100}
        label={`${t('lessons.reached')}: ${lesson.title}`}
        className="min-w-16 flex-1 sm:min-w-40"
      />
      <Link
        className={`${LINK} w-24 shrink-0 justify-end`}
        to={rowsLink(address, { kind: 'reached', course: course.id, lesson: lesson.id })}
      >
        {t('lessons.share', {
          learners: formatNumber(lesson.reached, language),
          percent: formatPercent(lesson.reached / learners, language),
        })}
      </Link>
    </span>
  )
}

const useColumns = (lessons: Lessons): Column<Lesson>[] => {
  const { t } = useTranslation('dashboard')
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
        cell: (lesson) => <Reached lesson={lesson} lessons={lessons} />,
      },
      ...(['arrived', 'stopped'] as const).map((kind) => ({
        key: kind,
        title: t(`lessons.${kind}`),
        end: true,
        cell: (lesson: Lesson) => <Counted kind={kind} lesson={lesson} lessons={lessons} />,
      })),
    ],
    [t, lessons],
  )
}
