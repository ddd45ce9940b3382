/** What grading needs of other features; handed over in app.ts. */
import type { listScormResults, ScormLesson, ScormResult } from '#contract/grading/scorm-results.ts'
import type { gradeSubmission, ToGradeLine } from '#contract/grading/submissions.ts'
import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import type { AuthoredProblem, ShownProblem, Submission } from '#contract/problems/problems.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import type { Grader } from './grading.policy.ts'

interface Page {
  readonly search: string
  readonly limit: number
  readonly offset: number
}

export interface GradableSubmission {
  readonly line: ToGradeLine
  readonly submission: Submission
  /** The problem as it was handed in. */
  readonly problem: AuthoredProblem
}

export interface NewGrade extends BodyOf<typeof gradeSubmission> {
  readonly now: Date
}

export interface RecordedGrade {
  readonly submission: Submission
  readonly state: 'accepted' | 'failed'
  readonly pointsEarned: number
  /** Over all of the learner's submissions of this problem. */
  readonly problemStatus: {
    readonly attempts: number
    readonly solved: boolean
    readonly bestPoints: number | null
  }
}

/** Submissions that a rubric decides; the problems feature owns them. */
export interface SubmissionActions {
  readonly page: (
    db: TenantDb,
    grader: Grader,
    page: Page & { readonly state: 'waiting' | 'graded' },
  ) => Promise<{ count: number; lines: ToGradeLine[] }>
  /** Undefined for a submission that no rubric decides or that this grader may not grade. */
  readonly find: (db: TenantDb, grader: Grader, id: number) => Promise<GradableSubmission | undefined>
  /** Makes graders of one submission wait for each other until the transaction ends. */
  readonly lock: (db: TenantDb, clientId: number, id: number) => Promise<void>
  readonly recordGrade: (
    db: TenantDb,
    grader: Grader,
    work: GradableSubmission,
    grade: NewGrade,
  ) => Promise<RecordedGrade>
}

/** Items of courses; the courses feature owns them and the progress of learners. */
export interface ItemActions {
  /** Writes a learner's progress; does nothing for a learner who left the course. */
  readonly completeFor: (
    db: TenantDb,
    scope: StaffScope,
    work: { itemId: number; userId: number },
    outcome: { completed: boolean; problem: { attempts: number; earnedPoints: number } },
  ) => Promise<void>
  /** A problem as learners see it, without its key. */
  readonly shownOf: (problem: AuthoredProblem) => ShownProblem
}

/** Results of SCORM attempts; the scorm feature owns the attempts. */
export interface ScormResultReads {
  readonly lessonPage: (
    db: TenantDb,
    teacher: Grader,
    page: Page,
  ) => Promise<{ count: number; lessons: ScormLesson[] }>
  /** Undefined for a lesson that this teacher may not see. */
  readonly lesson: (db: TenantDb, teacher: Grader, itemId: number) => Promise<ScormLesson | undefined>
  readonly resultPage: (
    db: TenantDb,
    lesson: { clientId: number; courseId: number; itemId: number },
    filters: { search: string; status: ScormResult['status'] | null; withAddresses: boolean },
    page: { ordering: QueryOf<typeof listScormResults>['ordering']; limit: number; offset: number },
  ) => Promise<{ count: number; results: ScormResult[] }>
}
