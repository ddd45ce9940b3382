import './auth.tables.ts'
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'

/** Spelled as in the IANA database; anything else is rejected without a query. */
const ZONE_PATTERN = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+){0,2}$/

const isKnownToRuntime = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

const isZone = (zone: string): boolean => ZONE_PATTERN.test(zone) && isKnownToRuntime(zone)

/**
 * Stores the user's zone if both the runtime and the database know it; returns null when it stays
 * unchanged. A zone that the person chose stays.
 */
export const followTimeZone = async (
  db: TenantDb,
  userId: number,
  zone: string,
  now: Date,
): Promise<string | null> => {
  if (!isZone(zone)) return null
  const result = await sql<{ time_zone: string }>`
    update app_user set time_zone = ${zone}, updated_at = ${now}
    where client_id = current_client_id() and id = ${userId} and follows_device_zone
      and exists (select 1 from pg_timezone_names where name = ${zone})
    returning time_zone`.execute(db)
  return result.rows[0]?.time_zone ?? null
}

/** A zone that stays, or null to follow the device again. False for a name that is no zone. */
export const chooseTimeZone = async (
  db: TenantDb,
  userId: number,
  zone: string | null,
  now: Date,
): Promise<boolean> => {
  if (zone !== null && !isZone(zone)) return false
  const { rows } = await sql`
    update app_user set time_zone = coalesce(${zone}::text, time_zone), follows_device_zone = ${zone === null},
      updated_at = ${now}
    where client_id = current_client_id() and id = ${userId}
      and (${zone}::text is null or exists (select 1 from pg_timezone_names where name = ${zone}))
    returning id`.execute(db)
  return rows.length > 0
}

/** Where the device of a session says it is. */
export const rememberZone = async (
  db: TenantDb,
  session: { userId: number; sessionId: string },
  zone: string,
): Promise<void> => {
  if (!isZone(zone)) return
  await sql`
    update user_session set time_zone = ${zone}
    where client_id = current_client_id() and user_id = ${session.userId} and id::text = ${session.sessionId}
      and time_zone is distinct from ${zone}`.execute(db)
}
