import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Recommendation } from '#contract/courses/catalogue.ts'
import type { CourseSummary } from '#contract/courses/shapes.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { formatDuration } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { CourseCover } from '#src/shared/ui/content/CourseCover.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { recommendedQuery } from '../../api/recommended.queries.ts'
import { useStartCourse } from '../../api/use-start-course.ts'
import { Reason } from '../catalogue/Reason.tsx'
import { difficultyKey } from '../catalogue/labels.ts'
import { RECOMMENDED_SHOWN, RecommendedCourses } from './RecommendedCourses.tsx'

/** Anybody may enrol at once: free, open and without limited seats. */
const canStart = ({ course }: Recommendation) =>
  course.price === 'free' && course.opens_at === null && course.seats_left === null

/** For somebody without a course: one to start with, and others. */
export const FirstCourses = () => {
  const { t } = useTranslation('courses')
  const recommended = useQuery(recommendedQuery())
  if (recommended.isPending) return <FirstCoursesSkeleton />
  if (!recommended.data)
    return (
      <Alert
        kind="error"
        title={t('home.error')}
        action={
          <Button
            size="sm"
            variant="secondary"
            pending={recommended.isFetching}
            onClick={() => void recommended.refetch()}
          >
            {t('home.retry')}
          </Button>
        }
      />
    )
  const first = recommended.data.find(canStart) ?? recommended.data[0]
  if (!first) return <EmptyState title={t('list.empty')} text={t('list.emptyHint')} />
  const others = recommended.data.filter((each) => each !== first).slice(0, RECOMMENDED_SHOWN)
  return (
    <>
      <Hero recommendation={first} />
      {others.length > 0 && <RecommendedCourses shown={others} />}
    </>
  )
}

export const FirstCoursesSkeleton = () => (
  <>
    <Skeleton className="h-124 sm:h-84" />
    <Skeleton className="h-92" />
  </>
)

const Hero = ({ recommendation }: { recommendation: Recommendation }) => {
  const { course, reason } = recommendation
  const { t } = useTranslation(['courses/catalogue', 'courses'])
  const language = useLanguage()
  return (
    <section aria-labelledby="home-first">
      <article className="card grid overflow-hidden sm:grid-cols-[minmax(0,2fr)_3fr]">
        <div className="relative">
          <CourseCover
            title={course.title}
            src={course.cover_url}
            className="sm:absolute sm:inset-0 sm:h-full"
          />
        </div>
        <div className="flex flex-col gap-3 p-4 sm:min-h-84 sm:p-8">
          <Reason reason={reason} isPlain />
          <h2 id="home-first" className="text-2xl font-bold text-ink sm:text-3xl">
            <bdi>{t('first.title', { title: course.title })}</bdi>
          </h2>
          <p className="line-clamp-3 text-ink-muted">
            <bdi>{course.description}</bdi>
          </p>
          <p className="text-sm text-ink-muted">
            {t(difficultyKey(course.difficulty), { ns: 'courses' })} ·{' '}
            {formatDuration(course.duration_minutes, language)} ·{' '}
            {t('facts.lessons', { ns: 'courses', count: course.lessons })}
          </p>
          <Actions course={course} isFree={canStart(recommendation)} />
        </div>
      </article>
    </section>
  )
}

const Actions = ({ course, isFree }: { course: CourseSummary; isFree: boolean }) => {
  const { t } = useTranslation(['courses/catalogue', 'courses'])
  const { start, pending } = useStartCourse()
  const coursePath = paths.course(course.id)
  if (!isFree)
    return (
      <Link to={coursePath} className={buttonClass({ size: 'lg', className: 'mt-auto w-full sm:w-fit' })}>
        {t('first.see')}
      </Link>
    )
  return (
    <div className="mt-auto flex flex-wrap items-center gap-x-6 gap-y-2 pt-2">
      <Button
        size="lg"
        className="w-full sm:w-auto sm:min-w-40"
        pending={pending}
        onClick={() => void start(course.id)}
      >
        {t('home.start', { ns: 'courses' })}
      </Button>
      <Link
        to={coursePath}
        className="inline-flex min-h-11 items-center font-medium text-primary-text hover:underline max-sm:mx-auto"
      >
        {t('first.about')}
      </Link>
    </div>
  )
}
