/**
 * Staff decisions about one attempt: extra time, late answers, integrity events, appeals. All of them are audited.
 */
import type {
  addExtraTime,
  answerAppeal,
  AttemptDetail,
  countLateAnswer,
  decideIntegrity,
} from '#contract/assessments/admin/results.ts'
import { inLanguage } from '#contract/assessments/shapes.ts'
import { sql } from 'kysely'
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { titleOf } from '../attempts/attempt.mapper.ts'
import { assessmentById, attemptById, isExpired, type AttemptRow } from '../attempts/attempts.repository.ts'
import { audit } from '../audit.ts'
import type { AssessmentContext } from '../context.ts'
import { resultPath } from '../results/notify-results.job.ts'
import { readAttemptDetail } from './detail.service.ts'
import { regradeAttempts, lockGrading } from './grading.repository.ts'

const lockedAttempt = async (db: TenantDb, scope: StaffScope, id: string): Promise<AttemptRow> => {
  const row = await attemptById(db, scope.tenant.clientId, id, true)
  if (!row) throw notFound()
  return row
}

/** The attempt, unlocked: 404 unless the actor works on its assessment, refused if it is the actor's own. */
const requireDecidable = async (
  { policy }: AssessmentContext,
  db: TenantDb,
  scope: StaffScope,
  id: string,
): Promise<AttemptRow> => {
  const row = await attemptById(db, scope.tenant.clientId, id)
  if (!row) throw notFound()
  await policy.requireAssigned(db, scope, row.assessment_id)
  policy.refuseOwnAttempt(scope, row.user_id)
  return row
}

const notifyLearner = async (
  { notify }: AssessmentContext,
  db: TenantDb,
  scope: StaffScope,
  row: AttemptRow,
  notification: { kind: NotificationKind; params?: Record<string, number>; link: string; key: string },
): Promise<void> => {
  const { clientId } = scope.tenant
  const assessment = await assessmentById(db, clientId, row.assessment_id)
  const title = assessment ? inLanguage(titleOf(assessment), assessment.language, assessment.language) : ''
  await notify(db, clientId, {
    userIds: [row.user_id],
    kind: notification.kind,
    params: { title: title ?? '', ...notification.params },
    link: notification.link,
    dedupeKey: `${notification.kind}:${notification.key}`,
  })
}

/** Applies to a running attempt: the learner's next request returns the new deadline. */
export const giveExtraTime = (
  context: AssessmentContext,
  scope: StaffScope,
  attemptId: string,
  body: BodyOf<typeof addExtraTime>,
): Promise<ResponseOf<typeof addExtraTime>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const now = scope.clock.now()
    await requireDecidable(context, db, scope, attemptId)
    const row = await lockedAttempt(db, scope, attemptId)
    const { rows } = await sql`
      select 1 from attempt_extra where client_id = ${clientId} and attempt_id = ${attemptId}
        and idempotency_key = ${body.idempotency_key}`.execute(db)
    if (rows.length === 0) {
      if (row.state !== 'open' || isExpired(row, now))
        throw new AppError('conflict', 'This attempt is over. Allow another attempt instead.')
      await sql`insert into attempt_extra (client_id, attempt_id, idempotency_key, minutes, reason, by_user, at)
        values (${clientId}, ${attemptId}, ${body.idempotency_key}, ${body.minutes}, ${body.reason},
          ${scope.actor.userId}, ${now})`.execute(db)
      await sql`update assessment_attempt set extra_minutes = extra_minutes + ${body.minutes}::integer,
          deadline_at = deadline_at + ${body.minutes}::integer * interval '1 minute'
        where client_id = ${clientId} and id = ${attemptId}`.execute(db)
      await audit(context, db, scope, {
        action: 'assessments.extraTime',
        object: `attempt:${attemptId}`,
        detail: { minutes: body.minutes, reason: body.reason },
      })
      await notifyLearner(context, db, scope, row, {
        kind: 'extra_time',
        params: { minutes: body.minutes },
        link: '/assessment/quiz',
        key: body.idempotency_key,
      })
    }
    const updated = await lockedAttempt(db, scope, attemptId)
    return { deadline_at: updated.deadline_at.toISOString(), extra_minutes: updated.extra_minutes }
  })

/** The submitted answers stay unchanged; the result gets a new version that counts this answer. */
export const countLate = (
  context: AssessmentContext,
  scope: StaffScope,
  attemptId: string,
  lateId: number,
  { reason }: BodyOf<typeof countLateAnswer>,
): Promise<AttemptDetail> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const now = scope.clock.now()
    const found = await requireDecidable(context, db, scope, attemptId)
    await lockGrading(db, clientId, found.assessment_id)
    const row = await lockedAttempt(db, scope, attemptId)
    const { rows } = await sql<{ counted_at: Date | null }>`
      select counted_at from attempt_late_answer
      where client_id = ${clientId} and attempt_id = ${attemptId} and id = ${lateId}`.execute(db)
    const late = rows[0]
    if (!late) throw notFound()
    if (row.state !== 'submitted') throw new AppError('conflict', 'This attempt is still running.')
    // A repeated request finds the answer counted already.
    if (late.counted_at === null) {
      await sql`update attempt_late_answer
        set counted_at = ${now}, counted_by = ${scope.actor.userId}, counted_reason = ${reason}
        where client_id = ${clientId} and id = ${lateId}`.execute(db)
      await regradeAttempts(db, clientId, [attemptId], { reason, by: scope.actor.userId, now, always: true })
      await audit(context, db, scope, {
        action: 'assessments.countLate',
        object: `attempt:${attemptId}`,
        detail: { late: lateId, reason },
      })
    }
    return readAttemptDetail(context, db, scope, attemptId)
  })

/** Never changes the score. An appealed decision is settled by answering the appeal. */
export const decide = (
  context: AssessmentContext,
  scope: StaffScope,
  attemptId: string,
  body: BodyOf<typeof decideIntegrity>,
): Promise<AttemptDetail> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    await requireDecidable(context, db, scope, attemptId)
    const row = await lockedAttempt(db, scope, attemptId)
    if (row.state !== 'submitted') throw new AppError('conflict', 'This attempt is still running.')
    if (row.appeal_at) throw new AppError('conflict', 'The learner has appealed. Please answer the appeal.')
    await sql`update assessment_attempt set decision = ${body.decision}, decision_note = ${body.note},
        decision_by = ${scope.actor.userId}, decision_at = ${scope.clock.now()}
      where client_id = ${clientId} and id = ${attemptId}`.execute(db)
    await audit(context, db, scope, {
      action: 'assessments.decide',
      object: `attempt:${attemptId}`,
      detail: { decision: body.decision },
    })
    return readAttemptDetail(context, db, scope, attemptId)
  })

export const settleAppeal = (
  context: AssessmentContext,
  scope: StaffScope,
  attemptId: string,
  body: BodyOf<typeof answerAppeal>,
): Promise<AttemptDetail> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    await requireDecidable(context, db, scope, attemptId)
    const row = await lockedAttempt(db, scope, attemptId)
    if (!row.appeal_at) throw new AppError('conflict', 'There is no appeal to answer.')
    const isRepeat = row.appeal_outcome === body.outcome && row.appeal_answer === body.text
    if (row.appeal_answered_at && !isRepeat)
      throw new AppError('conflict', 'This appeal was answered already.')
    if (!row.appeal_answered_at) {
      await sql`update assessment_attempt set appeal_outcome = ${body.outcome}, appeal_answer = ${body.text},
          appeal_by = ${scope.actor.userId}, appeal_answered_at = ${scope.clock.now()},
          decision = case when ${body.outcome} = 'accepted' then 'cleared' else decision end
        where client_id = ${clientId} and id = ${attemptId}`.execute(db)
      await audit(context, db, scope, {
        action: 'assessments.answerAppeal',
        object: `attempt:${attemptId}`,
        detail: { outcome: body.outcome },
      })
      await notifyLearner(context, db, scope, row, {
        kind: 'appeal_decided',
        link: resultPath(attemptId),
        key: attemptId,
      })
    }
    return readAttemptDetail(context, db, scope, attemptId)
  })
