/** The running attempt: one device holds its lease, and it ends once. For the start see start.service.ts. */
import type { AttemptPage, runningAttempt } from '#contract/assessments/assessments.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { timeLeft, titleOf, toAttemptPage } from './attempt.mapper.ts'
import {
  answersOf,
  assessmentById,
  assessments,
  finishAttempt,
  isExpired,
  attemptOfLearner,
  shownQuestions,
  moveLease,
  topicsById,
  type AttemptRow,
  type Learner,
} from './attempts.repository.ts'
import type { AssessmentContext } from '../context.ts'
import { attemptsOfLearner } from '../list.repository.ts'
import { learnerOf } from '../list.service.ts'

/** Ends an expired attempt as the sweep does: at its deadline, with the answers saved by then. */
export const endAtDeadline = async (
  context: Pick<AssessmentContext, 'core'>,
  db: TenantDb,
  clientId: number,
  row: Pick<AttemptRow, 'id' | 'deadline_at' | 'user_id'>,
  now: Date,
): Promise<boolean> => {
  const ended = await finishAttempt(db, clientId, { id: row.id, by: 'deadline', at: row.deadline_at, now })
  if (ended)
    await context.core.audit.record(db, {
      action: 'assessments.submit',
      result: 'ok',
      actorId: null,
      object: `attempt:${row.id}`,
      detail: { by: 'deadline', learner: row.user_id },
    })
  return ended
}

/** The learner's attempt now. An expired one is ended on access, without waiting for the sweep. */
export const currentAttempt = async (
  context: Pick<AssessmentContext, 'core'>,
  db: TenantDb,
  scope: MemberScope,
  id: string,
): Promise<AttemptRow> => {
  const learner = learnerOf(scope)
  const row = await attemptOfLearner(db, learner, id)
  if (!row) throw notFound()
  if (row.state !== 'open' || !isExpired(row, scope.clock.now())) return row
  await endAtDeadline(context, db, learner.clientId, row, scope.clock.now())
  return (await attemptOfLearner(db, learner, id)) ?? row
}

export const readAttemptPage = async (
  { texts }: Pick<AssessmentContext, 'texts'>,
  db: TenantDb,
  row: AttemptRow,
  learner: Learner,
  view: { now: Date; holder: string | undefined },
): Promise<AttemptPage> => {
  const assessment = await assessmentById(db, learner.clientId, row.assessment_id)
  if (!assessment) throw notFound()
  const questions = await shownQuestions(db, texts, learner.clientId, row.id)
  const answers = await answersOf(db, learner.clientId, row.id)
  const topics = await topicsById(
    db,
    learner.clientId,
    questions.map((question) => question.topic_id),
  )
  return toAttemptPage(row, assessment, { questions, answers, topics }, view)
}

/** Moves the lease to the requesting device; a finished attempt is only returned. */
export const takeLease = (
  context: AssessmentContext,
  scope: MemberScope,
  id: string,
  holder: string,
): Promise<AttemptPage> =>
  scope.tx(async (db) => {
    const learner = learnerOf(scope)
    const now = scope.clock.now()
    await currentAttempt(context, db, scope, id)
    await moveLease(db, learner, id, holder, now)
    const row = await currentAttempt(context, db, scope, id)
    return readAttemptPage(context, db, row, learner, { now, holder })
  })

export const readAttempt = (
  context: AssessmentContext,
  scope: MemberScope,
  id: string,
  holder: string | undefined,
): Promise<AttemptPage> =>
  scope.tx(async (db) => {
    const row = await currentAttempt(context, db, scope, id)
    return readAttemptPage(context, db, row, learnerOf(scope), { now: scope.clock.now(), holder })
  })

export const runningAttempts = (scope: MemberScope): Promise<ResponseOf<typeof runningAttempt>> =>
  scope.tx(async (db) => {
    const learner = learnerOf(scope)
    const now = scope.clock.now()
    const open = (await attemptsOfLearner(db, learner)).filter(
      (row) => row.state === 'open' && !isExpired(row, now),
    )
    const rows = await assessments(
      db,
      learner.clientId,
      open.map((row) => row.assessment_id),
    )
    const byId = new Map(rows.map((row) => [row.id, row]))
    return {
      results: open
        .toSorted((a, b) => b.started_at.getTime() - a.started_at.getTime())
        .flatMap((row) => {
          const assessment = byId.get(row.assessment_id)
          if (!assessment) return []
          return [
            {
              id: row.id,
              assessment_id: row.assessment_id,
              title: titleOf(assessment),
              main_language: assessment.language,
              time_left_ms: timeLeft(row, now),
            },
          ]
        }),
    }
  })
