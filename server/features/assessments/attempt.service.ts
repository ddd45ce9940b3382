/** The running attempt: begun once, held by one device, ended once. */
import { randomUUID } from 'node:crypto'
import type { AttemptPage, runningAttempt, startAttempt } from '#contract/assessments.ts'
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { timeLeft, titleOf, toAttemptPage } from './attempt.mapper.ts'
import {
  addAttempt,
  answersOf,
  assessmentById,
  assessments,
  finishAttempt,
  isOver,
  lockStarts,
  openAttempt,
  ownAttempt,
  shownQuestions,
  takeHold,
  topicsById,
  type AssessmentRow,
  type AttemptRow,
  type Own,
} from './attempts.repository.ts'
import { audit } from './audit-line.ts'
import type { AssessmentContext } from './context.ts'
import { ownAttempts, ownStandings } from './list.repository.ts'
import { barTo, ownOf, type NotStartable } from './list.service.ts'
import { lockNumber, ownPhone } from './phone.repository.ts'

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

/** `fresh` is what a start has read already: nothing was answered yet. */
const pageOf = async (
  db: TenantDb,
  row: AttemptRow,
  own: Own,
  asked: { now: Date; holder: string | undefined; fresh?: AssessmentRow | undefined },
): Promise<AttemptPage> => {
  const assessment = asked.fresh ?? (await assessmentById(db, own.clientId, row.assessment_id))
  if (!assessment) throw notFound()
  const questions = await shownQuestions(db, own.clientId, row.id)
  const answers = asked.fresh ? [] : await answersOf(db, own.clientId, row.id)
  const topics = await topicsById(
    db,
    own.clientId,
    questions.map((question) => question.topic_id),
  )
  return toAttemptPage(row, assessment, { questions, answers, topics }, asked)
}

const BARRED: Record<NotStartable | 'phone', string> = {
  inactive: 'This assessment is not available at the moment.',
  not_open_yet: 'This assessment has not opened yet.',
  closed: 'This assessment is closed.',
  no_attempts_left: 'You have no attempts left for this assessment.',
  being_prepared: 'This assessment is still being prepared. Please try again later.',
  phone: 'Please verify your phone number first.',
}
const barred = (why: keyof typeof BARRED) => new AppError('conflict', BARRED[why])

/** Whether the verified number is still this person's; nobody else takes it before the end of the transaction. */
const isOwn = async (
  db: TenantDb,
  own: Own,
  assessmentId: number,
  phone: string | null,
): Promise<boolean> => {
  if (phone === null) return false
  await lockNumber(db, own.clientId, phone)
  return (await ownPhone(db, own, assessmentId)) === phone
}

const begin = async (
  context: AssessmentContext,
  db: TenantDb,
  scope: MemberScope,
  assessmentId: number,
  body: BodyOf<typeof startAttempt>,
  before: readonly AttemptRow[],
): Promise<AssessmentRow> => {
  const own = ownOf(scope)
  const now = scope.clock.now()
  const assessment = await assessmentById(db, own.clientId, assessmentId)
  if (!assessment || (assessment.status !== 'active' && before.length === 0)) throw notFound()
  const standing = (await ownStandings(db, own)).get(assessmentId)
  const bar = barTo(assessment, standing, before.length, now)
  if (bar) throw barred(bar)
  const phone = standing?.phone ?? null
  if (assessment.phone_verification && !(await isOwn(db, own, assessmentId, phone))) throw barred('phone')
  const id = randomUUID()
  const questions = await context.draw(db, own.clientId, { id: assessmentId }, id)
  if (!questions) throw barred('being_prepared')
  await addAttempt(db, own, {
    id,
    assessmentId,
    number: Math.max(0, ...before.map((each) => each.number)) + 1,
    durationMinutes: assessment.duration_minutes,
    extraMinutes: standing?.extra_minutes ?? 0,
    bands: assessment.bands,
    passPercent: assessment.pass_percent,
    holder: body.holder,
    ref: body.ref ?? null,
    phone: assessment.phone_verification ? phone : null,
    questions,
    now,
  })
  await audit(context, db, scope, {
    action: 'assessments.start',
    object: `attempt:${id}`,
    detail: { assessment: assessmentId, questions: questions.length },
  })
  return assessment
}

/** Starts, or comes back to what is running: a hundred starts at once begin one attempt (TRUST E2). */
export const startOrResume = (
  context: AssessmentContext,
  scope: MemberScope,
  assessmentId: number,
  body: BodyOf<typeof startAttempt>,
): Promise<AttemptPage> =>
  scope.tx(async (db) => {
    const own = ownOf(scope)
    const now = scope.clock.now()
    let row = await openAttempt(db, own, assessmentId)
    let fresh: AssessmentRow | undefined
    if (!row || isOver(row, now)) {
      await lockStarts(db, own)
      const before = await ownAttempts(db, own, assessmentId)
      row = before.find((each) => each.state === 'open')
      if (row && isOver(row, now)) {
        await endAtDeadline(context, db, own.clientId, row, now)
        row = undefined
      }
      if (!row) fresh = await begin(context, db, scope, assessmentId, body, before)
    }
    if (row) await takeHold(db, own, row.id, body.holder, now)
    const held = await openAttempt(db, own, assessmentId)
    if (!held) throw notFound()
    return pageOf(db, held, own, { now, holder: body.holder, fresh })
  })

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
    return pageOf(db, row, own, { now, holder })
  })

export const lookAtIt = (
  context: AssessmentContext,
  scope: MemberScope,
  id: string,
  holder: string | undefined,
): Promise<AttemptPage> =>
  scope.tx(async (db) => {
    const row = await currentAttempt(context, db, scope, id)
    return pageOf(db, row, ownOf(scope), { now: scope.clock.now(), holder })
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
