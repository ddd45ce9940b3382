import type { ProgressResult } from '#contract/courses/progress.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { MemberScope } from '#server/core/http/scope.ts'

export interface ItemOutcome {
  completed: boolean
  problem: { attempts: number; earnedPoints: number }
}

/** What this feature needs of courses; handed over in app.ts. */
export interface ItemActions {
  /** Throws unless the caller may see the problem, like the topic page does. */
  readonly open: (db: TenantDb, scope: MemberScope, itemId: number) => Promise<{ courseId: number }>
  /** Locks the caller's enrolment; throws for a caller who is not enrolled. */
  readonly lockEnrolment: (db: TenantDb, scope: MemberScope, itemId: number) => Promise<{ courseId: number }>
  /** Writes the caller's progress. */
  readonly complete: (
    db: TenantDb,
    scope: MemberScope,
    itemId: number,
    outcome: ItemOutcome,
  ) => Promise<ProgressResult>
}
