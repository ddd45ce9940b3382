import type { Roadmap } from '#contract/assessments/results.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Query } from '#server/core/db/query.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import type { Notifier } from '#server/core/notifier.ts'
import type { ConcurrencyLimit } from '#server/core/concurrency-limit.ts'
import type { StartAttempt } from './attempts/start.repository.ts'
import type { DrawnQuestion } from './drawn-question.ts'
import type { QuestionTexts } from './question-texts.ts'

/** A course in a roadmap. */
export interface RoadmapCourse {
  readonly id: number
  readonly title: string
  readonly cover: string | null
  readonly enrolled: boolean
  readonly completed: boolean
  /** No seat is free, and the learner has none. */
  readonly soldOut: boolean
  readonly progressPercent: number
}

/** What assessments need of other features; `app.ts` provides it. */
export interface AssessmentDependencies {
  /**
   * Draws questions by the assessment's rules in the seed's order: the query to run, and the questions drawn from
   * its rows. Null when the bank has too few.
   */
  readonly drawing: {
    readonly query: (clientId: number, assessmentId: number, seed: string) => Query
    readonly from: (rows: readonly unknown[], seed: string) => readonly DrawnQuestion[] | null
  }
  /** Those of these courses that are published, with their status for one learner. */
  readonly courses: (
    db: TenantDb,
    learner: { clientId: number; userId: number },
    courseIds: readonly number[],
  ) => Promise<readonly RoadmapCourse[]>
  /** Programmes whose price the result of an assessment lowers. */
  readonly programmes: (
    db: TenantDb,
    clientId: number,
    assessmentId: number,
  ) => Promise<Roadmap['programmes']>
  readonly notify: Notifier['notify']
  /** Who may do what with an assessment (features/question-bank/assessment.policy.ts). */
  readonly policy: {
    readonly visibleIds: (db: TenantDb, scope: StaffScope) => Promise<Set<number>>
    /** 404 unless the actor works on this assessment. */
    readonly requireAssigned: (db: TenantDb, scope: StaffScope, assessmentId: number) => Promise<void>
    readonly refuseOwnAttempt: (scope: StaffScope, learnerId: number) => void
    readonly maySeeAddresses: (scope: StaffScope) => boolean
  }
  readonly codes: { readonly make: () => string; readonly fold: (input: string) => string }
}

export interface AssessmentContext extends AssessmentDependencies {
  readonly core: Pick<Core, 'audit' | 'outbox' | 'db' | 'log' | 'clock'>
  /** An exam starts for everybody in the same second: starts leave connections for learners who answer. */
  readonly limitStarts: ConcurrencyLimit
  readonly startAttempt: StartAttempt
  readonly texts: QuestionTexts
  /** Keys the codes for phone verification. */
  readonly codeKey: Buffer
}
