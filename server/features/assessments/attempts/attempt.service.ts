/** The running attempt: held by one device, ended once (its begin: start.service.ts). */
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
  isOver,
  ownAttempt,
  shownQuestions,
  takeHold,
  topicsById,
  type AttemptRow,
  type Own,
} from './attempts.repository.ts'
import type { AssessmentContext } from '../context.ts'
import { ownAttempts } from '../list.repository.ts'
import { ownOf } from '../list.service.ts'

/** Ends an attempt whose time is over as the sweep would: at the deadline, with what was there. */
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

/** The own attempt as it stands now: what is over is ended on sight, not only when the sweep comes by. */
export const currentAttempt = async (
  context: Pick<AssessmentContext, 'core'>,
  db: TenantDb,
  scope: MemberScope,
  id: string,
): Promise<AttemptRow> => {
  const own = ownOf(scope)
  const row = await ownAttempt(db, own, id)
  if (!row) throw notFound()
  if (row.state !== 'open' || !isOver(row, scope.clock.now())) return row
  await endAtDeadline(context, db, own.clientId, row, scope.clock.now())
  return (await ownAttempt(db, own, id)) ?? row
}

export const pageOf = async (
  { texts }: Pick<AssessmentContext, 'texts'>,
  db: TenantDb,
  row: AttemptRow,
  own: Own,
  asked: { now: Date; holder: string | undefined },
): Promise<AttemptPage> => {
  const assessment = await assessmentById(db, own.clientId, row.assessment_id)
  if (!assessment) throw notFound()
  const questions = await shownQuestions(db, texts, own.clientId, row.id)
  const answers = await answersOf(db, own.clientId, row.id)
  const topics = await topicsById(
    db,
    own.clientId,
    questions.map((question) => question.topic_id),
  )
  return toAttemptPage(row, assessment, { questions, answers, topics }, asked)
}

/** Takes the attempt to the asking device; of one that is over it only tells. */
export const holdIt = (
  context: AssessmentContext,
  scope: MemberScope,
  id: string,
  holder: string,
): Promise<AttemptPage> =>
  scope.tx(async (db) => {
    const own = ownOf(scope)
    const now = scope.clock.now()
    await currentAttempt(context, db, scope, id)
    await takeHold(db, own, id, holder, now)
    const row = await currentAttempt(context, db, scope, id)
    return pageOf(context, db, row, own, { now, holder })
  })

export const lookAtIt = (
  context: AssessmentContext,
  scope: MemberScope,
  id: string,
  holder: string | undefined,
): Promise<AttemptPage> =>
  scope.tx(async (db) => {
    const row = await currentAttempt(context, db, scope, id)
    return pageOf(context, db, row, ownOf(scope), { now: scope.clock.now(), holder })
  })

export const whatRuns = (scope: MemberScope): Promise<ResponseOf<typeof runningAttempt>> =>
  scope.tx(async (db) => {
    const own = ownOf(scope)
    const now = scope.clock.now()
    const open = (await ownAttempts(db, own)).filter((row) => row.state === 'open' && !isOver(row, now))
    const rows = await assessments(
      db,
      own.clientId,
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
