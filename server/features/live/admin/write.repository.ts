import '../live.tables.ts'
import { sql } from 'kysely'
import type { RepeatRule, SessionForm } from '#contract/live/admin/sessions.ts'
import { shiftDay } from '#server/core/days.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Manager } from './manager.ts'
import type { PlannedTime } from './plan.ts'

const minuteOf = (local: string) => Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16))

/** The columns that the form fills, beside its times. */
const contentOf = (form: SessionForm) => ({
  kind: form.kind,
  title: form.title,
  description: form.description,
  course_id: form.course_id,
  section_id: form.section_id,
  provider: form.provider,
  meeting_url: form.provider === 'link' ? form.meeting_url : null,
  capacity: form.capacity,
  audience: form.audience,
  consent_rule: form.consent_rule,
})

export const findCreated = async (
  db: TenantDb,
  { clientId, userId }: Manager,
  key: string,
): Promise<number | null> => {
  const { rows } = await sql<{ id: number }>`
    select id from live_session
    where client_id = ${clientId} and created_by = ${userId} and creation_key = ${key}::uuid`.execute(db)
  return rows[0]?.id ?? null
}

export const insertSeries = async (
  db: TenantDb,
  { clientId, userId }: Manager,
  form: SessionForm,
  repeat: RepeatRule,
  now: Date,
): Promise<number> => {
  const { id } = await db
    .insertInto('live_series')
    .values({
      client_id: clientId,
      weekdays: [...new Set(repeat.weekdays)].toSorted((a, b) => a - b),
      starts_at_minute: minuteOf(form.starts_local),
      time_zone: form.time_zone,
      first_on: form.starts_local.slice(0, 10),
      last_on: repeat.until,
      created_by: userId,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The ids of the new sessions, in the order of their times. */
export const insertSessions = async (
  db: TenantDb,
  { clientId, userId }: Manager,
  plan: { form: SessionForm; times: readonly PlannedTime[]; seriesId: number | null; key: string; now: Date },
): Promise<number[]> => {
  const { form, times, seriesId, key, now } = plan
  const inserted = await db
    .insertInto('live_session')
    .values(
      times.map(({ day, startsAt, endsAt }, index) => ({
        ...contentOf(form),
        client_id: clientId,
        starts_at: startsAt,
        ends_at: endsAt,
        time_zone: form.time_zone,
        series_id: seriesId,
        series_on: seriesId === null ? null : day,
        created_by: userId,
        creation_key: index === 0 ? key : null,
        created_at: now,
        updated_at: now,
      })),
    )
    .returning(['id', 'starts_at'])
    .execute()
  return inserted
    .toSorted((a, b) => a.starts_at.getTime() - b.starts_at.getTime() || a.id - b.id)
    .map(({ id }) => id)
}

/**
 * Replaces the hosts of the sessions, and the learners chosen for a class; who registered for a webinar stays. Answers
 * which learners are new.
 */
export const setPeople = async (
  db: TenantDb,
  { clientId }: Manager,
  sessionIds: readonly number[],
  form: SessionForm,
  now: Date,
): Promise<number[]> => {
  const ids = [...sessionIds]
  const hosts = [...new Set(form.host_ids)]
  await sql`delete from live_session_host
    where client_id = ${clientId} and session_id = any (${ids}::int[]) and user_id <> all (${hosts}::int[])`.execute(
    db,
  )
  await sql`insert into live_session_host (client_id, session_id, user_id, position)
    select ${clientId}, s.id, h.id, h.position - 1
    from unnest(${ids}::int[]) s (id) cross join unnest(${hosts}::int[]) with ordinality h (id, position)
    on conflict (client_id, session_id, user_id) do update set position = excluded.position`.execute(db)
  if (form.kind === 'webinar') return []
  const invitees = form.audience === 'chosen' ? [...new Set(form.invitee_ids)] : []
  await sql`delete from live_invitee
    where client_id = ${clientId} and session_id = any (${ids}::int[]) and user_id <> all (${invitees}::int[])`.execute(
    db,
  )
  const { rows } = await sql<{ user_id: number }>`
    insert into live_invitee (client_id, session_id, user_id, invited_at)
    select ${clientId}, s.id, i.id, ${now} from unnest(${ids}::int[]) s (id) cross join unnest(${invitees}::int[]) i (id)
    on conflict do nothing returning user_id`.execute(db)
  return [...new Set(rows.map(({ user_id: id }) => id))]
}

export interface TargetRow {
  id: number
  starts_at: Date
  ends_at: Date
  time_zone: string
  title: string
  is_exception: boolean
  series_id: number | null
  series_on: string | null
  sequence: number
}

/**
 * The sessions that a change concerns, locked in one order: the session itself, and of its series those that neither
 * ended nor were cancelled.
 */
export const lockTargets = async (
  db: TenantDb,
  { clientId }: Manager,
  sessionId: number,
  scope: 'one' | 'following' | 'all',
  now: Date,
): Promise<TargetRow[]> => {
  const { rows } = await sql<TargetRow>`
    select s.id, s.starts_at, s.ends_at, s.time_zone, s.title, s.is_exception, s.series_id,
      s.series_on::text as series_on, s.sequence
    from live_session s join live_session o on o.client_id = s.client_id and o.id = ${sessionId}
    where s.client_id = ${clientId} and (s.id = o.id or (${scope !== 'one'}::boolean and s.series_id = o.series_id
      and s.cancelled_at is null and s.ended_at is null and s.ends_at > ${now}
      and (${scope === 'all'}::boolean or s.series_on >= o.series_on)))
    order by s.id for update of s`.execute(db)
  return rows
}

export interface SessionChange {
  id: number
  startsAt: Date
  endsAt: Date
  timeZone: string
  isException: boolean
  seriesId: number | null
}

export const updateSession = async (
  db: TenantDb,
  { clientId }: Manager,
  form: SessionForm,
  change: SessionChange,
  now: Date,
): Promise<void> => {
  await db
    .updateTable('live_session')
    .set((row) => ({
      ...contentOf(form),
      starts_at: change.startsAt,
      ends_at: change.endsAt,
      time_zone: change.timeZone,
      is_exception: change.isException,
      series_id: change.seriesId,
      sequence: row('sequence', '+', 1),
      revision: row('revision', '+', 1),
      updated_at: now,
    }))
    .where('client_id', '=', clientId)
    .where('id', '=', change.id)
    .execute()
}

export const cancelSessions = async (
  db: TenantDb,
  { clientId }: Manager,
  ids: readonly number[],
  now: Date,
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    update live_session set cancelled_at = ${now}, updated_at = ${now}, sequence = sequence + 1, revision = revision + 1
    where client_id = ${clientId} and id = any (${[...ids]}::int[]) and cancelled_at is null
      and ended_at is null and ends_at > ${now}
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** A rule of its own for the sessions from a day on; the former rule ends the day before. Null if it would be empty. */
export const splitSeries = async (
  db: TenantDb,
  { clientId, userId }: Manager,
  { seriesId, from, now }: { seriesId: number; from: string; now: Date },
): Promise<number | null> => {
  const { rows } = await sql<{ id: number }>`
    insert into live_series (client_id, weekdays, starts_at_minute, time_zone, first_on, last_on, created_by, created_at)
    select client_id, weekdays, starts_at_minute, time_zone, ${from}::date, greatest(last_on, ${from}::date), ${userId}, ${now}
    from live_series where client_id = ${clientId} and id = ${seriesId} and first_on < ${from}::date
    returning id`.execute(db)
  const [created] = rows
  if (!created) return null
  await sql`update live_series set last_on = greatest(first_on, ${shiftDay(from, -1)}::date)
    where client_id = ${clientId} and id = ${seriesId}`.execute(db)
  return created.id
}

/** The rule follows its sessions to another time of day or another day. */
export const moveSeries = async (
  db: TenantDb,
  { clientId }: Manager,
  seriesId: number,
  { local, timeZone, shiftDays }: { local: string; timeZone: string; shiftDays: number },
): Promise<void> => {
  await sql`update live_series set starts_at_minute = ${minuteOf(local)}, time_zone = ${timeZone},
      first_on = first_on + ${shiftDays}::int, last_on = last_on + ${shiftDays}::int,
      weekdays = (select array_agg(((((d - 1 + ${shiftDays}::int) % 7) + 7) % 7 + 1)::smallint) from unnest(weekdays) d)
    where client_id = ${clientId} and id = ${seriesId}`.execute(db)
}
