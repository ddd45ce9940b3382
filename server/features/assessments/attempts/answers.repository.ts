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
import type { Own } from './attempts.repository.ts'

export interface Sent {
  attemptId: string
  holder: string
  version: number
  position: number | null
  answers: readonly SentAnswer[]
  now: Date
}

type Item = [number, number, AnswerOutcome, Letter | null, boolean, boolean, boolean, number, number | null]
interface TakenRow {
  state: AttemptState
  deadline_at: Date
  version: number
  held: boolean
  extra_minutes: number
  assessment_id: number
  items: Item[]
}
export interface Taken extends Omit<TakenRow, 'items'> {
  items: AnswerItem[]
}

const toItem = ([position, seq, outcome, choice, final, marked, seen, kept, savedMs]: Item): AnswerItem => ({
  position,
  seq,
  outcome,
  kept: {
    position,
    choice,
    final,
    marked,
    seen,
    seq: kept,
    saved_at: savedMs === null ? null : new Date(savedMs).toISOString(),
  },
})

const COLUMNS = 'state, deadline_at, version, held, extra_minutes, assessment_id, items'
const values = (own: Own, sent: Sent) =>
  [
    own.clientId,
    own.userId,
    sent.attemptId,
    sent.holder,
    sent.version,
    sent.position,
    JSON.stringify(sent.answers),
    sent.now,
    `${LATE_GRACE_MS} milliseconds`,
  ] as const

/**
 * One call of `save_attempt_answers` (0091_attempts.sql), which holds the rules: a single prepared statement is its own
 * transaction and one round trip. Null when the attempt is not there for this person.
 */
export const takeAnswersOver =
  (pool: pg.Pool) =>
  async (own: Own, sent: Sent): Promise<Taken | null> => {
    const { rows } = await pool.query<TakenRow>({
      name: 'save_attempt_answers',
      text: `select ${COLUMNS} from save_attempt_answers($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      values: [...values(own, sent)],
    })
    const [row] = rows
    return row ? { ...row, items: row.items.map(toItem) } : null
  }

/** The same within a transaction; the attempt stays locked until its end. */
export const takeAnswersIn = async (db: TenantDb, own: Own, sent: Sent): Promise<Taken | null> => {
  const [tenant, who, attempt, holder, version, position, answers, now, grace] = values(own, sent)
  const { rows } = await sql<TakenRow>`
    select ${sql.raw(COLUMNS)} from save_attempt_answers(${tenant}, ${who}, ${attempt}, ${holder}, ${version}, ${position},
      ${answers}, ${now}, ${grace})`.execute(db)
  const [row] = rows
  return row ? { ...row, items: row.items.map(toItem) } : null
}

/** Nothing noted twice, nothing from outside the attempt. Answers how many were new. */
export const addReports = async (
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
/** Of one attempt. */
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

/** What the device that holds the attempt says of itself. */
export const noteBeat = async (
  db: TenantDb,
  own: Own,
  beat: { id: string; holder: string; version: number; position: number; now: Date },
): Promise<void> => {
  await sql`
    update assessment_attempt set last_seen_at = ${beat.now}, position = least(${beat.position}, questions)
    where client_id = ${own.clientId} and id = ${beat.id} and user_id = ${own.userId} and state = 'open'
      and holder = ${beat.holder} and version = ${beat.version}`.execute(db)
}
