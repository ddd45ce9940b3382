import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import type { CourseDetail } from '#contract/courses/outline.ts'
import { useAfterInteractive } from '#src/core/after-interactive.ts'
import { paths } from '#src/core/paths.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Skeleton, SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { CourseFacts, CourseOutcomes } from '../components/catalogue/CourseFacts.tsx'
import { CourseOutline } from '../components/catalogue/CourseOutline.tsx'
import { ActionBar } from '../components/course-page/ActionBar.tsx'
import { CourseHero } from '../components/course-page/CourseHero.tsx'
import { PreviewCover } from '../components/course-page/PreviewCover.tsx'
import { useCourseAction } from '../components/enrolment/use-course-action.ts'
import { EnrolPanel } from '../components/enrolment/EnrolPanel.tsx'
import { parseId } from '#src/shared/lib/parse-id.ts'
import { useCourse } from '../model/use-course.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'

const CourseLower = lazy(async () => ({
  default: (await import('../components/course-page/CourseLower.tsx')).CourseLower,
}))

/** For the course's staff only, at the end of the page. */
const StaffPanel = lazy(async () => ({
  default: (await import('../components/roster/StaffPanel.tsx')).StaffPanel,
}))

type Props = {
  /** Content of another feature below the enrolment panel. */
  beside?: (course: CourseDetail) => ReactNode
  /** The same before the reviews, once the page can be used. */
  below?: (course: CourseDetail) => ReactNode
}

/** /courses/{courseId} */
export const CourseDetailPage = ({ beside, below }: Props) => {
  const { t } = useTranslation('courses')
  const courseId = parseId(useParams()['courseId'])
  const { course, failure, reload } = useCourse(courseId)

  if (courseId === null) return <LoadError title={t('detail.idNotFound')} />
  if (course) return <Course course={course} beside={beside?.(course)} below={below?.(course)} />
  if (failure === null) return <CourseSkeleton />
  if (failure === 'notFound') return <LoadError title={t('detail.notFound')} onRetry={reload} />
  if (failure === 'offline') return <LoadError title={t('detail.offline')} offline onRetry={reload} />
  const title = failure === 'badFormat' ? t('detail.badFormat') : t('detail.unavailable')
  return <LoadError title={title} onRetry={reload} />
}

const BackToList = () => {
  const { t } = useTranslation('courses')
  return <BackLink to={paths.courses}>{t('detail.back')}</BackLink>
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

type CourseProps = { course: CourseDetail; beside: ReactNode; below: ReactNode }

/**
 * On wide screens the panel is a sticky column at the end that begins in the hero. On phones the cover comes first, then
 * the headline, then the panel.
 */
const Course = ({ course, beside, below }: CourseProps) => {
  const { role } = useAppSelector(selectUser)
  const action = useCourseAction(course)
  const [panel, setPanel] = useState<HTMLElement | null>(null)
  const [button, setButton] = useState<HTMLElement | null>(null)
  return (
    <>
      <div className="mb-2 text-sm">
        <BackToList />
      </div>
      <article className={LAYOUT}>
        <div className={HERO_TINT} />
        <div className="relative order-2 min-w-0 lg:order-none lg:col-start-1 lg:row-start-1 lg:px-8 lg:py-10">
          <CourseHero course={course} />
        </div>
        <aside className={PANEL_COLUMN}>
          <div className={PANEL_CARD}>
            <div className="order-1 overflow-hidden rounded-xl lg:order-none lg:rounded-none">
              <PreviewCover course={course} />
            </div>
            <div ref={setPanel} className="order-3 max-lg:card min-w-0 p-4 sm:p-5 lg:order-none">
              <EnrolPanel course={course} action={action} onButton={setButton} />
              {beside}
            </div>
          </div>
        </aside>
        <div className="order-4 flex min-w-0 flex-col gap-10 pt-4 max-lg:pb-20 lg:order-none lg:pt-2">
          <CourseOutcomes course={course} />
          <CourseOutline course={course} />
          <CourseFacts course={course} />
          <AfterPage course={course} below={below} />
          {role !== null && role !== 'student' && (
            <Suspense>
              <StaffPanel course={course} />
            </Suspense>
          )}
        </div>
      </article>
      {action && <ActionBar course={course} action={action} inPanel={button ?? panel} />}
    </>
  )
}

/** Fetched once the page can be used. */
const AfterPage = ({ course, below }: Omit<CourseProps, 'beside'>) => {
  const place = <Skeleton className="h-64 w-full" />
  return useAfterInteractive() ? (
    <Suspense fallback={place}>
      {below}
      <CourseLower course={course} />
    </Suspense>
  ) : (
    place
  )
}

const LAYOUT =
  'relative grid grid-cols-1 gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_360px] lg:grid-rows-[auto_1fr] lg:gap-y-8'
/** The hero's band, behind the headline and the top of the panel. */
const HERO_TINT = 'rounded-2xl bg-primary-soft max-lg:hidden lg:col-span-2 lg:col-start-1 lg:row-start-1'
const PANEL_COLUMN =
  'contents lg:relative lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:block lg:pe-8 lg:pt-8'
const PANEL_CARD = 'contents lg:card lg:sticky lg:top-24 lg:block lg:overflow-hidden lg:shadow-float'

/** Has the shape of the page, so that nothing moves when the course arrives. */
const CourseSkeleton = () => {
  const { t } = useTranslation('courses')
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{t('detail.loading')}</span>
      <div className={`mt-13 ${LAYOUT}`}>
        <Skeleton className="aspect-video w-full lg:order-2 lg:mt-8" />
        <div className="lg:px-8 lg:py-10">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="mt-4 h-9 w-3/4" />
          <SkeletonText lines={3} className="mt-4" />
          <Skeleton className="mt-6 h-10 w-56" />
        </div>
      </div>
    </div>
  )
}
