import { AppError } from '#server/core/http/errors.ts'
import type { StaffScope } from '#server/core/http/scope.ts'

export interface Grader {
  readonly clientId: number
  readonly userId: number
  /** Instructors grade in courses they teach, admins everywhere (rules: Learning). */
  readonly everywhere: boolean
}

export const graderOf = (scope: StaffScope): Grader => ({
  clientId: scope.tenant.clientId,
  userId: scope.actor.userId,
  everywhere: scope.actor.role !== 'instructor',
})

export const refuseOwnSubmission = (grader: Grader, learnerId: number): void => {
  if (learnerId === grader.userId)
    throw new AppError('own_attempt', 'This answer is your own. Somebody else has to grade it.')
}
