import type { Role } from '#contract/common.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { SectionLock } from './section-locks.ts'

/** Admin, instructor or superadmin (spec 6). */
export const isStaff = (role: Role): boolean => role !== 'student'

/** Drafts are hidden from learners. */
export const maySee = (role: Role, status: 'draft' | 'published'): boolean =>
  status === 'published' || isStaff(role)

/** Learning needs enrolment; free previews are open to everybody, and staff may see everything. */
export const mayOpen = (facts: { role: Role; enrolled: boolean; freePreview: boolean }): boolean =>
  facts.enrolled || facts.freePreview || isStaff(facts.role)

const LOCKED = {
  free: 'Please enrol in this course first. It is free, and your progress will be kept.',
  premium: 'This is a premium course. Book your seat to open it; your place and progress will be kept.',
  seats: 'The seats of this course are limited. Book your seat to open it.',
  upcoming: 'This course is not open yet. Ask to be notified, and we will tell you when it is.',
} as const

/** The error for locked content; its message says how to unlock it. */
export const lockedContent = (reason: keyof typeof LOCKED): AppError =>
  new AppError('locked_content', LOCKED[reason], {
    // The app translates this.
    fields: { course: [{ code: 'invalid', message: LOCKED[reason], params: { why: reason } }] },
  })

/** The error for work in a course that can only be read until a payment arrives. */
export const paymentOverdue = (): AppError =>
  new AppError(
    'payment_overdue',
    'A payment is overdue, so you can only read this course. Once you pay, you can go on.',
  )

/** The error for work in a course after the last day of access. */
export const accessEnded = (): AppError =>
  new AppError(
    'access_ended',
    'Your access to this course has ended, so you can only read it. Ask your team if you need more time.',
  )

/** The error for a section that is locked for an enrolled learner. */
export const lockedSection = (lock: SectionLock): AppError =>
  new AppError(
    'locked_content',
    lock.reason === 'opens'
      ? 'This section is not open yet.'
      : `Please complete first: ${lock.titles.join(', ')}.`,
    {
      fields: {
        section: [
          {
            code: 'invalid',
            message: 'This section is locked.',
            params:
              lock.reason === 'opens'
                ? { opens_at: lock.at.toISOString() }
                : { requires: lock.titles.join(', ') },
          },
        ],
      },
    },
  )

/** Instructors edit the courses they teach, admins all courses of the tenant (rules: Learning). */
export const mayManage = (
  actor: { role: Role; userId: number },
  instructors: readonly { id: number }[],
): boolean =>
  actor.role === 'admin' ||
  actor.role === 'superadmin' ||
  (actor.role === 'instructor' && instructors.some((person) => person.id === actor.userId))

export const requireManage = (
  actor: { role: Role; userId: number },
  instructors: readonly { id: number }[],
): void => {
  if (!mayManage(actor, instructors))
    throw new AppError('forbidden', 'Only an instructor of this course or an admin can do this.')
}
