import '../live.tables.ts'
import { sql } from 'kysely'
import type { ConsentAnswer } from '#contract/live/shapes.ts'
import type { TenantDb } from '#server/core/db/database.ts'

export interface PersonInSession {
  sessionId: number
  userId: number
}

/** Whether there is a place left for this person; locks the session, so that two people cannot take the last one. */
export const hasPlace = async (
  db: TenantDb,
  { sessionId, userId }: PersonInSession,
  capacity: number,
): Promise<boolean> => {
  await sql`select from live_session where client_id = current_client_id() and id = ${sessionId} for update`.execute(
    db,
  )
  const { rows } = await sql<{ taken: number; has_joined: boolean }>`
    select count(*)::int as taken, coalesce(bool_or(j.user_id = ${userId}), false) as has_joined
    from live_join j
    where j.client_id = current_client_id() and j.session_id = ${sessionId}
      and not exists (select from live_session_host h
        where h.client_id = j.client_id and h.session_id = j.session_id and h.user_id = j.user_id)`.execute(
    db,
  )
  const [row] = rows
  return !row || row.has_joined || row.taken < capacity
}

/** Notes the join; the first time stays, the newest answer counts. */
export const recordJoin = async (
  db: TenantDb,
  { sessionId, userId }: PersonInSession,
  { consent, at }: { consent: ConsentAnswer | null; at: Date },
): Promise<void> => {
  const consentAt = consent === null ? null : at
  await sql`
    insert into live_join (client_id, session_id, user_id, first_at, last_at, consent, consent_at)
    values (current_client_id(), ${sessionId}, ${userId}, ${at}, ${at}, ${consent}, ${consentAt})
    on conflict (client_id, session_id, user_id) do update set
      last_at = greatest(live_join.last_at, excluded.last_at),
      consent = coalesce(excluded.consent, live_join.consent),
      consent_at = coalesce(excluded.consent_at, live_join.consent_at)`.execute(db)
}

export const hasJoined = async (db: TenantDb, { sessionId, userId }: PersonInSession): Promise<boolean> => {
  const { rows } = await sql`
    select from live_join
    where client_id = current_client_id() and session_id = ${sessionId} and user_id = ${userId}`.execute(db)
  return rows.length > 0
}

/** Extends the page's stretch up to now, or starts a new one after a longer silence. */
export const extendPresence = async (
  db: TenantDb,
  { sessionId, userId }: PersonInSession,
  { page, at, gapMs }: { page: string; at: Date; gapMs: number },
): Promise<void> => {
  const heardAfter = new Date(at.getTime() - gapMs)
  await sql`
    with extended as (
      update live_presence set ended_at = greatest(ended_at, ${at}::timestamptz)
      where client_id = current_client_id() and session_id = ${sessionId} and user_id = ${userId}
        and source = 'page' and device = ${page} and ended_at >= ${heardAfter}
      returning started_at)
    insert into live_presence (client_id, session_id, user_id, source, device, started_at, ended_at)
    select current_client_id(), ${sessionId}, ${userId}, 'page', ${page}, ${at}, ${at}
    where not exists (select from extended)
    on conflict (client_id, session_id, user_id, source, device, started_at) do nothing`.execute(db)
}
