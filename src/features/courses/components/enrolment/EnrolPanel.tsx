import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { CourseDetail } from '#contract/courses/outline.ts'
import type { CourseProgress } from '#contract/courses/shapes.ts'
import { paths } from '#src/core/paths.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { useAccess } from '../../api/access.queries.ts'
import { learningHomeQuery } from '../../api/learning-home.queries.ts'
import { findNextItem, findPreviewItem, type ItemPosition } from '../../model/next-item.ts'
import { Guarantee } from './Guarantee.tsx'
import { Price, SeatPanel } from './SeatPanel.tsx'
import { Upcoming } from './Upcoming.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'
import { useEnrol, useLeave } from './use-enrolment.ts'

const itemPath = (course: CourseDetail, item: ItemPosition) =>
  `${paths.topic(course.id, item.topicId)}?item=${item.itemId}`

/** The primary action of the course page: enrol, book, start, continue, get notified, or open the preview. */
export const EnrolPanel = ({ course }: { course: CourseDetail }) => (
  <div className="flex flex-col gap-4">
    {course.progress ? (
      <Enrolled course={course} progress={course.progress} />
    ) : (
      <>
        <NotEnrolled course={course} />
        {course.price === 'premium' && <Guarantee course={course} />}
      </>
    )}
  </div>
)

const NotEnrolled = ({ course }: { course: CourseDetail }) => {
  const preview = findPreviewItem(course.sections)
  if (course.price === 'free' && course.opens_at === null && course.seats_left === null)
    return <Enrol course={course} />
  return (
    <>
      {course.opens_at !== null ? (
        <Upcoming course={course} opensAt={course.opens_at} />
      ) : course.seats_left !== null ? (
        <SeatPanel course={course} seated={<Rejoin course={course} />} />
      ) : (
        <Premium course={course} />
      )}
      {preview && <PreviewLink course={course} item={preview} />}
    </>
  )
}

const Enrolled = ({ course, progress }: { course: CourseDetail; progress: CourseProgress }) => {
  const { t } = useTranslation(['courses', 'courses/catalogue'])
  const [leaving, setLeaving] = useState(false)
  const home = useQuery(learningHomeQuery())
  const next = findNextItem(
    course.sections,
    home.data?.continue_learning.find((entry) => entry.course_id === course.id),
  )
  const actionKey = {
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
      {next && (
        <>
          <Link
            to={itemPath(course, next)}
            className={buttonClass({ variant: 'cta', size: 'lg', block: true })}
          >
            {t(`detail.${actionKey[progress.state]}`)}
          </Link>
          {progress.state !== 'completed' && (
            <p className="-mt-2 text-center text-sm text-ink-muted">
              <bdi>{t('detail.upNext', { title: next.title })}</bdi>
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
  const preview = findPreviewItem(course.sections)
  return (
    <>
      <Button variant="cta" size="lg" block pending={pending} onClick={() => void run()}>
        {t('detail.enrol')}
      </Button>
      {preview && <PreviewLink course={course} item={preview} />}
    </>
  )
}

/** A premium course without limited seats, open to anybody who pays. */
const Premium = ({ course }: { course: CourseDetail }) => {
  const { t } = useTranslation('courses/catalogue')
  const { data: access } = useAccess(course.id)
  const paid = access?.purchase && access.purchase.refund?.state !== 'refunded'
  if (paid) return <Rejoin course={course} />
  return (
    <>
      {access && <Price access={access} />}
      <p className="text-sm text-ink-muted">{t('seats.premiumNote')}</p>
    </>
  )
}

/** For a person who paid or has a seat and left the course. */
const Rejoin = ({ course }: { course: CourseDetail }) => {
  const { t } = useTranslation('courses')
  const { run, pending } = useEnrol(course)
  return (
    <Button variant="cta" size="lg" block pending={pending} onClick={() => void run()}>
      {t('detail.start')}
    </Button>
  )
}

const PreviewLink = ({ course, item }: { course: CourseDetail; item: ItemPosition }) => {
  const { t } = useTranslation('courses')
  return (
    <Link to={itemPath(course, item)} className={buttonClass({ variant: 'secondary', block: true })}>
      {t('detail.preview')}
    </Link>
  )
}
