/** Answers, signs of life and the submission of a running attempt. */
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
import { assessmentById, finishAttempt, isOver, reportsOf, type AttemptRow } from './attempts.repository.ts'
import { addReports, noteBeat, setEvents, takeAnswersIn, takeAnswersOver } from './answers.repository.ts'
import { audit } from '../audit-line.ts'
import type { AssessmentContext } from '../context.ts'
import { timelineOf } from './integrity.ts'
import { ownOf } from '../list.service.ts'

const otherAnswerStands = () =>
  new AppError('already_answered', 'This question was already answered. The first answer stands.')

/** Keeps what a device sends; each answer is told how it went. */
export const keepAnswers = async (
  context: AssessmentContext,
  scope: MemberScope,
  attemptId: string,
  body: BodyOf<typeof saveAnswers>,
): Promise<SaveAnswersResult> => {
  const own = ownOf(scope)
  const now = scope.clock.now()
  const taken = await takeAnswersOver(context.core.db.pool)(own, {
    ...body,
    attemptId,
    position: body.position ?? null,
    now,
  })
  if (!taken) throw notFound()
  let { state } = taken
  if (state === 'open' && isOver(taken, now)) {
    const row = await scope.tx((db) => currentAttempt(context, db, scope, attemptId))
    state = row.state
  }
  if (taken.items.length === 1 && taken.items[0]?.outcome === 'conflict') throw otherAnswerStands()
  return {
    state,
    time_left_ms: timeLeft({ state, deadline_at: taken.deadline_at }, now),
    deadline_at: taken.deadline_at.toISOString(),
    extra_minutes: taken.extra_minutes,
    version: taken.version,
    held: taken.held && state === 'open',
    items: taken.items,
  }
}

/** Only what happened while the attempt ran; the device tells how long ago. */
const noteEvents = async (
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
  const added = await addReports(db, clientId, row.id, reports, now)
  if (added === 0) return row.events
  const count = timelineOf(await reportsOf(db, clientId, row.id)).length
  await setEvents(db, clientId, row.id, count)
  return count
}

/** A sign of life with what was noted; the answer sets the timer anew. */
export const takeBeat = (
  context: AssessmentContext,
  scope: MemberScope,
  attemptId: string,
  body: BodyOf<typeof beat>,
): Promise<ResponseOf<typeof beat>> =>
  scope.tx(async (db) => {
    const own = ownOf(scope)
    const now = scope.clock.now()
    // First the write: the row is locked before its events are counted.
    await noteBeat(db, own, { ...body, id: attemptId, now })
    const row = await currentAttempt(context, db, scope, attemptId)
    const events = await noteEvents(db, own.clientId, row, body.events, now)
    const clock = toClock(row, now, body.holder)
    return { ...clock, held: clock.held && row.version === body.version, events }
  })

const notHeld = () =>
  new AppError('conflict', 'This assessment is open on another device. Continue here first to submit it.')

/** Ends the attempt with what is there, the last answers of this device included; a repeat finds it ended. */
export const submitIt = (
  context: AssessmentContext,
  scope: MemberScope,
  attemptId: string,
  body: BodyOf<typeof submitAttempt>,
): Promise<Submitted> =>
  scope.tx(async (db) => {
    const own = ownOf(scope)
    const now = scope.clock.now()
    const taken = await takeAnswersIn(db, own, { ...body, attemptId, position: null, now })
    if (!taken) throw notFound()
    const end = { id: attemptId, deadline_at: taken.deadline_at, user_id: own.userId }
    if (taken.state === 'open' && isOver(taken, now)) await endAtDeadline(context, db, own.clientId, end, now)
    else if (taken.state === 'open') {
      if (!taken.held) throw notHeld()
      const at = now < taken.deadline_at ? now : taken.deadline_at
      await finishAttempt(db, own.clientId, { id: attemptId, by: 'learner', at, now })
      await audit(context, db, scope, {
        action: 'assessments.submit',
        object: `attempt:${attemptId}`,
        detail: { by: 'learner' },
      })
    }
    const row = await currentAttempt(context, db, scope, attemptId)
    const assessment = await assessmentById(db, own.clientId, row.assessment_id)
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
      not_counted: taken.items
        .filter(({ outcome }) => outcome !== 'kept' && outcome !== 'already')
        .map(({ position }) => position),
    }
  })
