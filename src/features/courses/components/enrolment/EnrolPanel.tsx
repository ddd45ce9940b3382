import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { CourseDetail, CourseProgress } from '#contract/courses/courses.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { paths } from '#src/core/paths.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { useAppDispatch, useAppSelector } from '#src/core/store/hooks.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { useAccess } from '../../api/access.queries.ts'
import { afterEnrolment } from '../../api/after-enrolment.ts'
import { learningHomeQuery } from '../../api/learning-home.queries.ts'
import { enrolIn, leaveCourse, loadCourse } from '../../model/courses-slice.ts'
import { nextPlace, previewPlace, type Place } from '../../model/next-item.ts'
import { Guarantee } from './Guarantee.tsx'
import { Price, SeatPanel } from './SeatPanel.tsx'
import { Upcoming } from './Upcoming.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'

const placePath = (course: CourseDetail, place: Place) =>
  `${paths.topic(course.id, place.topicId)}?item=${place.itemId}`

/** The one primary action of the course page: enrol, book, start, continue, be told, or open the preview. */
export const EnrolPanel = ({ course }: { course: CourseDetail }) => (
  <div className="flex flex-col gap-4">
    {course.progress ? (
      <Enrolled course={course} progress={course.progress} />
    ) : (
      <>
        <WayIn course={course} />
        {course.price === 'premium' && <Guarantee course={course} />}
      </>
    )}
  </div>
)

const WayIn = ({ course }: { course: CourseDetail }) => {
  const preview = previewPlace(course.sections)
  if (course.price === 'free' && course.opens_at === null && course.seats_left === null)
    return <Enrol course={course} />
  return (
    <>
      {course.opens_at !== null ? (
        <Upcoming course={course} opensAt={course.opens_at} />
      ) : course.seats_left !== null ? (
        <SeatPanel course={course} seated={<ComeBack course={course} />} />
      ) : (
        <Premium course={course} />
      )}
      {preview && <PreviewLink course={course} place={preview} />}
    </>
  )
}

const Enrolled = ({ course, progress }: { course: CourseDetail; progress: CourseProgress }) => {
  const { t } = useTranslation(['courses', 'courses/catalogue'])
  const [leaving, setLeaving] = useState(false)
  const home = useQuery(learningHomeQuery())
  const place = nextPlace(
    course.sections,
    home.data?.continue_learning.find((entry) => entry.course_id === course.id),
  )
  const verb = {
    not_started: 'start',
    in_progress: 'continue',
    completed: 'review',
    locked: 'start',
  } as const
  const done = t('detail.done', { done: progress.completed_items, total: progress.total_items })
  const leave = useLeave(course)
  return (
    <>
      <div>
        <Progress
          value={progress.percent}
          label={t('facts.progress', { percent: progress.percent })}
          valueText={done}
          tone={progress.state === 'completed' ? 'success' : 'primary'}
        />
        <p className="mt-2 flex justify-between gap-3 text-sm text-ink-muted">
          <span>{done}</span>
          <span className="tabular-nums">{t('facts.progress', { percent: progress.percent })}</span>
        </p>
      </div>
      {place && (
        <>
          <Link
            to={placePath(course, place)}
            className={buttonClass({ variant: 'cta', size: 'lg', block: true })}
          >
            {t(`detail.${verb[progress.state]}`)}
          </Link>
          {progress.state !== 'completed' && (
            <p className="-mt-2 text-center text-sm text-ink-muted">
              <bdi>{t('detail.upNext', { title: place.title })}</bdi>
            </p>
          )}
        </>
      )}
      {course.price === 'premium' && <Guarantee course={course} />}
      <div className="flex flex-wrap items-center justify-center gap-x-2">
        <Link to={paths.courseNotes(course.id)} className={buttonClass({ variant: 'ghost', size: 'sm' })}>
          {t('myNotes', { ns: 'courses/catalogue' })}
        </Link>
        <Button variant="ghost" size="sm" onClick={() => setLeaving(true)}>
          {t('detail.leave')}
        </Button>
      </div>
      {leaving && (
        <LeaveDialog
          pending={leave.pending}
          onStay={() => setLeaving(false)}
          onLeave={async () => {
            if (await leave.run()) setLeaving(false)
          }}
        />
      )}
    </>
  )
}

const Enrol = ({ course }: { course: CourseDetail }) => {
  const { t } = useTranslation('courses')
  const { run, pending } = useEnrol(course)
  const preview = previewPlace(course.sections)
  return (
    <>
      <Button variant="cta" size="lg" block pending={pending} onClick={() => void run()}>
        {t('detail.enrol')}
      </Button>
      {preview && <PreviewLink course={course} place={preview} />}
    </>
  )
}

/** Open to everybody who pays. */
const Premium = ({ course }: { course: CourseDetail }) => {
  const { t } = useTranslation('courses/catalogue')
  const { data: access } = useAccess(course.id)
  const paid = access?.purchase && access.purchase.refund?.state !== 'refunded'
  if (paid) return <ComeBack course={course} />
  return (
    <>
      {access && <Price access={access} />}
      <p className="text-sm text-ink-muted">{t('seats.premiumNote')}</p>
    </>
  )
}

/** Whoever paid or has a seat and had left the course. */
const ComeBack = ({ course }: { course: CourseDetail }) => {
  const { t } = useTranslation('courses')
  const { run, pending } = useEnrol(course)
  return (
    <Button variant="cta" size="lg" block pending={pending} onClick={() => void run()}>
      {t('detail.start')}
    </Button>
  )
}

const PreviewLink = ({ course, place }: { course: CourseDetail; place: Place }) => {
  const { t } = useTranslation('courses')
  return (
    <Link to={placePath(course, place)} className={buttonClass({ variant: 'secondary', block: true })}>
      {t('detail.preview')}
    </Link>
  )
}

const useEnrol = (course: CourseDetail) => {
  const { t } = useTranslation('courses')
  const dispatch = useAppDispatch()
  const notify = useNotify()
  const cache = useQueryClient()
  const user = useAppSelector(selectUser)
  const [pending, setPending] = useState(false)
  const run = async () => {
    setPending(true)
    const action = { courseId: course.id, userId: user.id, fallback: t('detail.tryAgain') }
    const result = await dispatch(enrolIn(action))
    setPending(false)
    if (enrolIn.rejected.match(result))
      return notify({
        kind: 'error',
        title: t('detail.enrolFailed'),
        message: result.payload ?? action.fallback,
      })
    notify({
      kind: 'success',
      title: t('detail.enrolled'),
      message: t('detail.enrolledMessage', { title: course.title }),
    })
    // The outline opens with the enrolment.
    void dispatch(loadCourse(course.id))
    afterEnrolment(cache, course.id)
  }
  return { run, pending }
}

const useLeave = (course: CourseDetail) => {
  const { t } = useTranslation('courses')
  const dispatch = useAppDispatch()
  const notify = useNotify()
  const cache = useQueryClient()
  const user = useAppSelector(selectUser)
  const [pending, setPending] = useState(false)
  const run = async (): Promise<boolean> => {
    setPending(true)
    const action = { courseId: course.id, userId: user.id, fallback: t('detail.tryAgain') }
    const result = await dispatch(leaveCourse(action))
    setPending(false)
    if (leaveCourse.rejected.match(result)) {
      notify({ kind: 'error', title: t('detail.leaveFailed'), message: result.payload ?? action.fallback })
      return false
    }
    notify({ kind: 'info', title: t('detail.left'), message: t('detail.leftMessage') })
    void dispatch(loadCourse(course.id))
    afterEnrolment(cache, course.id)
    return true
  }
  return { run, pending }
}
