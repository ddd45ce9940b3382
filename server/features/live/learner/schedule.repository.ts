import '../live.tables.ts'
import { sql, type RawBuilder } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import { isInvitedSql } from '../audience.ts'
import { recordingJoin, sessionColumns, type SessionRow } from '../sessions.repository.ts'

interface Asked {
  userId: number
  now: Date
  courseId: number | null
}

const isHost = (userId: number) => sql`exists (select from live_session_host h
  where h.client_id = s.client_id and h.session_id = s.id and h.user_id = ${userId})`
const ofCourse = (courseId: number | null) => (courseId === null ? sql`` : sql`and s.course_id = ${courseId}`)

export type ScheduledRow = SessionRow & { is_host: boolean; joined_at: Date | null }

/** The first sessions that are not over, and how many there are. */
export const scheduledRows = async (
  db: TenantDb,
  { userId, now, courseId }: Asked,
  limit: number,
): Promise<{ rows: ScheduledRow[]; count: number }> => {
  const coming = sql`from live_session s
    where s.client_id = current_client_id() and s.ends_at > ${now} and s.ended_at is null
      ${ofCourse(courseId)} and ${isInvitedSql(userId)}`
  const { rows } = await sql<ScheduledRow & { total: number }>`
    with coming as (select s.client_id, s.id, s.starts_at ${coming}),
      chosen as (select client_id, id from coming order by starts_at, id limit ${limit})
    select ${sessionColumns}, ${isHost(userId)} as is_host, j.first_at as joined_at,
      (select count(*)::int from coming) as total
    from chosen c join live_session s on s.client_id = c.client_id and s.id = c.id ${recordingJoin}
    left join live_join j on j.client_id = s.client_id and j.session_id = s.id and j.user_id = ${userId}
    order by s.starts_at, s.id`.execute(db)
  return { rows, count: rows[0]?.total ?? 0 }
}

/** The person's first session that is not over and begins by then. No session is longer than 12 hours. */
export const nextRow = async (
  db: TenantDb,
  { userId, now, by }: { userId: number; now: Date; by: Date },
): Promise<Pick<SessionRow, 'id' | 'title' | 'starts_at' | 'ends_at'> | null> => {
  const { rows } = await sql<Pick<SessionRow, 'id' | 'title' | 'starts_at' | 'ends_at'>>`
    select s.id, s.title, s.starts_at, s.ends_at from live_session s
    where s.client_id = current_client_id() and s.starts_at > ${now}::timestamptz - interval '12 hours'
      and s.starts_at <= ${by} and s.ends_at > ${now} and s.ended_at is null and s.cancelled_at is null
      and ${isInvitedSql(userId)}
    order by s.starts_at, s.id limit 1`.execute(db)
  return rows[0] ?? null
}

/** The latest session that was over after this moment and is over now. */
export const recentRow = async (
  db: TenantDb,
  { userId, now, courseId }: Asked,
  after: Date,
): Promise<ScheduledRow | null> => {
  const { rows } = await sql<ScheduledRow>`
    select ${sessionColumns}, ${isHost(userId)} as is_host, j.first_at as joined_at
    from live_session s ${recordingJoin}
    left join live_join j on j.client_id = s.client_id and j.session_id = s.id and j.user_id = ${userId}
    where s.client_id = current_client_id() and s.cancelled_at is null and s.ends_at > ${after}
      and least(s.ends_at, s.ended_at) > ${after} and least(s.ends_at, s.ended_at) <= ${now}
      ${ofCourse(courseId)} and ${isInvitedSql(userId)}
    order by least(s.ends_at, s.ended_at) desc, s.id desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** The courses whose sessions the person is or was invited to. */
export const coursesWithSessions = async (
  db: TenantDb,
  userId: number,
): Promise<{ id: number; title: string }[]> => {
  const { rows } = await sql<{ id: number; title: string }>`
    select c.id, c.title from course c
    where c.client_id = current_client_id() and exists (select from live_session s
      where s.client_id = c.client_id and s.course_id = c.id and ${isInvitedSql(userId)})
    order by c.title, c.id`.execute(db)
  return rows
}

export type PastRow = SessionRow & {
  is_host: boolean
  position_seconds: number | null
  watched_seconds: number | null
  completed_at: Date | null
}

const isPast = ({ userId, now, courseId }: Asked) => sql`
  s.client_id = current_client_id() and (s.ends_at <= ${now} or s.ended_at is not null) and s.cancelled_at is null
  ${ofCourse(courseId)} and ${isInvitedSql(userId)}`

export const countPast = async (db: TenantDb, asked: Asked): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from live_session s where ${isPast(asked)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Ids of past sessions, latest first. */
export const pastIds = async (
  db: TenantDb,
  asked: Asked,
  { limit, offset }: { limit: number; offset: number },
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select s.id from live_session s where ${isPast(asked)}
    order by s.starts_at desc, s.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}

export interface SearchableRow {
  id: number
  title: string
  course_title: string | null
  hosts: string | null
}

/** What the search looks at, latest first. */
export const searchableRows = async (db: TenantDb, asked: Asked, limit: number): Promise<SearchableRow[]> => {
  const { rows } = await sql<SearchableRow>`
    select s.id, s.title, c.title as course_title,
      (select string_agg(u.full_name, ' ') from live_session_host h
        join app_user u on u.client_id = h.client_id and u.id = h.user_id
        where h.client_id = s.client_id and h.session_id = s.id) as hosts
    from live_session s left join course c on c.client_id = s.client_id and c.id = s.course_id
    where ${isPast(asked)} order by s.starts_at desc, s.id desc limit ${limit}`.execute(db)
  return rows
}

/** These sessions in this order. */
export const pastRows = async (db: TenantDb, userId: number, ids: readonly number[]): Promise<PastRow[]> => {
  const { rows } = await sql<PastRow>`
    select ${sessionColumns}, ${isHost(userId)} as is_host, w.position_seconds, w.watched_seconds, w.completed_at
    from unnest(${[...ids]}::int[]) with ordinality asked (id, place)
    join live_session s on s.client_id = current_client_id() and s.id = asked.id ${recordingJoin}
    left join live_watch w on w.client_id = s.client_id and w.session_id = s.id and w.user_id = ${userId}
    order by asked.place`.execute(db)
  return rows
}

/** The session, if the person is invited to it; with what only the server may know. */
export type InvitedRow = SessionRow & {
  is_host: boolean
  meeting_url: string | null
  room_id: string
  capacity: number | null
}

const findFor = async (
  db: TenantDb,
  { userId, sessionId }: { userId: number; sessionId: number },
  isAllowed: RawBuilder<boolean>,
): Promise<InvitedRow | null> => {
  const { rows } = await sql<InvitedRow>`
    select ${sessionColumns}, ${isHost(userId)} as is_host, s.meeting_url, s.room_id, s.capacity
    from live_session s ${recordingJoin}
    where s.client_id = current_client_id() and s.id = ${sessionId} and ${isAllowed}`.execute(db)
  return rows[0] ?? null
}

export const invitedSession = (
  db: TenantDb,
  person: { userId: number; sessionId: number },
): Promise<InvitedRow | null> => findFor(db, person, isInvitedSql(person.userId))

/** The session, if the person may watch its recording: everybody could register for a webinar. */
export const watchableSession = (
  db: TenantDb,
  person: { userId: number; sessionId: number },
): Promise<InvitedRow | null> =>
  findFor(db, person, sql<boolean>`(s.kind = 'webinar' or ${isInvitedSql(person.userId)})`)
