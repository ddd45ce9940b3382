import { sql } from 'kysely'
import type pg from 'pg'
import {
  LATE_GRACE_MS,
  type AnswerOutcome,
  type AttemptState,
  type Letter,
  type SentAnswer,
} from '#contract/assessments/shapes.ts'
import type { AnswerItem } from '#contract/assessments/assessments.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Learner } from './attempts.repository.ts'

export interface AnswerBatch {
  attemptId: string
  holder: string
  version: number
  position: number | null
  answers: readonly SentAnswer[]
  now: Date
}

type ItemTuple = [
  number,
  number,
  AnswerOutcome,
  Letter | null,
  boolean,
  boolean,
  boolean,
  number,
  number | null,
]
interface SavedRow {
  state: AttemptState
  deadline_at: Date
  version: number
  held: boolean
  extra_minutes: number
  assessment_id: number
  items: ItemTuple[]
}
export interface SavedAnswers extends Omit<SavedRow, 'items'> {
  items: AnswerItem[]
}

const toItem = ([
  position,
  seq,
  outcome,
  choice,
  final,
  marked,
  seen,
  savedSeq,
  savedMs,
]: ItemTuple): AnswerItem => ({
  position,
  seq,
  outcome,
  kept: {
    position,
    choice,
    final,
    marked,
    seen,
    seq: savedSeq,
    saved_at: savedMs === null ? null : new Date(savedMs).toISOString(),
  },
})

const COLUMNS = 'state, deadline_at, version, held, extra_minutes, assessment_id, items'
const argumentsOf = (learner: Learner, batch: AnswerBatch) =>
  [
    learner.clientId,
    learner.userId,
    batch.attemptId,
    batch.holder,
    batch.version,
    batch.position,
    JSON.stringify(batch.answers),
    batch.now,
    `${LATE_GRACE_MS} milliseconds`,
  ] as const

/**
 * Calls `save_attempt_answers` (0091_attempts.sql), which contains the rules. A single prepared statement is its own
 * transaction and one round trip. Null when this learner has no such attempt.
 */
export const saveAnswersWith =
  (pool: pg.Pool) =>
  async (learner: Learner, batch: AnswerBatch): Promise<SavedAnswers | null> => {
    const { rows } = await pool.query<SavedRow>({
      name: 'save_attempt_answers',
      text: `select ${COLUMNS} from save_attempt_answers($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      values: [...argumentsOf(learner, batch)],
    })
    const [row] = rows
    return row ? { ...row, items: row.items.map(toItem) } : null
  }

/** The same inside a transaction; the attempt stays locked until it ends. */
export const saveAnswersIn = async (
  db: TenantDb,
  learner: Learner,
  batch: AnswerBatch,
): Promise<SavedAnswers | null> => {
  const [tenant, userId, attempt, holder, version, position, answers, now, grace] = argumentsOf(
    learner,
    batch,
  )
  const { rows } = await sql<SavedRow>`
    select ${sql.raw(COLUMNS)} from save_attempt_answers(${tenant}, ${userId}, ${attempt}, ${holder}, ${version}, ${position},
      ${answers}, ${now}, ${grace})`.execute(db)
  const [row] = rows
  return row ? { ...row, items: row.items.map(toItem) } : null
}

/** Ignores duplicates and reports beyond the limit. Returns how many were new. */
export const insertReports = async (
  db: TenantDb,
  clientId: number,
  attemptId: string,
  reports: readonly { id: string; kind: string; at: string; lasted_ms: number; position: number | null }[],
  now: Date,
): Promise<number> => {
  const result = await sql`
    insert into attempt_event (client_id, attempt_id, id, kind, at, lasted_ms, position, received_at)
    select ${clientId}, ${attemptId}, e.id, e.kind, e.at, e.lasted_ms, e.position, ${now}
    from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb)
      as e(id uuid, kind text, at timestamptz, lasted_ms integer, position integer)
    where (select count(*) from attempt_event o where o.client_id = ${clientId} and o.attempt_id = ${attemptId}) < ${REPORTS_MAX}
    on conflict do nothing`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}
/** For one attempt. */
const REPORTS_MAX = 2_000

export const setEvents = async (
  db: TenantDb,
  clientId: number,
  id: string,
  events: number,
): Promise<void> => {
  await sql`update assessment_attempt set events = ${events} where client_id = ${clientId} and id = ${id}`.execute(
    db,
  )
}

/** Records the heartbeat of the device that holds the lease. */
export const recordHeartbeat = async (
  db: TenantDb,
  learner: Learner,
  heartbeat: { id: string; holder: string; version: number; position: number; now: Date },
): Promise<void> => {
  await sql`
    update assessment_attempt set last_seen_at = ${heartbeat.now}, position = least(${heartbeat.position}, questions)
    where client_id = ${learner.clientId} and id = ${heartbeat.id} and user_id = ${learner.userId} and state = 'open'
      and holder = ${heartbeat.holder} and version = ${heartbeat.version}`.execute(db)
}
