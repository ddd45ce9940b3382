import type { ProgressResult } from '#contract/courses/progress.ts'
import type { AuthoredProblem, ShownProblem } from '#contract/problems/problems.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { MemberScope } from '#server/core/http/scope.ts'

export interface ItemOutcome {
  completed: boolean
  problem: { attempts: number; earnedPoints: number }
}

/** What this feature asks of courses; handed over in app.ts. */
export interface ItemActions {
  /** Whether the caller may look at a problem; throws like the topic page does. */
  readonly open: (db: TenantDb, scope: MemberScope, itemId: number) => Promise<{ courseId: number }>
  /** Holds the caller's own enrolment; throws where the caller is not enrolled. */
  readonly hold: (db: TenantDb, scope: MemberScope, itemId: number) => Promise<{ courseId: number }>
  /** Writes the caller's progress. */
  readonly complete: (
    db: TenantDb,
    scope: MemberScope,
    itemId: number,
    outcome: ItemOutcome,
  ) => Promise<ProgressResult>
  /** Writes another learner's, when a grader decided; nothing for one who left the course. */
  readonly completeFor: (
    db: TenantDb,
    scope: MemberScope,
    work: { itemId: number; userId: number },
    outcome: ItemOutcome,
  ) => Promise<void>
  /** What learners see of a problem. */
  readonly shownOf: (problem: AuthoredProblem) => ShownProblem
}
