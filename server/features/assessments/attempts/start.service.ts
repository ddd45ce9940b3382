/** Beginning an attempt: read in one round trip, decided here, written in one statement that makes sure of it. */
import { randomUUID } from 'node:crypto'
import type { AttemptPage, startAttempt } from '#contract/assessments/assessments.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Query, Rows } from '#server/core/db/query.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { toAttemptPage } from './attempt.mapper.ts'
import { openAttempt, drawnRows, isOver, takeHold, type TopicRow } from './attempts.repository.ts'
import { endAtDeadline, pageOf } from './attempt.service.ts'
import { entryOf } from '../audit-line.ts'
import type { AssessmentContext } from '../context.ts'
import { barTo, ownOf, type NotStartable } from '../list.service.ts'
import { startQueries, type EarlierRow, type StartRow } from './start.repository.ts'

const BARRED: Record<NotStartable | 'phone', string> = {
  inactive: 'This assessment is not available at the moment.',
  not_open_yet: 'This assessment has not opened yet.',
  closed: 'This assessment is closed.',
  no_attempts_left: 'You have no attempts left for this assessment.',
  being_prepared: 'This assessment is still being prepared. Please try again later.',
  phone: 'Please verify your phone number first.',
}
const barred = (why: keyof typeof BARRED) => new AppError('conflict', BARRED[why])
/** What was read is another thing by the time it is written: looked at anew, so many times. */
const LOOKS = 5
const restless = () =>
  new AppError('conflict', 'This assessment is being started elsewhere, too. Please try again.')

type Asked = BodyOf<typeof startAttempt>

/** What runs goes on; null when nothing does, or what ran was over and has been ended now. */
const resume = (
  context: AssessmentContext,
  scope: MemberScope,
  assessmentId: number,
  holder: string,
): Promise<AttemptPage | null> =>
  scope.tx(async (db) => {
    const own = ownOf(scope)
    const now = scope.clock.now()
    const row = await openAttempt(db, own, assessmentId)
    if (!row) return null
    if (isOver(row, now)) {
      await endAtDeadline(context, db, own.clientId, row, now)
      return null
    }
    await takeHold(db, own, row.id, holder, now)
    const held = await openAttempt(db, own, assessmentId)
    return held ? pageOf(context, db, held, own, { now, holder }) : null
  })

/** One look and what follows from it; null when something was quicker. */
const look = async (
  context: AssessmentContext,
  scope: MemberScope,
  assessmentId: number,
  body: Asked,
): Promise<AttemptPage | null> => {
  const own = ownOf(scope)
  const now = scope.clock.now()
  const id = randomUUID()
  const read = await context.startTurn(() =>
    scope.read(...startQueries(own, assessmentId), context.drawing.query(own.clientId, assessmentId, id)),
  )
  const [earlier, [assessment], topics, drawing] = read as [EarlierRow[], StartRow[], TopicRow[], unknown[]]
  if (earlier.some(({ state }) => state === 'open')) return resume(context, scope, assessmentId, body.holder)
  if (!assessment || (assessment.status !== 'active' && earlier.length === 0)) throw notFound()
  const drawn = context.drawing.from(drawing, id)
  const questions = drawn?.length ?? 0
  const bar = barTo({ ...assessment, questions }, assessment, earlier.length, now)
  // Somebody without a number is told of that first: the bank may be full again by the time that it is verified.
  if (bar && bar !== 'being_prepared') throw barred(bar)
  if (assessment.phone_verification && assessment.phone === null) throw barred('phone')
  if (bar || !drawn) throw barred('being_prepared')
  const rows: Rows = async <R>(query: Query) => (await scope.read(query))[0] as R[]
  const frozen = drawnRows(drawn)
  const shown = await context.texts.fill(own.clientId, frozen, rows)
  const number = Math.max(0, ...earlier.map((each) => each.number)) + 1
  const begun = await context.begin({
    ...own,
    id,
    assessmentId,
    earlier: earlier.length,
    durationMinutes: assessment.duration_minutes,
    extraMinutes: assessment.extra_minutes,
    bands: assessment.bands,
    passPercent: assessment.pass_percent,
    holder: body.holder,
    ref: body.ref ?? null,
    phone: assessment.phone_verification ? assessment.phone : null,
    questions: frozen,
    now,
    note: entryOf(scope, {
      action: 'assessments.start',
      object: `attempt:${id}`,
      detail: { assessment: assessmentId, questions },
    }),
  })
  if (!begun) return null
  const asked = new Set(frozen.map((each) => each.topic_id))
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
    { questions: shown, answers: [], topics: topics.filter((topic) => asked.has(topic.id)) },
    { now, holder: body.holder },
  )
}

/** Starts, or comes back to what is running: a hundred starts at once begin one attempt (TRUST E2). */
export const startOrResume = async (
  context: AssessmentContext,
  scope: MemberScope,
  assessmentId: number,
  body: Asked,
): Promise<AttemptPage> => {
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const page = await look(context, scope, assessmentId, body)
    if (page) return page
  }
  throw restless()
}
