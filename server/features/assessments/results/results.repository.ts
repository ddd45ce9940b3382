import { sql } from 'kysely'
import type { Letter } from '#contract/assessments/shapes.ts'
import type { Language } from '#contract/languages.ts'
import type { TenantDb } from '#server/core/db/database.ts'

export interface StoredTopic {
  topic_id: number
  right: number
  questions: number
}
export interface ResultVersionRow {
  version: number
  right_answers: number
  questions: number
  percent: number
  passed: boolean | null
  scholarship_percent: number
  topics: StoredTopic[]
  reason: string | null
  by: string | null
  at: Date
}

/** Result versions, newest first. */
export const resultsOf = async (
  db: TenantDb,
  clientId: number,
  attemptId: string,
): Promise<ResultVersionRow[]> => {
  const { rows } = await sql<ResultVersionRow>`
    select r.version, r.right_answers, r.questions, r.percent::float8 as percent, r.passed, r.scholarship_percent,
      r.topics, r.reason, r.at, u.full_name as by
    from attempt_result r
    left join app_user u on u.client_id = r.client_id and u.id = r.by_user
    where r.client_id = ${clientId} and r.attempt_id = ${attemptId} order by r.version desc`.execute(db)
  return rows
}

export interface LateRow {
  id: number
  position: number
  choice: Letter | null
  given_at: Date
  received_at: Date
  why: 'late' | 'elsewhere'
  counted_at: Date | null
  counted_reason: string | null
  by: string | null
}

export const lateAnswersOf = async (
  db: TenantDb,
  clientId: number,
  attemptId: string,
): Promise<LateRow[]> => {
  const { rows } = await sql<LateRow>`
    select l.id, l.position, l.choice, l.given_at, l.received_at, l.why, l.counted_at, l.counted_reason, u.full_name as by
    from attempt_late_answer l
    left join app_user u on u.client_id = l.client_id and u.id = l.counted_by
    where l.client_id = ${clientId} and l.attempt_id = ${attemptId} order by l.received_at, l.id`.execute(db)
  return rows
}

/** How many finished attempts of the assessment have a lower or equal score. */
export interface Rank {
  below: number
  equal: number
  all: number
}

export const rankOf = async (
  db: TenantDb,
  clientId: number,
  assessmentId: number,
  percent: number,
): Promise<Rank> => {
  const { rows } = await sql<Rank>`
    select count(*) filter (where percent < ${percent}::numeric)::integer as below,
      count(*) filter (where percent = ${percent}::numeric)::integer as equal, count(*)::integer as all
    from assessment_attempt
    where client_id = ${clientId} and assessment_id = ${assessmentId} and state = 'submitted'`.execute(db)
  return rows[0] ?? { below: 0, equal: 0, all: 0 }
}

export interface ReviewRow {
  position: number
  question_id: number
  version: number
  topic_id: number
  language: Language
  shown: { [L in Language]?: { prompt: string; options: string[] } }
  explanations: { [L in Language]?: string }
  option_order: string
  /** The author's letters that count as right. */
  right_letters: Letter[]
  key_corrected: boolean
  choice: Letter | null
  is_right: boolean
  final: boolean
  marked: boolean
  saved_at: Date | null
  submitted_at: Date | null
}

/** Every question with its key and its mark: only for released results and for staff. */
export const markedQuestions = async (
  db: TenantDb,
  clientId: number,
  attemptId: string,
): Promise<ReviewRow[]> => {
  const { rows } = await sql<ReviewRow>`
    select q.position, q.question_id, q.version, q.topic_id, v.language, v.shown, v.explanations, q.option_order,
      coalesce(f.letters, array[v.answer]) as right_letters, f.letters is not null as key_corrected, m.choice, m.is_right,
      coalesce(a.final, false) as final, coalesce(a.marked, false) as marked, a.saved_at, a.submitted_at
    from attempt_question q
    join attempt_marks(${clientId}, array[${attemptId}::uuid]) m on m.position = q.position
    join bank_question_version v on v.client_id = q.client_id and v.question_id = q.question_id and v.version = q.version
    left join question_key_fix f
      on f.client_id = q.client_id and f.question_id = q.question_id and f.version = q.version
    left join attempt_answer a
      on a.client_id = q.client_id and a.attempt_id = q.attempt_id and a.position = q.position
    where q.client_id = ${clientId} and q.attempt_id = ${attemptId} order by q.position`.execute(db)
  return rows
}

export interface ReceiptRow {
  position: number
  question_id: number
  version: number
  choice: Letter | null
  final: boolean
  saved_at: Date | null
  submitted_at: Date | null
  shown: { [L in Language]?: { prompt: string; options: string[] } }
  option_order: string
}

/** The submitted answers, without keys. */
export const receiptRows = async (
  db: TenantDb,
  clientId: number,
  attemptId: string,
): Promise<ReceiptRow[]> => {
  const { rows } = await sql<ReceiptRow>`
    select q.position, q.question_id, q.version, a.choice, coalesce(a.final, false) as final, a.saved_at, a.submitted_at,
      v.shown, q.option_order
    from attempt_question q
    join bank_question_version v on v.client_id = q.client_id and v.question_id = q.question_id and v.version = q.version
    left join attempt_answer a
      on a.client_id = q.client_id and a.attempt_id = q.attempt_id and a.position = q.position
    where q.client_id = ${clientId} and q.attempt_id = ${attemptId} order by q.position`.execute(db)
  return rows
}

/** The text under the checksum (`attempt_canonical` in 0091_attempts.sql). */
export const canonicalOf = async (
  db: TenantDb,
  clientId: number,
  attemptId: string,
  finishedAt: Date,
): Promise<string> => {
  const { rows } = await sql<{ text: string }>`
    select attempt_canonical(${clientId}, ${attemptId}, ${finishedAt}) as text`.execute(db)
  return rows[0]?.text ?? ''
}

export const nameOf = async (db: TenantDb, clientId: number, userId: number): Promise<string> => {
  const { rows } = await sql<{ full_name: string }>`
    select full_name from app_user where client_id = ${clientId} and id = ${userId}`.execute(db)
  return rows[0]?.full_name ?? ''
}
