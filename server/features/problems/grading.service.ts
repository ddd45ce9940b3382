import { pathFor, type BodyOf, type QueryOf, type ResponseOf } from '#contract/endpoint.ts'
import {
  listToGrade,
  type gradeSubmission,
  type ToGrade,
  type ToGradeLine,
} from '#contract/problems/endpoints.ts'
import type { Submission } from '#contract/problems/problems.ts'
import type { Audit } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import type { Notifier } from '#server/core/notifier.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { rubricOf, rubricVerdict } from './grade.ts'
import {
  lockSubmission,
  toGradeById,
  toGradePage,
  writeGrade,
  type Grader,
  type ToGradeRow,
} from './grading.repository.ts'
import type { ItemActions } from './item-actions.ts'
import { toLine, toSubmission } from './problems.mapper.ts'
import { standingRow, submissionById, type SubmissionRow } from './problems.repository.ts'
import { tellOfGrade } from './notify.ts'

const graderOf = (scope: StaffScope): Grader => ({
  clientId: scope.tenant.clientId,
  userId: scope.actor.userId,
  everywhere: scope.actor.role !== 'instructor',
})

const toGradeLine = (row: ToGradeRow): ToGradeLine => ({
  ...toLine(row),
  kind: row.kind,
  learner: { id: row.learner_id, name: row.learner },
  course: { id: row.course_id, title: row.course },
  item_title: row.item_title,
})

/** What waits for a grader, or was graded. */
export const gradingList = (
  scope: StaffScope,
  query: QueryOf<typeof listToGrade>,
): Promise<ResponseOf<typeof listToGrade>> =>
  scope.tx(async (db) => {
    const { page, page_size: size, state } = query
    const { count, rows } = await toGradePage(db, graderOf(scope), {
      state,
      search: query.search?.trim() ?? '',
      limit: size,
      offset: (page - 1) * size,
    })
    return {
      ...pageLinks(pathFor(listToGrade, { clientId: scope.tenant.clientId }), query, count),
      results: rows.map(toGradeLine),
    }
  })

/** A submission that a rubric decides, for somebody who may grade it. */
const gradable = async (
  db: TenantDb,
  grader: Grader,
  id: number,
): Promise<{ line: ToGradeRow; row: SubmissionRow }> => {
  const line = await toGradeById(db, grader, id)
  const row = line && (await submissionById(db, grader.clientId, id))
  if (!row || rubricOf(row.authored).length === 0) throw notFound()
  return { line, row }
}

export const submissionToGrade = (items: ItemActions, scope: StaffScope, id: number): Promise<ToGrade> =>
  scope.tx(async (db) => {
    const { line, row } = await gradable(db, graderOf(scope), id)
    const { learner, course, item_title } = toGradeLine(line)
    return {
      submission: toSubmission(row),
      learner,
      course,
      item_title,
      problem: items.shownOf(row.authored),
    }
  })

type Marks = BodyOf<typeof gradeSubmission>['marks']

/** Each criterion once, none beyond its points. */
const refuseStray = (rubric: ReturnType<typeof rubricOf>, marks: Marks): void => {
  const wrong = marks.findIndex((mark, index) => {
    const criterion = rubric.find((each) => each.id === mark.criterion_id)
    const first = marks.findIndex((each) => each.criterion_id === mark.criterion_id)
    return !criterion || mark.points > criterion.points || first !== index
  })
  const path = wrong >= 0 ? `marks.${wrong}.points` : marks.length < rubric.length ? 'marks' : null
  if (path !== null)
    throw new AppError('invalid_fields', 'The marks do not fit the rubric.', {
      fields: { [path]: [fieldIssue(wrong >= 0 ? 'invalid' : 'required')] },
    })
}

/** Grades, or grades anew. The learner's progress follows in the same transaction; what was completed stays so. */
export const gradeIt = (
  { items, audit, notifier }: { items: ItemActions; audit: Audit; notifier: Notifier },
  scope: StaffScope,
  id: number,
  body: BodyOf<typeof gradeSubmission>,
): Promise<Submission> =>
  scope.tx(async (db) => {
    const grader = graderOf(scope)
    await lockSubmission(db, grader.clientId, id)
    const { row } = await gradable(db, grader, id)
    if (row.state === 'replaced')
      throw new AppError('conflict', 'The learner handed in a newer answer. Please grade that one.')
    if (!('rubric' in row.authored)) throw notFound()
    refuseStray(row.authored.rubric, body.marks)
    const verdict = rubricVerdict(row.authored, body.marks, row.passed === row.total)
    await writeGrade(db, grader, id, {
      marks: body.marks,
      comment: body.comment,
      ...verdict,
      now: scope.clock.now(),
    })
    const own = { clientId: grader.clientId, userId: row.user_id, itemId: row.item_id }
    const standing = await standingRow(db, own)
    await items.completeFor(
      db,
      scope,
      { itemId: row.item_id, userId: row.user_id },
      {
        completed: standing.solved,
        problem: { attempts: standing.attempts, earnedPoints: standing.bestPoints ?? 0 },
      },
    )
    await tellOfGrade(notifier, db, {
      ...own,
      submissionId: id,
      points: verdict.pointsEarned,
      state: verdict.state,
    })
    await audit.record(db, {
      action: 'problems.grade',
      result: 'ok',
      actorId: scope.actor.userId,
      sessionId: scope.actor.sessionId,
      object: `problem_submission:${id}`,
      detail: { points: verdict.pointsEarned, state: verdict.state },
      requestId: scope.request.id,
      ip: scope.request.ip,
    })
    const graded = await submissionById(db, grader.clientId, id)
    if (!graded) throw notFound()
    return toSubmission(graded)
  })
