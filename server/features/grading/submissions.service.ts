import { pathFor, type BodyOf, type QueryOf, type ResponseOf } from '#contract/endpoint.ts'
import { listToGrade, type gradeSubmission, type ToGrade } from '#contract/grading/submissions.ts'
import type { Criterion, Submission } from '#contract/problems/problems.ts'
import type { Audit } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import type { Notifier } from '#server/core/notifier.ts'
import type { GradableSubmission, ItemActions, SubmissionActions } from './dependencies.ts'
import { graderOf, refuseOwnSubmission, type Grader } from './grading.policy.ts'
import { notifyGraded } from './notify.ts'

export interface SubmissionContext {
  submissions: SubmissionActions
  items: ItemActions
  audit: Audit
  notifier: Notifier
}

export const submissionsToGrade = (
  { submissions }: SubmissionContext,
  scope: StaffScope,
  query: QueryOf<typeof listToGrade>,
): Promise<ResponseOf<typeof listToGrade>> =>
  scope.tx(async (db) => {
    const { page, page_size: size, state } = query
    const { count, lines } = await submissions.page(db, graderOf(scope), {
      state,
      search: query.search?.trim() ?? '',
      limit: size,
      offset: (page - 1) * size,
    })
    return {
      ...pageLinks(pathFor(listToGrade, { clientId: scope.tenant.clientId }), query, count),
      results: lines,
    }
  })

const requireSubmission = async (
  { submissions }: SubmissionContext,
  db: TenantDb,
  grader: Grader,
  id: number,
): Promise<GradableSubmission> => {
  const work = await submissions.find(db, grader, id)
  if (!work) throw notFound()
  return work
}

export const submissionToGrade = (
  context: SubmissionContext,
  scope: StaffScope,
  id: number,
): Promise<ToGrade> =>
  scope.tx(async (db) => {
    const { line, submission, problem } = await requireSubmission(context, db, graderOf(scope), id)
    const { learner, course, item_title } = line
    return { submission, learner, course, item_title, problem: context.items.shownOf(problem) }
  })

type Marks = BodyOf<typeof gradeSubmission>['marks']

/** Requires each criterion exactly once, and no mark above its criterion's points. */
const requireMarksFitRubric = (rubric: readonly Criterion[], marks: Marks): void => {
  const invalid = marks.findIndex((mark, index) => {
    const criterion = rubric.find((each) => each.id === mark.criterion_id)
    const first = marks.findIndex((each) => each.criterion_id === mark.criterion_id)
    return !criterion || mark.points > criterion.points || first !== index
  })
  const path = invalid >= 0 ? `marks.${invalid}.points` : marks.length < rubric.length ? 'marks' : null
  if (path !== null)
    throw new AppError('invalid_fields', 'The marks do not fit the rubric.', {
      fields: { [path]: [fieldIssue(invalid >= 0 ? 'invalid' : 'required')] },
    })
}

/** Grades a submission, for the first time or again. The learner's progress follows in the same transaction. */
export const grade = (
  context: SubmissionContext,
  scope: StaffScope,
  id: number,
  body: BodyOf<typeof gradeSubmission>,
): Promise<Submission> =>
  scope.tx(async (db) => {
    const { submissions, items, notifier, audit } = context
    const grader = graderOf(scope)
    await submissions.lock(db, grader.clientId, id)
    const work = await requireSubmission(context, db, grader, id)
    refuseOwnSubmission(grader, work.line.learner.id)
    if (work.submission.state === 'replaced')
      throw new AppError('conflict', 'The learner handed in a newer answer. Please grade that one.')
    requireMarksFitRubric(work.submission.rubric, body.marks)
    const graded = await submissions.recordGrade(db, grader, work, { ...body, now: scope.clock.now() })
    const { submission, problemStatus, state, pointsEarned } = graded
    const learner = { userId: work.line.learner.id, itemId: submission.item_id }
    await items.completeFor(db, scope, learner, {
      completed: problemStatus.solved,
      problem: { attempts: problemStatus.attempts, earnedPoints: problemStatus.bestPoints ?? 0 },
    })
    await notifyGraded(notifier, db, {
      clientId: grader.clientId,
      ...learner,
      submissionId: id,
      points: pointsEarned,
      pointsMax: submission.points,
      state,
    })
    await audit.record(db, {
      action: 'problems.grade',
      result: 'ok',
      actorId: scope.actor.userId,
      sessionId: scope.actor.sessionId,
      object: `problem_submission:${id}`,
      detail: { points: pointsEarned, state },
      requestId: scope.request.id,
      ip: scope.request.ip,
    })
    return submission
  })
