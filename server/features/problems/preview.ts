/** Tries out a problem of a draft: graded like a submission, stored nowhere. Pure. */
import type { AuthoredProblem, ProblemAnswer, RunOutput, Submission } from '#contract/problems/problems.ts'
import { isCodeKind } from '#contract/problems/problems.ts'
import { rubricOf, verdictOf, type AuthoredCode } from './grade.ts'
import { inputOf } from './problems.service.ts'

/** Stands in for the ids of records that are not stored. */
const PLACEHOLDER_ID = 1

export const testsOf = (problem: AuthoredProblem) =>
  isCodeKind(problem.kind)
    ? (problem as AuthoredCode).tests.map(({ id, hidden, input }) => ({
        id,
        hidden,
        input: inputOf(problem as AuthoredCode, input),
      }))
    : null

export const judgePreview = (
  problem: AuthoredProblem,
  { answer, outputs }: { answer: ProblemAnswer; outputs: readonly RunOutput[] },
  now: Date,
): Submission | null => {
  if (answer.kind !== problem.kind) return null
  const verdict = verdictOf(problem, answer, outputs)
  return {
    id: PLACEHOLDER_ID,
    item_id: PLACEHOLDER_ID,
    kind: problem.kind,
    state: verdict.state,
    tests: verdict.tests,
    passed: verdict.passed,
    total: verdict.total,
    points_earned: verdict.pointsEarned,
    points: problem.points,
    created_at: now.toISOString(),
    answer,
    rubric: rubricOf(problem),
    grade: null,
  }
}
