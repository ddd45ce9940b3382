import { sql } from 'kysely'
import type { Role } from '#contract/common.ts'
import type { discardReasons } from '#contract/activity.ts'
import type { TenantDb } from '#server/core/db/database.ts'

export interface Claim {
  userId: number
  segmentId: string
  /** The stretch before this one on the same page; null when there is none or nobody knows. */
  previousId: string | null
  sessionId: string
  deviceType: string
  device: string
  zone: string
  now: Date
  ageMs: number
  elapsedMs: number
}

/** One call of `credit_study_time` (0040_time_tracking.sql), which holds the rules. */
export const credit = async (db: TenantDb, claim: Claim): Promise<{ newlyMs: number; todayMs: number }> => {
  const result = await sql<{ newly_ms: number; today_ms: number }>`
    select newly_ms, today_ms from credit_study_time(
      ${claim.userId}, ${claim.segmentId}, ${claim.sessionId}, ${claim.deviceType}, ${claim.device}, ${claim.zone},
      ${claim.now}, ${Math.round(claim.ageMs)}, ${Math.round(claim.elapsedMs)}, ${claim.previousId})`.execute(
    db,
  )
  const row = result.rows[0]
  return { newlyMs: row?.newly_ms ?? 0, todayMs: row?.today_ms ?? 0 }
}

export interface StretchRow {
  started_at: Date
  ended_at: Date
  device: string
  device_type: string
  claimed_ms: number
  counted_ms: number
  reason: (typeof discardReasons)[number] | null
}

/** Stretches that touch one calendar day of the learner, newest first. */
export const stretchesOn = async (
  db: TenantDb,
  of: { userId: number; day: string; zone: string; limit: number },
): Promise<StretchRow[]> => {
  const result = await sql<StretchRow>`
    select started_at, ended_at, device, device_type, claimed_ms, counted_ms, reason
    from study_segment
    where client_id = current_client_id() and user_id = ${of.userId}
      and started_at < (${of.day}::date + 1)::timestamp at time zone ${of.zone}
      and ended_at > ${of.day}::date::timestamp at time zone ${of.zone}
    order by started_at desc limit ${of.limit}`.execute(db)
  return result.rows
}

/** Role of the person whose session lives; null when it has ended or the person may not enter. */
export const roleOfSession = async (
  db: TenantDb,
  of: { userId: number; sessionId: string; now: Date },
): Promise<Role | null> => {
  const result = await sql<{ role: Role }>`
    select u.role from user_session s
    join app_user u on u.client_id = s.client_id and u.id = s.user_id
    where s.client_id = current_client_id() and s.id = ${of.sessionId}::uuid and s.user_id = ${of.userId}
      and s.revoked_at is null and u.disabled_at is null
      and s.idle_expires_at > ${of.now} and s.absolute_expires_at > ${of.now}`.execute(db)
  return result.rows[0]?.role ?? null
}

/** Whether anything was reported in that session before. */
export const knowsSession = async (
  db: TenantDb,
  of: { userId: number; sessionId: string },
): Promise<boolean> => {
  const result = await sql`
    select 1 from study_segment
    where client_id = current_client_id() and user_id = ${of.userId} and session_id = ${of.sessionId}
    limit 1`.execute(db)
  return result.rows.length > 0
}
