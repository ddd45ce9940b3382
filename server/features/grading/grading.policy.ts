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
