/**
 * Starts an attempt: reads in one round trip, decides here, and writes in one statement that checks the decision.
 */
import { randomUUID } from 'node:crypto'
import type { AttemptPage, startAttempt } from '#contract/assessments/assessments.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Query, Rows } from '#server/core/db/query.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { toAttemptPage } from './attempt.mapper.ts'
import { openAttempt, drawnRows, isExpired, moveLease, type TopicRow } from './attempts.repository.ts'
import { endAtDeadline, readAttemptPage } from './attempt.service.ts'
import { auditEntryOf } from '../audit.ts'
import type { AssessmentContext } from '../context.ts'
import { startBlocker, learnerOf, type NotStartable } from '../list.service.ts'
import { startQueries, type EarlierRow, type StartRow } from './start.repository.ts'

const BLOCKER_TEXTS: Record<NotStartable | 'phone', string> = {
  inactive: 'This assessment is not available at the moment.',
  not_open_yet: 'This assessment has not opened yet.',
  closed: 'This assessment is closed.',
  no_attempts_left: 'You have no attempts left for this assessment.',
  being_prepared: 'This assessment is still being prepared. Please try again later.',
  phone: 'Please verify your phone number first.',
}
const startRefused = (blocker: keyof typeof BLOCKER_TEXTS) => new AppError('conflict', BLOCKER_TEXTS[blocker])
/** Retries when the data changed between reading and writing. */
const START_RETRIES = 5
const startContended = () =>
  new AppError('conflict', 'This assessment is being started elsewhere, too. Please try again.')

type StartBody = BodyOf<typeof startAttempt>

/** Resumes a running attempt. Null when there is none, or when it had expired and was ended now. */
const resume = (
  context: AssessmentContext,
  scope: MemberScope,
  assessmentId: number,
  holder: string,
): Promise<AttemptPage | null> =>
  scope.tx(async (db) => {
    const learner = learnerOf(scope)
    const now = scope.clock.now()
    const row = await openAttempt(db, learner, assessmentId)
    if (!row) return null
    if (isExpired(row, now)) {
      await endAtDeadline(context, db, learner.clientId, row, now)
      return null
    }
    await moveLease(db, learner, row.id, holder, now)
    const resumed = await openAttempt(db, learner, assessmentId)
    return resumed ? readAttemptPage(context, db, resumed, learner, { now, holder }) : null
  })

/** One try to start or resume; null when the data changed meanwhile. */
const tryStart = async (
  context: AssessmentContext,
  scope: MemberScope,
  assessmentId: number,
  body: StartBody,
): Promise<AttemptPage | null> => {
  const learner = learnerOf(scope)
  const now = scope.clock.now()
  const id = randomUUID()
  const read = await context.limitStarts(() =>
    scope.read(
      ...startQueries(learner, assessmentId),
      context.drawing.query(learner.clientId, assessmentId, id),
    ),
  )
  const [earlier, [assessment], topics, drawing] = read as [EarlierRow[], StartRow[], TopicRow[], unknown[]]
  if (earlier.some(({ state }) => state === 'open')) return resume(context, scope, assessmentId, body.holder)
  if (!assessment || (assessment.status !== 'active' && earlier.length === 0)) throw notFound()
  const drawn = context.drawing.from(drawing, id)
  const questions = drawn?.length ?? 0
  const blocker = startBlocker({ ...assessment, questions }, assessment, earlier.length, now)
  // Report a missing phone number first: the bank may be filled again by the time it is verified.
  if (blocker && blocker !== 'being_prepared') throw startRefused(blocker)
  if (assessment.phone_verification && assessment.phone === null) throw startRefused('phone')
  if (blocker || !drawn) throw startRefused('being_prepared')
  const readRows: Rows = async <R>(query: Query) => (await scope.read(query))[0] as R[]
  const questionRows = drawnRows(drawn)
  const shown = await context.texts.fill(learner.clientId, questionRows, readRows)
  const number = Math.max(0, ...earlier.map((each) => each.number)) + 1
  const isStarted = await context.startAttempt({
    ...learner,
    id,
    assessmentId,
    earlier: earlier.length,
    durationMinutes: assessment.duration_minutes,
    extraMinutes: assessment.extra_minutes,
    bands: assessment.bands,
    passPercent: assessment.pass_percent,
    holder: body.holder,
    ref: body.ref,
    phone: assessment.phone_verification ? assessment.phone : null,
    questions: questionRows,
    now,
    auditEntry: auditEntryOf(scope, {
      action: 'assessments.start',
      object: `attempt:${id}`,
      detail: { assessment: assessmentId, questions },
    }),
  })
  if (!isStarted) return null
  const topicIds = new Set(questionRows.map((each) => each.topic_id))
  const minutes = assessment.duration_minutes + assessment.extra_minutes
  return toAttemptPage(
    {
      id,
      assessment_id: assessmentId,
      number,
      state: 'open',
      duration_minutes: assessment.duration_minutes,
      extra_minutes: assessment.extra_minutes,
      started_at: now,
      deadline_at: new Date(now.getTime() + minutes * 60_000),
      finished_at: null,
      holder: body.holder,
      version: 1,
      position: 1,
      events: 0,
    },
    assessment,
    { questions: shown, answers: [], topics: topics.filter((topic) => topicIds.has(topic.id)) },
    { now, holder: body.holder },
  )
}

/** Starts an attempt or resumes a running one: a hundred simultaneous starts create one attempt (E2). */
export const startOrResume = async (
  context: AssessmentContext,
  scope: MemberScope,
  assessmentId: number,
  body: StartBody,
): Promise<AttemptPage> => {
  for (let attempt = 0; attempt < START_RETRIES; attempt += 1) {
    const page = await tryStart(context, scope, assessmentId, body)
    if (page) return page
  }
  throw startContended()
}
