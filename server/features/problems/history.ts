import { randomUUID } from 'node:crypto'
import {
  isCodeKind,
  type AuthoredProblem,
  type ProblemAnswer,
  type TestResult,
} from '#contract/problems/problems.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { markSheet, rubricOf, rubricVerdict } from './grade.ts'

export interface PastSubmission {
  userId: number
  courseId: number
  itemId: number
  at: Date
  problem: AuthoredProblem
  /** An answer that solves the problem. */
  answer: ProblemAnswer
  /** The grader; null for a submission that is not graded yet. */
  grader: number | null
}

/** An instructor's grade. */
export interface PastGrade {
  submissionId: number
  state: string
  points: number
  pointsMax: number
}

const passingResults = (problem: AuthoredProblem, answer: ProblemAnswer): TestResult[] => {
  if (problem.kind === 'spreadsheet' && answer.kind === 'spreadsheet') return markSheet(problem, answer.cells)
  if (!isCodeKind(problem.kind) || !('tests' in problem)) return []
  return problem.tests.map(({ id, title, hidden, expected }) => ({
    id,
    title,
    hidden,
    passed: true,
    outcome: 'output',
    output: hidden ? '' : expected,
    expected: hidden ? '' : expected,
    error: '',
  }))
}

/** Adds a past submission as demo data: accepted, graded, or waiting for a grade. Returns null without a grade. */
export const addPastSubmission = async (
  db: TenantDb,
  clientId: number,
  past: PastSubmission,
): Promise<PastGrade | null> => {
  const { problem, answer, grader } = past
  const rubric = rubricOf(problem)
  const graded = rubric.length > 0 && grader !== null
  const marks = rubric.map((criterion) => ({
    criterion_id: criterion.id,
    points: criterion.points,
    comment: '',
  }))
  const tests = passingResults(problem, answer)
  const verdict = 'rubric' in problem && graded ? rubricVerdict(problem, marks, true) : null
  const { id } = await db
    .insertInto('problem_submission')
    .values({
      client_id: clientId,
      user_id: past.userId,
      course_id: past.courseId,
      item_id: past.itemId,
      idempotency_key: randomUUID(),
      kind: problem.kind,
      state: rubric.length === 0 ? 'accepted' : (verdict?.state ?? 'waiting'),
      answer: JSON.stringify(answer),
      authored: JSON.stringify(problem),
      tests: JSON.stringify(tests),
      passed: tests.length,
      total: tests.length,
      points: problem.points,
      points_earned: rubric.length === 0 ? problem.points : (verdict?.pointsEarned ?? null),
      marks: graded ? JSON.stringify(marks) : null,
      grader_id: graded ? grader : null,
      graded_at: graded ? past.at : null,
      created_at: past.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return (
    verdict && {
      submissionId: id,
      state: verdict.state,
      points: verdict.pointsEarned,
      pointsMax: problem.points,
    }
  )
}
