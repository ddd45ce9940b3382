import ArrowLeft from 'lucide-react/icons/arrow-left'
import Clock from 'lucide-react/icons/clock'
import Layers from 'lucide-react/icons/layers'
import Star from 'lucide-react/icons/star'
import Users from 'lucide-react/icons/users'
import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import type { CourseDetail } from '#contract/courses/outline.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { formatDuration, formatNumber } from '#src/shared/lib/format.ts'
import { scriptLanguage } from '#src/shared/lib/text/script-language.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { CourseCover } from '#src/shared/ui/content/CourseCover.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Skeleton, SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { CourseFacts } from '../components/catalogue/CourseFacts.tsx'
import { CourseOutline } from '../components/catalogue/CourseOutline.tsx'
import { EnrolPanel } from '../components/enrolment/EnrolPanel.tsx'
import { Related } from '../components/catalogue/Related.tsx'
import { Reviews } from '../components/reviews/Reviews.tsx'
import { SeatBadge } from '../components/enrolment/SeatBadge.tsx'
import { SeatPrompt } from '../components/enrolment/SeatPrompt.tsx'
import { LiveSeatBadge } from '../components/enrolment/LiveSeatBadge.tsx'
import { difficultyKey } from '../components/catalogue/labels.ts'
import { StateBadge } from '../components/catalogue/StateBadge.tsx'
import { parseId } from '#src/shared/lib/parse-id.ts'
import { FallbackNote } from '#src/shared/ui/feedback/FallbackNote.tsx'
import { useCourse } from '../model/use-course.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'

/** For the course's staff only, at the end of the page. */
const StaffPanel = lazy(async () => ({
  default: (await import('../components/roster/StaffPanel.tsx')).StaffPanel,
}))

/** Content of another feature below the enrolment panel. */
type Props = { beside?: (course: CourseDetail) => ReactNode }

/** /courses/{courseId} */
export const CourseDetailPage = ({ beside }: Props) => {
  const { t } = useTranslation('courses')
  const courseId = parseId(useParams()['courseId'])
  const { course, failure, reload } = useCourse(courseId)

  if (courseId === null) return <LoadError title={t('detail.idNotFound')} />
  if (course) return <Course course={course} beside={beside?.(course)} />
  if (failure === null) return <CourseSkeleton />
  if (failure === 'notFound') return <LoadError title={t('detail.notFound')} onRetry={reload} />
  if (failure === 'offline') return <LoadError title={t('detail.offline')} offline onRetry={reload} />
  const title = failure === 'badFormat' ? t('detail.badFormat') : t('detail.unavailable')
  return <LoadError title={title} onRetry={reload} />
}

const BackLink = () => {
  const { t } = useTranslation('courses')
  return (
    <Link
      to={paths.courses}
      className="inline-flex min-h-11 items-center gap-1.5 font-medium text-primary-text hover:underline"
    >
      <ArrowLeft aria-hidden="true" size={18} className="rtl:-scale-x-100" />
      {t('detail.back')}
    </Link>
  )
}

const LoadError = ({
  title,
  offline,
  onRetry,
}: {
  title: string
  offline?: boolean
  onRetry?: () => void
}) => {
  const { t } = useTranslation('courses')
  return (
    <EmptyState
      as="h1"
      role="alert"
      illustration={offline ? 'offline' : 'error'}
      title={title}
      action={
        <>
          {onRetry && <Button onClick={onRetry}>{t('detail.retry')}</Button>}
          {offline ? (
            <Link to={paths.offline} className={buttonClass({ variant: 'secondary' })}>
              {t('detail.savedCourses')}
            </Link>
          ) : (
            <Link to={paths.courses} className={buttonClass({ variant: onRetry ? 'secondary' : 'primary' })}>
              {t('detail.back')}
            </Link>
          )}
        </>
      }
    />
  )
}

/** On a phone the enrolment panel follows the headline; on wide screens it is a sticky column at the end. */
const Course = ({ course, beside }: { course: CourseDetail; beside: ReactNode }) => {
  const { t } = useTranslation('courses')
  const language = useLanguage()
  const { role } = useAppSelector(selectUser)
  const hasLimitedSeats = course.progress === null && course.seats_left !== null
  return (
    <article className="grid grid-cols-1 gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_360px] lg:grid-rows-[auto_1fr]">
      <div className="min-w-0">
        <PageHeader
          above={<BackLink />}
          title={<bdi lang={course.language}>{course.title}</bdi>}
          text={
            <span dir="auto" lang={scriptLanguage(course.description)}>
              {course.description}
            </span>
          }
          className="mb-4"
        />
        <FallbackNote
          written={course.language}
          reads={language}
          text={(name) => t('detail.shownIn', { language: name })}
          className="mb-3"
        />
        <Headline course={course} />
        {hasLimitedSeats && <SeatPrompt course={course} />}
      </div>
      <aside className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <div className="card overflow-hidden lg:sticky lg:top-24">
          <CourseCover title={course.title} src={course.cover_url} alt={course.cover_alt} />
          <div className="p-4 sm:p-5">
            <EnrolPanel course={course} />
            {beside}
          </div>
        </div>
      </aside>
      <div className="flex min-w-0 flex-col gap-10">
        <CourseOutline course={course} />
        <CourseFacts course={course} />
        <Reviews course={course} />
        <Related courseId={course.id} />
        {role !== null && role !== 'student' && (
          <Suspense>
            <StaffPanel course={course} />
          </Suspense>
        )}
      </div>
    </article>
  )
}

const Seats = ({ course }: { course: CourseDetail }) =>
  course.seats_left === null ? <SeatBadge course={course} /> : <LiveSeatBadge course={course} />

const Headline = ({ course }: { course: CourseDetail }) => {
  const { t } = useTranslation('courses')
  const language = useLanguage()
  const rating = formatNumber(course.rating, language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-1.5">
        <Badge tone={course.price === 'free' ? 'success' : 'primary'}>{t(`price.${course.price}`)}</Badge>
        <Badge>{t(difficultyKey(course.difficulty))}</Badge>
        {course.progress ? <StateBadge state={course.progress.state} /> : <Seats course={course} />}
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-2 text-sm text-ink-muted">
        <li className="flex items-center gap-1.5">
          <Clock aria-hidden="true" size={16} />
          {formatDuration(course.duration_minutes, language)}
        </li>
        <li className="flex items-center gap-1.5">
          <Layers aria-hidden="true" size={16} />
          {t('facts.lessons', { count: course.lessons })}
        </li>
        <li className="flex items-center gap-1.5">
          <Users aria-hidden="true" size={16} />
          {t('facts.students', { count: course.students })}
        </li>
        {course.rating > 0 && (
          <li className="flex items-center gap-1.5">
            <Star aria-hidden="true" size={16} className="fill-decor-gold stroke-decor-gold-edge" />
            <a href="#course-reviews" className="hover:underline">
              {t('facts.rating', { rating })} ({formatNumber(course.ratings, language)})
            </a>
          </li>
        )}
      </ul>
      <ul className="flex flex-wrap gap-x-4 text-sm">
        {course.instructors.map((person) => (
          <li key={person.id}>
            <Link
              to={paths.instructor(person.id)}
              aria-label={t('detail.profileLink', { name: person.name })}
              className="inline-flex min-h-11 items-center text-primary-text hover:underline sm:min-h-8"
            >
              <bdi>{person.name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

const CourseSkeleton = () => {
  const { t } = useTranslation('courses')
  return (
    <div role="status" aria-busy="true" className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_360px]">
      <span className="sr-only">{t('detail.loading')}</span>
      <div>
        <Skeleton className="mt-11 h-9 w-3/4" />
        <SkeletonText lines={3} className="mt-4" />
        <Skeleton className="mt-10 h-64 w-full" />
      </div>
      <Skeleton className="h-80 w-full" />
    </div>
  )
}
