import '../live.tables.ts'
import { sql } from 'kysely'
import type { RecordingState } from '#contract/live/shapes.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { recordingJoin } from '../sessions.repository.ts'
import { managesSql, type Manager } from './manager.ts'

export interface WebinarRow {
  id: number
  title: string
  description: string
  hosts: { id: number; name: string }[]
  starts_at: Date
  ends_at: Date
  ended_at: Date | null
  cancelled_at: Date | null
  time_zone: string
  capacity: number | null
  registered: number
  is_registered: boolean
  may_manage: boolean
  recording_state: RecordingState
  recording_expected_at: Date | null
  recording_ready_at: Date | null
  recording_seconds: number | null
}

const REGISTRATIONS = sql`select from live_invitee i
  where i.client_id = s.client_id and i.session_id = s.id and i.registered_at is not null`

const columns = (manager: Manager) => sql`
  s.id, s.title, s.description, s.starts_at, s.ends_at, s.ended_at, s.cancelled_at, s.time_zone, s.capacity,
  coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.full_name) order by h.position, u.id)
    from live_session_host h join app_user u on u.client_id = h.client_id and u.id = h.user_id
    where h.client_id = s.client_id and h.session_id = s.id), '[]') as hosts,
  (select count(*)::int from (${REGISTRATIONS}) r) as registered,
  exists (${REGISTRATIONS} and i.user_id = ${manager.userId}) as is_registered,
  ${managesSql(manager)} as may_manage, coalesce(r.state, 'none') as recording_state,
  r.expected_at as recording_expected_at, r.ready_at as recording_ready_at, r.duration_seconds as recording_seconds`

export interface WebinarFilter {
  view: 'upcoming' | 'mine' | 'past'
  pattern: string | null
  now: Date
  limit: number
  offset: number
}

/** A cancelled webinar stays in the schedule for those who registered and for its staff. */
const conditionOf = (manager: Manager, { view, pattern, now }: WebinarFilter) => {
  const isMine = sql`exists (${REGISTRATIONS} and i.user_id = ${manager.userId})`
  return sql`s.client_id = ${manager.clientId} and s.kind = 'webinar'
    and ((s.ends_at <= ${now} or s.ended_at is not null) = ${view === 'past'}::boolean)
    and (${view !== 'mine'}::boolean or ${isMine})
    and (s.cancelled_at is null or ${isMine} or ${managesSql(manager)})
    and (${pattern}::text is null or s.title ilike ${pattern} or s.description ilike ${pattern})`
}

export const listWebinars = async (
  db: TenantDb,
  manager: Manager,
  filter: WebinarFilter,
): Promise<{ count: number; rows: WebinarRow[] }> => {
  const condition = conditionOf(manager, filter)
  const counted = await sql<{ n: number }>`
    select count(*)::int as n from live_session s where ${condition}`.execute(db)
  const direction = filter.view === 'past' ? sql`desc` : sql`asc`
  const { rows } = await sql<WebinarRow>`
    select ${columns(manager)} from live_session s ${recordingJoin} where ${condition}
    order by s.starts_at ${direction}, s.id ${direction} limit ${filter.limit} offset ${filter.offset}`.execute(
    db,
  )
  return { count: counted.rows[0]?.n ?? 0, rows }
}

/** With `lock`, registrations for this webinar happen one by one: a seat is never given twice. */
export const findWebinar = async (
  db: TenantDb,
  manager: Manager,
  sessionId: number,
  { lock = false }: { lock?: boolean } = {},
): Promise<WebinarRow | null> => {
  if (lock)
    await sql`select from live_session where client_id = ${manager.clientId} and id = ${sessionId} for update`.execute(
      db,
    )
  const { rows } = await sql<WebinarRow>`
    select ${columns(manager)} from live_session s ${recordingJoin}
    where s.client_id = ${manager.clientId} and s.kind = 'webinar' and s.id = ${sessionId}`.execute(db)
  return rows[0] ?? null
}

export const register = async (
  db: TenantDb,
  { clientId, userId }: Manager,
  sessionId: number,
  now: Date,
): Promise<void> => {
  await db
    .insertInto('live_invitee')
    .values({
      client_id: clientId,
      session_id: sessionId,
      user_id: userId,
      invited_at: now,
      registered_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'session_id', 'user_id']).doUpdateSet({ registered_at: now }),
    )
    .execute()
}

export const leave = async (
  db: TenantDb,
  { clientId, userId }: Manager,
  sessionId: number,
): Promise<void> => {
  await db
    .deleteFrom('live_invitee')
    .where('client_id', '=', clientId)
    .where('session_id', '=', sessionId)
    .where('user_id', '=', userId)
    .execute()
}

export interface RegistrationRow {
  id: number
  name: string
  email: string | null
  registered_at: Date
  joined_at: Date | null
}

export const registrations = async (
  db: TenantDb,
  { clientId, everywhere }: Manager,
  {
    sessionId,
    pattern,
    limit,
    offset,
  }: { sessionId: number; pattern: string | null; limit: number; offset: number },
): Promise<{ count: number; rows: RegistrationRow[] }> => {
  const from = sql`
    from live_invitee i join app_user u on u.client_id = i.client_id and u.id = i.user_id
    where i.client_id = ${clientId} and i.session_id = ${sessionId} and i.registered_at is not null
      and (${pattern}::text is null or u.full_name ilike ${pattern}
        or (${everywhere}::boolean and u.email ilike ${pattern}))`
  const counted = await sql<{ n: number }>`select count(*)::int as n ${from}`.execute(db)
  const { rows } = await sql<RegistrationRow>`
    select u.id, u.full_name as name, case when ${everywhere}::boolean then u.email end as email, i.registered_at,
      (select j.first_at from live_join j
        where j.client_id = i.client_id and j.session_id = i.session_id and j.user_id = i.user_id) as joined_at
    ${from} order by i.registered_at desc, u.id limit ${limit} offset ${offset}`.execute(db)
  return { count: counted.rows[0]?.n ?? 0, rows }
}
