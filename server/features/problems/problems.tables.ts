import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type {
  AuthoredProblem,
  ProblemAnswer,
  ProblemKind,
  SubmissionState,
  TestResult,
} from '#contract/problems/problems.ts'

type Timestamp = ColumnType<Date, Date | string, Date | string>
type Json<T> = ColumnType<T, string, string>

interface ProblemDraftTable {
  client_id: number
  user_id: number
  item_id: number
  answer: Json<ProblemAnswer>
  revision: number
  saved_at: Timestamp
}
interface ProblemTicketTable {
  client_id: number
  user_id: number
  item_id: number
  ticket: string
  answer_hash: string
  authored: Json<AuthoredProblem>
  expires_at: Timestamp
}
export interface StoredMark {
  criterion_id: string
  points: number
  comment: string
}
interface ProblemSubmissionTable {
  client_id: number
  id: Generated<number>
  user_id: number
  course_id: number
  item_id: number
  idempotency_key: string
  kind: ProblemKind
  state: SubmissionState
  answer: Json<ProblemAnswer>
  authored: Json<AuthoredProblem>
  tests: JSONColumnType<TestResult[], string, string>
  passed: number
  total: number
  points: number
  points_earned: number | null
  marks: ColumnType<StoredMark[] | null, string | null | undefined, string | null>
  comment: Generated<string>
  grader_id: ColumnType<number | null, number | null | undefined, number | null>
  graded_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  created_at: Timestamp
}

declare module '#server/core/db/tables.ts' {
  interface Tables {
    problem_draft: ProblemDraftTable
    problem_ticket: ProblemTicketTable
    problem_submission: ProblemSubmissionTable
  }
}
