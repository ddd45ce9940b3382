import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Learner } from '../attempts/attempts.repository.ts'

/** Serializes verifying a number and starting with it. */
const lockNumber = async (db: TenantDb, clientId: number, phone: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`phone:${clientId}:${phone}`}, 0))`.execute(db)
}

/** Serializes code requests for one number and for one learner. */
export const lockPhone = async (db: TenantDb, learner: Learner, phone: string): Promise<void> => {
  // Always in this order, so that two callers cannot deadlock.
  await lockNumber(db, learner.clientId, phone)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`phone-of:${learner.clientId}:${learner.userId}`}, 0))`.execute(
    db,
  )
}

/** When codes were sent to this number or requested by this learner, newest first. */
export const codesSince = async (
  db: TenantDb,
  learner: Learner,
  phone: string,
  since: Date,
): Promise<Date[]> => {
  const { rows } = await sql<{ created_at: Date }>`
    select created_at from assessment_phone_code
    where client_id = ${learner.clientId} and (user_id = ${learner.userId} or phone = ${phone}) and created_at > ${since}
    order by created_at desc`.execute(db)
  return rows.map((row) => row.created_at)
}

/** Adds a code and ends the earlier ones. */
export const addCode = async (
  db: TenantDb,
  learner: Learner,
  code: {
    assessmentId: number
    sessionId: string
    phone: string
    hmac: Buffer
    now: Date
    expiresAt: Date
  },
): Promise<void> => {
  await sql`update assessment_phone_code set ended_at = ${code.now}
    where client_id = ${learner.clientId} and user_id = ${learner.userId} and assessment_id = ${code.assessmentId}
      and ended_at is null`.execute(db)
  await sql`delete from assessment_phone_code
    where client_id = ${learner.clientId} and user_id = ${learner.userId}
      and created_at < ${new Date(code.now.getTime() - 7 * 24 * 3_600_000)}`.execute(db)
  await sql`insert into assessment_phone_code (client_id, assessment_id, user_id, session_id, phone, code_hmac, created_at, expires_at)
    values (${learner.clientId}, ${code.assessmentId}, ${learner.userId}, ${code.sessionId}, ${code.phone}, ${code.hmac}, ${code.now},
      ${code.expiresAt})`.execute(db)
}

export interface CodeRow {
  id: number
  /** Null for codes from before sessions were stored. */
  session_id: string | null
  phone: string
  code_hmac: Buffer
  tries: number
  expires_at: Date
}

export const lockCode = async (
  db: TenantDb,
  learner: Learner,
  assessmentId: number,
): Promise<CodeRow | undefined> => {
  const { rows } = await sql<CodeRow>`
    select id, session_id, phone, code_hmac, tries, expires_at from assessment_phone_code
    where client_id = ${learner.clientId} and user_id = ${learner.userId} and assessment_id = ${assessmentId}
      and ended_at is null order by id desc limit 1 for update`.execute(db)
  return rows[0]
}

export const countEntry = async (
  db: TenantDb,
  clientId: number,
  id: number,
  maxEntries: number,
  now: Date,
) => {
  await sql`update assessment_phone_code
    set tries = tries + 1, ended_at = case when tries + 1 >= ${maxEntries} then ${now}::timestamptz end
    where client_id = ${clientId} and id = ${id}`.execute(db)
}

export const endCode = async (db: TenantDb, clientId: number, id: number, now: Date): Promise<void> => {
  await sql`update assessment_phone_code set ended_at = ${now} where client_id = ${clientId} and id = ${id}`.execute(
    db,
  )
}

export interface PhoneOwner {
  user_id: number
  /** Whether an attempt was started with the number. */
  used: boolean
}

/** Who verified this number for this assessment. */
export const phoneOwnerOf = async (
  db: TenantDb,
  clientId: number,
  assessmentId: number,
  phone: string,
): Promise<PhoneOwner | undefined> => {
  const { rows } = await sql<PhoneOwner>`
    select p.user_id, exists (select from assessment_attempt a where a.client_id = p.client_id
      and a.assessment_id = p.assessment_id and a.user_id = p.user_id and a.phone = p.phone) as used
    from assessment_phone p
    where p.client_id = ${clientId} and p.assessment_id = ${assessmentId} and p.phone = ${phone}`.execute(db)
  return rows[0]
}

export const phoneOfLearner = async (
  db: TenantDb,
  learner: Learner,
  assessmentId: number,
): Promise<string | null> => {
  const { rows } = await sql<{ phone: string }>`
    select phone from assessment_phone
    where client_id = ${learner.clientId} and assessment_id = ${assessmentId} and user_id = ${learner.userId}`.execute(
    db,
  )
  return rows[0]?.phone ?? null
}

/**
 * Assigns the number to the learner: it leaves a previous owner who did not use it, and replaces the learner's
 * former number.
 */
export const bindPhone = async (
  db: TenantDb,
  learner: Learner,
  assessmentId: number,
  phone: string,
  now: Date,
): Promise<void> => {
  await sql`delete from assessment_phone
    where client_id = ${learner.clientId} and assessment_id = ${assessmentId}
      and (phone = ${phone} or user_id = ${learner.userId})`.execute(db)
  await sql`insert into assessment_phone (client_id, assessment_id, phone, user_id, verified_at)
    values (${learner.clientId}, ${assessmentId}, ${phone}, ${learner.userId}, ${now})`.execute(db)
}
