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

/**
 * Stores the user's zone if both the runtime and the database know it; returns null when it stays
 * unchanged.
 */
export const followTimeZone = async (
  db: TenantDb,
  userId: number,
  zone: string,
  now: Date,
): Promise<string | null> => {
  if (!ZONE_PATTERN.test(zone) || !isKnownToRuntime(zone)) return null
  const result = await sql<{ time_zone: string }>`
    update app_user set time_zone = ${zone}, updated_at = ${now}
    where client_id = current_client_id() and id = ${userId}
      and exists (select 1 from pg_timezone_names where name = ${zone})
    returning time_zone`.execute(db)
  return result.rows[0]?.time_zone ?? null
}
