/** Submissions that a rubric decides, for the grading feature; handed over in app.ts. */
import type { ToGradeLine } from '#contract/grading/submissions.ts'
import type { AuthoredProblem, Submission } from '#contract/problems/problems.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import {
  gradableById,
  gradablePage,
  lockSubmission,
  writeGrade,
  type GradableRow,
  type Grader,
} from './gradable.repository.ts'
import { rubricOf, rubricVerdict } from './grade.ts'
import { toLine, toSubmission } from './problems.mapper.ts'
import { problemStatusRow, submissionById } from './problems.repository.ts'
import type { StoredMark } from './problems.tables.ts'

const toGradeLine = (row: GradableRow): ToGradeLine => ({
  ...toLine(row),
  kind: row.kind,
  learner: { id: row.learner_id, name: row.learner },
  course: { id: row.course_id, title: row.course },
  item_title: row.item_title,
})

interface GradableSubmission {
  line: ToGradeLine
  submission: Submission
  /** The problem as it was handed in. */
  problem: AuthoredProblem
}

const page = async (
  db: TenantDb,
  grader: Grader,
  query: Parameters<typeof gradablePage>[2],
): Promise<{ count: number; lines: ToGradeLine[] }> => {
  const { count, rows } = await gradablePage(db, grader, query)
  return { count, lines: rows.map(toGradeLine) }
}

const find = async (db: TenantDb, grader: Grader, id: number): Promise<GradableSubmission | undefined> => {
  const line = await gradableById(db, grader, id)
  const row = line && (await submissionById(db, grader.clientId, id))
  if (!row || rubricOf(row.authored).length === 0) return undefined
  return { line: toGradeLine(line), submission: toSubmission(row), problem: row.authored }
}

const recordGrade = async (
  db: TenantDb,
  grader: Grader,
  { submission, problem, line }: GradableSubmission,
  { marks, comment, now }: { marks: StoredMark[]; comment: string; now: Date },
) => {
  if (!('rubric' in problem)) throw notFound()
  const verdict = rubricVerdict(problem, marks, submission.passed === submission.total)
  await writeGrade(db, grader, submission.id, { marks, comment, ...verdict, now })
  const item = { clientId: grader.clientId, userId: line.learner.id, itemId: submission.item_id }
  const problemStatus = await problemStatusRow(db, item)
  const graded = await submissionById(db, grader.clientId, submission.id)
  if (!graded) throw notFound()
  return { ...verdict, problemStatus, submission: toSubmission(graded) }
}

export const gradableSubmissions = { page, find, lock: lockSubmission, recordGrade }
