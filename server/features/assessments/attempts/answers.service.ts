/** Answers, heartbeats and the submission of a running attempt. */
import type {
  SaveAnswersResult,
  Submitted,
  beat,
  saveAnswers,
  submitAttempt,
} from '#contract/assessments/assessments.ts'
import type { SentEvent } from '#contract/assessments/shapes.ts'
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { timeLeft, toClock } from './attempt.mapper.ts'
import { currentAttempt, endAtDeadline } from './attempt.service.ts'
import {
  assessmentById,
  finishAttempt,
  isExpired,
  reportsOf,
  type AttemptRow,
} from './attempts.repository.ts'
import {
  insertReports,
  recordHeartbeat,
  setEvents,
  saveAnswersIn,
  saveAnswersWith,
} from './answers.repository.ts'
import { audit } from '../audit.ts'
import type { AssessmentContext } from '../context.ts'
import { timelineOf } from './integrity.ts'
import { learnerOf } from '../list.service.ts'

const alreadyAnswered = () =>
  new AppError('already_answered', 'This question was already answered. The first answer stands.')

/** Saves answers from a device; the response contains an outcome for each. */
export const saveAttemptAnswers = async (
  context: AssessmentContext,
  scope: MemberScope,
  attemptId: string,
  body: BodyOf<typeof saveAnswers>,
): Promise<SaveAnswersResult> => {
  const learner = learnerOf(scope)
  const now = scope.clock.now()
  const saved = await saveAnswersWith(context.core.db.pool)(learner, {
    ...body,
    attemptId,
    position: body.position ?? null,
    now,
  })
  if (!saved) throw notFound()
  let { state } = saved
  if (state === 'open' && isExpired(saved, now)) {
    const row = await scope.tx((db) => currentAttempt(context, db, scope, attemptId))
    state = row.state
  }
  if (saved.items.length === 1 && saved.items[0]?.outcome === 'conflict') throw alreadyAnswered()
  return {
    state,
    time_left_ms: timeLeft({ state, deadline_at: saved.deadline_at }, now),
    deadline_at: saved.deadline_at.toISOString(),
    extra_minutes: saved.extra_minutes,
    version: saved.version,
    held: saved.held && state === 'open',
    items: saved.items,
  }
}

/** Keeps only events from while the attempt ran; the device sends how long ago they happened. */
const recordEvents = async (
  db: TenantDb,
  clientId: number,
  row: AttemptRow,
  events: readonly SentEvent[],
  now: Date,
): Promise<number> => {
  const ended = row.finished_at ?? row.deadline_at
  const reports = events.flatMap((event) => {
    const at = now.getTime() - event.age_ms
    if (at < row.started_at.getTime() || at > ended.getTime()) return []
    const { id, kind, lasted_ms, position } = event
    return [{ id, kind, at: new Date(at).toISOString(), lasted_ms, position }]
  })
  if (reports.length === 0) return row.events
  const added = await insertReports(db, clientId, row.id, reports, now)
  if (added === 0) return row.events
  const count = timelineOf(await reportsOf(db, clientId, row.id)).length
  await setEvents(db, clientId, row.id, count)
  return count
}

/** Records a heartbeat with its integrity events; the response resets the timer. */
export const receiveHeartbeat = (
  context: AssessmentContext,
  scope: MemberScope,
  attemptId: string,
  body: BodyOf<typeof beat>,
): Promise<ResponseOf<typeof beat>> =>
  scope.tx(async (db) => {
    const learner = learnerOf(scope)
    const now = scope.clock.now()
    // Write first: the row must be locked before its events are counted.
    await recordHeartbeat(db, learner, { ...body, id: attemptId, now })
    const row = await currentAttempt(context, db, scope, attemptId)
    const events = await recordEvents(db, learner.clientId, row, body.events, now)
    const clock = toClock(row, now, body.holder)
    return { ...clock, held: clock.held && row.version === body.version, events }
  })

const noLease = () =>
  new AppError('conflict', 'This assessment is open on another device. Continue here first to submit it.')

/**
 * Submits the attempt with the saved answers and those of this request; a repeated request finds it finished.
 */
export const submit = (
  context: AssessmentContext,
  scope: MemberScope,
  attemptId: string,
  body: BodyOf<typeof submitAttempt>,
): Promise<Submitted> =>
  scope.tx(async (db) => {
    const learner = learnerOf(scope)
    const now = scope.clock.now()
    const saved = await saveAnswersIn(db, learner, { ...body, attemptId, position: null, now })
    if (!saved) throw notFound()
    const end = { id: attemptId, deadline_at: saved.deadline_at, user_id: learner.userId }
    if (saved.state === 'open' && isExpired(saved, now))
      await endAtDeadline(context, db, learner.clientId, end, now)
    else if (saved.state === 'open') {
      if (!saved.held) throw noLease()
      const at = now < saved.deadline_at ? now : saved.deadline_at
      await finishAttempt(db, learner.clientId, { id: attemptId, by: 'learner', at, now })
      await audit(context, db, scope, {
        action: 'assessments.submit',
        object: `attempt:${attemptId}`,
        detail: { by: 'learner' },
      })
    }
    const row = await currentAttempt(context, db, scope, attemptId)
    const assessment = await assessmentById(db, learner.clientId, row.assessment_id)
    if (!assessment || !row.finished_at || !row.ended_by || row.answers_hash === null) throw notFound()
    return {
      id: row.id,
      assessment_id: row.assessment_id,
      state: 'submitted',
      finished_at: row.finished_at.toISOString(),
      ended_by: row.ended_by,
      questions: row.questions,
      answered: row.answered,
      answers_hash: row.answers_hash,
      release: assessment.release,
      not_counted: saved.items
        .filter(({ outcome }) => outcome !== 'kept' && outcome !== 'already')
        .map(({ position }) => position),
    }
  })
