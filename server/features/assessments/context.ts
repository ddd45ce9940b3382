import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Query } from '#server/core/db/query.ts'
import type { Notifier } from '#server/core/notifier.ts'
import type { DrawnQuestion } from './drawn-question.ts'
import type { QuestionTexts } from './question-texts.ts'
import type { Begin } from './attempts/start.repository.ts'
import type { Turns } from './attempts/concurrency-limit.ts'

/** What a roadmap says of one course. */
export interface RoadmapCourse {
  readonly id: number
  readonly title: string
  readonly cover: string | null
  readonly enrolled: boolean
  readonly completed: boolean
  readonly progressPercent: number
}

/** What assessments need of other features; `app.ts` hands it over. */
export interface AssessmentDependencies {
  /** By the assessment's rules, in the seed's order: what is to be read, and what is drawn from it; null: too little. */
  readonly drawing: {
    readonly query: (clientId: number, assessmentId: number, seed: string) => Query
    readonly from: (rows: readonly unknown[], seed: string) => readonly DrawnQuestion[] | null
  }
  /** Published courses among these, as they stand for one learner. */
  readonly courses: (
    db: TenantDb,
    learner: { clientId: number; userId: number },
    courseIds: readonly number[],
  ) => Promise<readonly RoadmapCourse[]>
  readonly notify: Notifier['notify']
  readonly codes: { readonly make: () => string; readonly fold: (typed: string) => string }
}

export interface AssessmentContext extends AssessmentDependencies {
  readonly core: Pick<Core, 'audit' | 'outbox' | 'db' | 'log' | 'clock'>
  /** An exam begins for everybody in the same second: starts leave connections for those who answer. */
  readonly startTurn: Turns
  readonly begin: Begin
  readonly texts: QuestionTexts
  /** For codes of phones. */
  readonly codeKey: Buffer
}
