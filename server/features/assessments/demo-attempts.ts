/**
 * Past attempts for the demo. They are written as the product writes them, and ended and graded by the same
 * function.
 */
import { sql } from 'kysely'
import type { IntegrityKind, Letter } from '#contract/assessments/shapes.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { shownLetter } from './attempts/attempt.mapper.ts'
import {
  insertAttempt,
  assessmentById,
  finishAttempt,
  orderText,
  type AssessmentRow,
} from './attempts/attempts.repository.ts'
import type { DrawnQuestion } from './attempts/attempts.repository.ts'
import { timelineOf } from './attempts/integrity.ts'
import { markResultSeen } from './results/notify-results.job.ts'

export interface PastQuestion {
  readonly topicId: number
  readonly difficulty: 'easy' | 'medium' | 'hard'
  /** The right letter as this learner sees it. */
  readonly right: Letter
}

export interface PastAttempt {
  readonly id: string
  readonly holder: string
  readonly userId: number
  readonly assessmentId: number
  readonly number: number
  readonly startedAt: Date
  readonly minutes: number
  readonly phone: string | null
  readonly ref: string | null
  readonly questions: readonly DrawnQuestion[]
  /** Null leaves the question unanswered. */
  readonly choose: (question: PastQuestion) => Letter | null
  readonly events: readonly { id: string; kind: IntegrityKind; minute: number; lastedMs: number }[]
}

const keysOf = async (
  db: TenantDb,
  clientId: number,
  questions: readonly DrawnQuestion[],
): Promise<Map<number, { answer: Letter; difficulty: PastQuestion['difficulty'] }>> => {
  const { rows } = await sql<{ id: number; answer: Letter; difficulty: PastQuestion['difficulty'] }>`
    select q.id, v.answer, q.difficulty from bank_question q
    join bank_question_version v on v.client_id = q.client_id and v.question_id = q.id and v.version = q.version
    where q.client_id = ${clientId} and q.id = any(${questions.map((question) => question.id)})`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

const insertAnswers = async (
  db: TenantDb,
  clientId: number,
  past: PastAttempt,
  spentMs: number,
): Promise<void> => {
  const keys = await keysOf(db, clientId, past.questions)
  const rows = past.questions.flatMap((question, index) => {
    const key = keys.get(question.id)
    if (!key) return []
    const right = shownLetter(orderText(question.options), key.answer)
    const choice = past.choose({ topicId: question.topic_id, difficulty: key.difficulty, right })
    if (choice === null) return []
    const at = new Date(
      past.startedAt.getTime() + Math.round((spentMs * (index + 1)) / past.questions.length),
    )
    return [{ position: index + 1, choice, at: at.toISOString() }]
  })
  await sql`
    insert into attempt_answer (client_id, attempt_id, position, choice, final, seen, seq, holder, saved_at, submitted_at)
    select ${clientId}, ${past.id}, a.position, a.choice, true, true, 1, ${past.holder}, a.at, a.at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a(position integer, choice text, at timestamptz)`.execute(
    db,
  )
}

const insertEvents = async (db: TenantDb, clientId: number, past: PastAttempt): Promise<void> => {
  if (past.events.length === 0) return
  const reports = past.events.map(({ id, kind, minute, lastedMs }) => ({
    id,
    kind,
    at: new Date(past.startedAt.getTime() + minute * 60_000),
    lasted_ms: lastedMs,
    position: null,
  }))
  await sql`
    insert into attempt_event (client_id, attempt_id, id, kind, at, lasted_ms, received_at)
    select ${clientId}, ${past.id}, e.id, e.kind, e.at, e.lasted_ms, e.at
    from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb)
      as e(id uuid, kind text, at timestamptz, lasted_ms integer)`.execute(db)
  await sql`update assessment_attempt set events = ${timelineOf(reports).length}
    where client_id = ${clientId} and id = ${past.id}`.execute(db)
}

/** Adds one finished attempt. With `minutes` at or beyond the duration the deadline ended it. */
export const addPastSitting = async (
  db: TenantDb,
  clientId: number,
  assessment: AssessmentRow,
  past: PastAttempt,
): Promise<void> => {
  const isTimedOut = past.minutes >= assessment.duration_minutes
  const spentMs = Math.min(past.minutes, assessment.duration_minutes) * 60_000
  const endedAt = new Date(past.startedAt.getTime() + spentMs)
  const learner = { clientId, userId: past.userId }
  if (past.phone)
    await sql`insert into assessment_phone (client_id, assessment_id, phone, user_id, verified_at)
      values (${clientId}, ${past.assessmentId}, ${past.phone}, ${past.userId}, ${past.startedAt})
      on conflict do nothing`.execute(db)
  await insertAttempt(db, learner, {
    id: past.id,
    assessmentId: past.assessmentId,
    number: past.number,
    durationMinutes: assessment.duration_minutes,
    extraMinutes: 0,
    bands: assessment.bands,
    passPercent: assessment.pass_percent,
    holder: past.holder,
    ref: past.ref,
    phone: past.phone,
    questions: past.questions,
    now: past.startedAt,
  })
  // The last seconds go to reviewing the answers.
  await insertAnswers(db, clientId, past, spentMs * 0.97)
  await insertEvents(db, clientId, past)
  await finishAttempt(db, clientId, {
    id: past.id,
    by: isTimedOut ? 'deadline' : 'learner',
    at: endedAt,
    now: endedAt,
  })
  await markResultSeen(db, clientId, past.id)
}

export { assessmentById as pastAssessment }
