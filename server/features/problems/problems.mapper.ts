import type { ProblemStatus, Submission, SubmissionLine } from '#contract/problems/problems.ts'
import { rubricOf } from './grade.ts'
import type { ProblemStatusRow, SubmissionHead, SubmissionRow } from './problems.repository.ts'

export const toLine = (row: SubmissionHead): SubmissionLine => ({
  id: row.id,
  state: row.state,
  passed: row.passed,
  total: row.total,
  points_earned: row.points_earned,
  points: row.points,
  created_at: row.created_at.toISOString(),
})

export const toSubmission = (row: SubmissionRow): Submission => ({
  ...toLine(row),
  item_id: row.item_id,
  kind: row.kind,
  answer: row.answer,
  tests: row.tests,
  rubric: rubricOf(row.authored),
  grade:
    row.graded_at && row.marks
      ? {
          marks: row.marks,
          comment: row.comment,
          grader: row.grader ?? '',
          graded_at: row.graded_at.toISOString(),
        }
      : null,
})

export const toProblemStatus = (row: ProblemStatusRow, limit: number | null): ProblemStatus => ({
  attempts: row.attempts,
  attempts_left: limit === null ? null : Math.max(0, limit - row.attempts),
  solved: row.solved,
  best_points: row.bestPoints,
})
