import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Own } from '../attempts/attempts.repository.ts'

/** Who binds a number and who starts with it come one after another. */
const lockNumber = async (db: TenantDb, clientId: number, phone: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`phone:${clientId}:${phone}`}, 0))`.execute(db)
}

/** Wishes for codes of one number and of one person are counted one at a time. */
export const lockPhone = async (db: TenantDb, own: Own, phone: string): Promise<void> => {
  // Always in this order, so that two callers cannot wait for each other.
  await lockNumber(db, own.clientId, phone)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`phone-of:${own.clientId}:${own.userId}`}, 0))`.execute(
    db,
  )
}

/** When codes went to this number or were asked for by this person, newest first. */
export const codesSince = async (db: TenantDb, own: Own, phone: string, since: Date): Promise<Date[]> => {
  const { rows } = await sql<{ created_at: Date }>`
    select created_at from assessment_phone_code
    where client_id = ${own.clientId} and (user_id = ${own.userId} or phone = ${phone}) and created_at > ${since}
    order by created_at desc`.execute(db)
  return rows.map((row) => row.created_at)
}

/** The new code is the only one that lives. */
export const addCode = async (
  db: TenantDb,
  own: Own,
  code: { assessmentId: number; phone: string; hmac: Buffer; now: Date; expiresAt: Date },
): Promise<void> => {
  await sql`update assessment_phone_code set ended_at = ${code.now}
    where client_id = ${own.clientId} and user_id = ${own.userId} and assessment_id = ${code.assessmentId}
      and ended_at is null`.execute(db)
  await sql`delete from assessment_phone_code
    where client_id = ${own.clientId} and user_id = ${own.userId}
      and created_at < ${new Date(code.now.getTime() - 7 * 24 * 3_600_000)}`.execute(db)
  await sql`insert into assessment_phone_code (client_id, assessment_id, user_id, phone, code_hmac, created_at, expires_at)
    values (${own.clientId}, ${code.assessmentId}, ${own.userId}, ${code.phone}, ${code.hmac}, ${code.now},
      ${code.expiresAt})`.execute(db)
}

export interface CodeRow {
  id: number
  phone: string
  code_hmac: Buffer
  tries: number
  expires_at: Date
}

export const lockCode = async (
  db: TenantDb,
  own: Own,
  assessmentId: number,
): Promise<CodeRow | undefined> => {
  const { rows } = await sql<CodeRow>`
    select id, phone, code_hmac, tries, expires_at from assessment_phone_code
    where client_id = ${own.clientId} and user_id = ${own.userId} and assessment_id = ${assessmentId}
      and ended_at is null order by id desc limit 1 for update`.execute(db)
  return rows[0]
}

export const countTry = async (db: TenantDb, clientId: number, id: number, most: number, now: Date) => {
  await sql`update assessment_phone_code
    set tries = tries + 1, ended_at = case when tries + 1 >= ${most} then ${now}::timestamptz end
    where client_id = ${clientId} and id = ${id}`.execute(db)
}

export const endCode = async (db: TenantDb, clientId: number, id: number, now: Date): Promise<void> => {
  await sql`update assessment_phone_code set ended_at = ${now} where client_id = ${clientId} and id = ${id}`.execute(
    db,
  )
}

export interface Holder {
  user_id: number
  /** Whether an attempt stands under it. */
  used: boolean
}

/** Whose number it is in this assessment. */
export const holderOf = async (
  db: TenantDb,
  clientId: number,
  assessmentId: number,
  phone: string,
): Promise<Holder | undefined> => {
  const { rows } = await sql<Holder>`
    select p.user_id, exists (select from assessment_attempt a where a.client_id = p.client_id
      and a.assessment_id = p.assessment_id and a.user_id = p.user_id and a.phone = p.phone) as used
    from assessment_phone p
    where p.client_id = ${clientId} and p.assessment_id = ${assessmentId} and p.phone = ${phone}`.execute(db)
  return rows[0]
}

export const ownPhone = async (db: TenantDb, own: Own, assessmentId: number): Promise<string | null> => {
  const { rows } = await sql<{ phone: string }>`
    select phone from assessment_phone
    where client_id = ${own.clientId} and assessment_id = ${assessmentId} and user_id = ${own.userId}`.execute(
    db,
  )
  return rows[0]?.phone ?? null
}

/** Takes the number from whoever verified it without using it, and the person's former number out. */
export const bindPhone = async (
  db: TenantDb,
  own: Own,
  assessmentId: number,
  phone: string,
  now: Date,
): Promise<void> => {
  await sql`delete from assessment_phone
    where client_id = ${own.clientId} and assessment_id = ${assessmentId}
      and (phone = ${phone} or user_id = ${own.userId})`.execute(db)
  await sql`insert into assessment_phone (client_id, assessment_id, phone, user_id, verified_at)
    values (${own.clientId}, ${assessmentId}, ${phone}, ${own.userId}, ${now})`.execute(db)
}
