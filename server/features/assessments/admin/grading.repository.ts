/** Grades finished attempts again. A result is never changed; each grading adds a version. */
import { sql } from 'kysely'
import type { Letter } from '#contract/assessments/shapes.ts'
import type { TenantDb } from '#server/core/db/database.ts'

/** Serializes regrading and counting of late answers for one assessment. */
export const lockGrading = async (db: TenantDb, clientId: number, assessmentId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`grading:${clientId}:${assessmentId}`}, 0))`.execute(
    db,
  )
}

export interface RegradedRow {
  attempt_id: string
  user_id: number
  name: string
  email: string
  before_right: number
  before_percent: number
  before_scholarship: number
  right_answers: number
  percent: number
  scholarship_percent: number
}

/**
 * Adds a result version to each attempt whose result differs now (`always`: to every attempt) and returns these.
 */
export const regradeAttempts = async (
  db: TenantDb,
  clientId: number,
  attempts: readonly string[],
  cause: { reason: string; by: number; now: Date; always?: boolean },
): Promise<RegradedRow[]> => {
  const { rows } = await sql<RegradedRow>`
    with changed as (
      select g.*, a.result_version + 1 as version, a.user_id, a.right_answers as before_right, a.percent as before_percent,
        a.scholarship_percent as before_scholarship
      from attempt_grades(${clientId}, ${[...attempts]}::uuid[]) g
      join assessment_attempt a on a.client_id = ${clientId} and a.id = g.attempt_id and a.state = 'submitted'
      join attempt_result r on r.client_id = a.client_id and r.attempt_id = a.id and r.version = a.result_version
      where ${cause.always ?? false} or (g.right_answers, g.topics) is distinct from (r.right_answers, r.topics)
    ), added as (
      insert into attempt_result (client_id, attempt_id, version, right_answers, questions, percent, passed,
        scholarship_percent, topics, reason, by_user, at)
      select ${clientId}, c.attempt_id, c.version, c.right_answers, c.questions, c.percent, c.passed,
        c.scholarship_percent, c.topics, ${cause.reason}, ${cause.by}::integer, ${cause.now}::timestamptz from changed c
    ), updated as (
      update assessment_attempt a set result_version = c.version, right_answers = c.right_answers, percent = c.percent,
        passed = c.passed, scholarship_percent = c.scholarship_percent
      from changed c where a.client_id = ${clientId} and a.id = c.attempt_id
    )
    select c.attempt_id, c.user_id, u.full_name as name, u.email, c.before_right, c.before_percent::float8 as before_percent,
      c.before_scholarship, c.right_answers, c.percent::float8 as percent, c.scholarship_percent
    from changed c join app_user u on u.client_id = ${clientId} and u.id = c.user_id
    order by u.full_name, c.attempt_id`.execute(db)
  return rows
}

export interface QuestionKey {
  question_id: number
  version: number
  letters: readonly Letter[]
}

/**
 * Question versions in finished attempts whose key was corrected in the bank later, with the options of that
 * version.
 */
export const keysCorrectedInBank = async (
  db: TenantDb,
  clientId: number,
  assessmentId: number,
): Promise<QuestionKey[]> => {
  const { rows } = await sql<QuestionKey>`
    select used.question_id, used.version, array[n.answer] as letters
    from (
      select distinct q.question_id, q.version from attempt_question q
      join assessment_attempt a on a.client_id = q.client_id and a.id = q.attempt_id
      where q.client_id = ${clientId} and a.assessment_id = ${assessmentId} and a.state = 'submitted'
    ) used
    join bank_question_version v
      on v.client_id = ${clientId} and v.question_id = used.question_id and v.version = used.version
    join lateral (
      select w.answer from bank_question_version w
      where w.client_id = v.client_id and w.question_id = v.question_id and w.options_of = v.options_of
      order by w.version desc limit 1
    ) n on true
    left join question_key_fix f
      on f.client_id = v.client_id and f.question_id = v.question_id and f.version = v.version
    where coalesce(f.letters, array[v.answer]) <> array[n.answer]`.execute(db)
  return rows
}

/** Finished attempts of the assessment that contain one of these questions. */
export const attemptsWithQuestions = async (
  db: TenantDb,
  clientId: number,
  assessmentId: number,
  keys: readonly QuestionKey[],
): Promise<{ attempts: string[]; usedKeys: Set<string> }> => {
  const { rows } = await sql<{ question_id: number; version: number; attempts: string[] }>`
    select q.question_id, q.version, array_agg(a.id) as attempts
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k(question_id integer, version integer)
    join attempt_question q
      on q.client_id = ${clientId} and q.question_id = k.question_id and q.version = k.version
    join assessment_attempt a on a.client_id = q.client_id and a.id = q.attempt_id
    where a.assessment_id = ${assessmentId} and a.state = 'submitted'
    group by q.question_id, q.version`.execute(db)
  return {
    attempts: [...new Set(rows.flatMap((row) => row.attempts))],
    usedKeys: new Set(rows.map((row) => `${row.question_id}:${row.version}`)),
  }
}

/** Where attempts contain one of these questions: the assessments, and whether one of the attempts is the person's. */
export const usesOfKeys = async (
  db: TenantDb,
  clientId: number,
  keys: readonly QuestionKey[],
  userId: number,
): Promise<{ assessments: number[]; isOwn: boolean }> => {
  const { rows } = await sql<{ assessment_id: number; own: boolean }>`
    select a.assessment_id, bool_or(a.user_id = ${userId}) as own
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k(question_id integer, version integer)
    join attempt_question q
      on q.client_id = ${clientId} and q.question_id = k.question_id and q.version = k.version
    join assessment_attempt a on a.client_id = q.client_id and a.id = q.attempt_id
    group by a.assessment_id`.execute(db)
  return { assessments: rows.map((row) => row.assessment_id), isOwn: rows.some(({ own }) => own) }
}

export const saveCorrectedKeys = async (
  db: TenantDb,
  clientId: number,
  keys: readonly QuestionKey[],
  cause: { reason: string; by: number; now: Date },
): Promise<void> => {
  await sql`
    insert into question_key_fix (client_id, question_id, version, letters, reason, by_user, at)
    select ${clientId}, k.question_id, k.version, k.letters, ${cause.reason}, ${cause.by}::integer, ${cause.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k(question_id integer, version integer, letters text[])
    on conflict (client_id, question_id, version) do update
      set letters = excluded.letters, reason = excluded.reason, by_user = excluded.by_user, at = excluded.at`.execute(
    db,
  )
}
