import type { Role } from '#contract/common.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Gate } from './gates.ts'

/** Spec §6: admin, instructor or superadmin. */
export const isStaff = (role: Role): boolean => role !== 'student'

/** A draft is not there for learners. */
export const maySee = (role: Role, status: 'draft' | 'published'): boolean =>
  status === 'published' || isStaff(role)

/** Learning needs enrolment; a free preview is open to everybody, and staff may look at everything. */
export const mayOpen = (facts: { role: Role; enrolled: boolean; freePreview: boolean }): boolean =>
  facts.enrolled || facts.freePreview || isStaff(facts.role)

const LOCKED = {
  free: 'Please enrol in this course first. It is free, and your progress will be kept.',
  premium: 'This is a premium course. Book your seat to open it; your place and progress will be kept.',
  seats: 'The seats of this course are limited. Book your seat to open it.',
  upcoming: 'This course is not open yet. Ask to be notified, and we tell you when it is.',
} as const

/** Why a course's content is closed, in words that say what opens it. */
export const lockedContent = (why: keyof typeof LOCKED): AppError =>
  new AppError('locked_content', LOCKED[why], {
    // For the app to say in its reader's language.
    fields: { course: [{ code: 'invalid', message: LOCKED[why], params: { why } }] },
  })

/** Why a section is closed to who learns here already. */
export const lockedSection = (gate: Gate): AppError =>
  new AppError(
    'locked_content',
    gate.reason === 'opens'
      ? 'This section is not open yet.'
      : `Please complete first: ${gate.titles.join(', ')}.`,
    {
      fields: {
        section: [
          {
            code: 'invalid',
            message: 'This section is closed.',
            params:
              gate.reason === 'opens'
                ? { opens_at: gate.at.toISOString() }
                : { requires: gate.titles.join(', ') },
          },
        ],
      },
    },
  )

/** RULES "Learning": an instructor edits the courses they teach, an admin all of the tenant's. */
export const mayManage = (
  actor: { role: Role; userId: number },
  instructors: readonly { id: number }[],
): boolean =>
  actor.role === 'admin' ||
  actor.role === 'superadmin' ||
  (actor.role === 'instructor' && instructors.some((person) => person.id === actor.userId))

/** Refuses whoever may not manage the course. */
export const requireManage = (
  actor: { role: Role; userId: number },
  instructors: readonly { id: number }[],
): void => {
  if (!mayManage(actor, instructors))
    throw new AppError('forbidden', 'Only who teaches this course, or an admin, may do this.')
}
