import Play from 'lucide-react/icons/play'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { CourseDetail } from '#contract/courses/outline.ts'
import type { CourseProgress } from '#contract/courses/shapes.ts'
import { paths } from '#src/core/paths.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { useAccess } from '../../api/access.queries.ts'
import { findPreviewItem } from '../../model/next-item.ts'
import { hasPaid } from '../../model/next-step.ts'
import { AccessUntil } from './AccessUntil.tsx'
import { ActionButton } from './ActionButton.tsx'
import { Guarantee } from './Guarantee.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'
import { PaymentNotice } from './PaymentNotice.tsx'
import { PayRest, ToPay } from './ToPay.tsx'
import { Price, SeatPanel } from './SeatPanel.tsx'
import { Upcoming } from './Upcoming.tsx'
import { itemPath, useNextItem, type CourseAction } from './use-course-action.ts'
import { useLeave } from './use-enrolment.ts'

type Props = {
  course: CourseDetail
  action: CourseAction | null
  /** Tells where the action's button stands; null while the panel shows none. */
  onButton: (element: HTMLElement | null) => void
}

/** The primary action of the course page with what one must know to decide: price, seats, guarantee, preview. */
export const EnrolPanel = ({ course, action, onButton }: Props) => {
  const button = action && (
    <div ref={onButton}>
      <ActionButton action={action} />
    </div>
  )
  return (
    <div className="flex flex-col gap-4">
      {course.price === 'premium' && <PaymentNotice courseId={course.id} />}
      {course.progress ? (
        <Enrolled course={course} progress={course.progress} button={button} />
      ) : (
        <>
          <NotEnrolled course={course} button={button} />
          <PreviewLink course={course} />
          {course.price === 'premium' && <Guarantee course={course} />}
        </>
      )}
    </div>
  )
}

const NotEnrolled = ({ course, button }: { course: CourseDetail; button: ReactNode }) => {
  if (course.opens_at !== null) return <Upcoming opensAt={course.opens_at} button={button} />
  if (course.seats_left !== null) return <SeatPanel course={course} button={button} />
  return course.price === 'premium' ? <Premium course={course} button={button} /> : button
}

type EnrolledProps = { course: CourseDetail; progress: CourseProgress; button: ReactNode }

const Enrolled = ({ course, progress, button }: EnrolledProps) => {
  const { t } = useTranslation(['courses', 'courses/catalogue'])
  const next = useNextItem(course)
  const done = t('detail.done', { done: progress.completed_items, total: progress.total_items })
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
      {button}
      {next && progress.state !== 'completed' && (
        <p className="-mt-2 text-center text-sm text-ink-muted">
          <bdi>{t('detail.upNext', { title: next.title })}</bdi>
        </p>
      )}
      <AccessUntil courseId={course.id} />
      {course.price === 'premium' && <Guarantee course={course} />}
      {course.price === 'premium' && <PayRest courseId={course.id} />}
      <div className="flex flex-wrap items-center justify-center gap-x-2">
        <Link to={paths.courseNotes(course.id)} className={buttonClass({ variant: 'ghost', size: 'sm' })}>
          {t('myNotes', { ns: 'courses/catalogue' })}
        </Link>
        <Leave course={course} />
      </div>
    </>
  )
}

const Leave = ({ course }: { course: CourseDetail }) => {
  const { t } = useTranslation('courses')
  const [leaving, setLeaving] = useState(false)
  const leave = useLeave(course)
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setLeaving(true)}>
        {t('detail.leave')}
      </Button>
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

/** A premium course without limited seats, open to anybody who pays. The action leads to how to pay, which stands here. */
const Premium = ({ course, button }: { course: CourseDetail; button: ReactNode }) => {
  const { t } = useTranslation('courses/catalogue')
  const { data: access } = useAccess(course.id)
  if (!access) return <p className="text-sm text-ink-muted">{t('seats.premiumNote')}</p>
  if (hasPaid(access)) return button
  return (
    <>
      <Price access={access} />
      <p className="text-sm text-ink-muted">{t('seats.premiumNote')}</p>
      <ToPay course={course} access={access} />
    </>
  )
}

/** The first lesson that everybody may open. */
const PreviewLink = ({ course }: { course: CourseDetail }) => {
  const { t } = useTranslation('courses')
  const item = findPreviewItem(course.sections)
  if (!item) return null
  return (
    <Link to={itemPath(course.id, item)} className={buttonClass({ variant: 'secondary', block: true })}>
      <Play aria-hidden="true" size={18} />
      {t('detail.preview')}
    </Link>
  )
}
