import type { Role } from '#contract/common.ts'
import { AppError } from '#server/core/http/errors.ts'

/** Spec §6: admin, instructor or superadmin. */
export const isStaff = (role: Role): boolean => role !== 'student'

/** A draft is not there for learners. */
export const maySee = (role: Role, status: 'draft' | 'published'): boolean =>
  status === 'published' || isStaff(role)

/** Learning needs enrolment; a free preview is open to everybody, and staff may look at everything. */
export const mayOpen = (facts: { role: Role; enrolled: boolean; freePreview: boolean }): boolean =>
  facts.enrolled || facts.freePreview || isStaff(facts.role)

/** Why a course's content is closed, in words that say what opens it. */
export const lockedContent = (price: 'free' | 'premium'): AppError =>
  new AppError(
    'locked_content',
    price === 'premium'
      ? 'This is a premium course. Book your seat to open it; your place and progress will be kept.'
      : 'Please enrol in this course first. It is free, and your progress will be kept.',
  )
