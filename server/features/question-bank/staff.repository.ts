import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { AssessmentKey } from './authoring.repository.ts'

export interface PersonRow {
  id: number
  name: string
  email: string
}
export interface StaffRow extends PersonRow {
  added_at: Date
  added_by: string | null
}

export const ownerOf = async (
  db: TenantDb,
  { clientId, assessmentId }: AssessmentKey,
): Promise<PersonRow | null> => {
  const { rows } = await sql<PersonRow>`
    select u.id, u.full_name as name, u.email from assessment a
    join app_user u on u.client_id = a.client_id and u.id = a.owner_id
    where a.client_id = ${clientId} and a.id = ${assessmentId}`.execute(db)
  return rows[0] ?? null
}

export const staffOf = async (
  db: TenantDb,
  { clientId, assessmentId }: AssessmentKey,
): Promise<StaffRow[]> => {
  const { rows } = await sql<StaffRow>`
    select u.id, u.full_name as name, u.email, s.added_at, b.full_name as added_by from assessment_staff s
    join app_user u on u.client_id = s.client_id and u.id = s.user_id
    left join app_user b on b.client_id = s.client_id and b.id = s.added_by
    where s.client_id = ${clientId} and s.assessment_id = ${assessmentId}
    order by u.full_name, u.id`.execute(db)
  return rows
}

/** Instructors without a part in the assessment yet: others cannot work on it, and admins need no part. */
const canJoin = ({ clientId, assessmentId }: AssessmentKey) => sql`u.client_id = ${clientId}
  and u.role = 'instructor' and u.disabled_at is null
  and not exists (select from assessment_staff s
    where s.client_id = u.client_id and s.assessment_id = ${assessmentId} and s.user_id = u.id)
  and not exists (select from assessment a
    where a.client_id = u.client_id and a.id = ${assessmentId} and a.owner_id = u.id)`

export const candidates = async (
  db: TenantDb,
  key: AssessmentKey,
  { pattern, inEmails, limit }: { pattern: string; inEmails: boolean; limit: number },
): Promise<PersonRow[]> => {
  const { rows } = await sql<PersonRow>`
    select u.id, u.full_name as name, u.email from app_user u
    where ${canJoin(key)} and (u.full_name ilike ${pattern} or (${inEmails} and u.email ilike ${pattern}))
    order by u.full_name, u.id limit ${limit}`.execute(db)
  return rows
}

/** The role of somebody who can sign in; undefined for everybody else. */
export const roleOf = async (db: TenantDb, clientId: number, userId: number): Promise<string | undefined> => {
  const { rows } = await sql<{ role: string }>`
    select role from app_user
    where client_id = ${clientId} and id = ${userId} and disabled_at is null`.execute(db)
  return rows[0]?.role
}

/** False if the person was there already. */
export const addStaff = async (
  db: TenantDb,
  { clientId, assessmentId }: AssessmentKey,
  userId: number,
  { by, now }: { by: number; now: Date },
): Promise<boolean> => {
  const added = await sql`
    insert into assessment_staff (client_id, assessment_id, user_id, added_by, added_at)
    values (${clientId}, ${assessmentId}, ${userId}, ${by}, ${now}) on conflict do nothing`.execute(db)
  return Boolean(added.numAffectedRows)
}

/** False if the person was not there. */
export const removeStaff = async (
  db: TenantDb,
  { clientId, assessmentId }: AssessmentKey,
  userId: number,
): Promise<boolean> => {
  const removed = await sql`
    delete from assessment_staff
    where client_id = ${clientId} and assessment_id = ${assessmentId} and user_id = ${userId}`.execute(db)
  return Boolean(removed.numAffectedRows)
}

export const setOwner = async (
  db: TenantDb,
  { clientId, assessmentId }: AssessmentKey,
  userId: number,
): Promise<void> => {
  await sql`update assessment set owner_id = ${userId}
    where client_id = ${clientId} and id = ${assessmentId}`.execute(db)
}

/** Locks the assessment, so that two changes of its staff cannot exceed their number or lose an owner. */
export const lockStaff = async (db: TenantDb, { clientId, assessmentId }: AssessmentKey): Promise<void> => {
  await sql`select from assessment where client_id = ${clientId} and id = ${assessmentId} for update`.execute(
    db,
  )
}
