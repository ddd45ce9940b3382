import './auth.tables.ts'
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'

/** Spelled as in the IANA database; anything else is not even asked for. */
const ZONE = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+){0,2}$/

const knownHere = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** The person's zone becomes this one if both this runtime and the database know it; null when it stays as it is. */
export const followTimeZone = async (
  db: TenantDb,
  userId: number,
  zone: string,
  now: Date,
): Promise<string | null> => {
  if (!ZONE.test(zone) || !knownHere(zone)) return null
  const result = await sql<{ time_zone: string }>`
    update app_user set time_zone = ${zone}, updated_at = ${now}
    where client_id = current_client_id() and id = ${userId}
      and exists (select 1 from pg_timezone_names where name = ${zone})
    returning time_zone`.execute(db)
  return result.rows[0]?.time_zone ?? null
}
