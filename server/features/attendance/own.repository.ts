import './attendance.tables.ts'
import { sql } from 'kysely'
import type { AttendanceCounts, AttendanceStatus, MarkSource } from '#contract/attendance/rules.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { CHECK_IN_OPENS_MINUTES } from '#contract/attendance/rules.ts'
import { countColumns, endSql, isClassSql, isExpectedSql, lengthSql } from './attendance.sql.ts'

/** The person's zone, else the client's. */
export const zoneOf = async (db: TenantDb, userId: number): Promise<string> => {
  const { rows } = await sql<{ zone: string }>`
    select coalesce(u.time_zone, c.time_zone) as zone
    from app_user u join client c on c.client_id = u.client_id
    where u.client_id = current_client_id() and u.id = ${userId}`.execute(db)
  return rows[0]?.zone ?? 'UTC'
}

export interface CourseCounts extends AttendanceCounts {
  course_id: number | null
  title: string | null
}

/** Counts over all time by course; sessions without a course are one group. */
export const countsByCourse = async (db: TenantDb, userId: number): Promise<CourseCounts[]> => {
  const { rows } = await sql<CourseCounts>`
    select s.course_id, c.title, ${countColumns}
    from attendance_mark m
    join live_session s on s.client_id = m.client_id and s.id = m.session_id
    left join course c on c.client_id = s.client_id and c.id = s.course_id
    where m.client_id = current_client_id() and m.user_id = ${userId} and m.status is not null and ${isClassSql}
    group by s.course_id, c.title order by c.title nulls last`.execute(db)
  return rows
}

const isOwnSql = (userId: number) => sql<boolean>`(
  ${isClassSql} and (exists (select from attendance_mark m
      where m.client_id = s.client_id and m.session_id = s.id and m.user_id = ${userId})
    or ${isExpectedSql(sql`${userId}`)}))`

/** Sessions that are still planned, by course. */
export const plannedByCourse = async (
  db: TenantDb,
  userId: number,
  now: Date,
): Promise<{ course_id: number | null; title: string | null; planned: number }[]> => {
  const { rows } = await sql<{ course_id: number | null; title: string | null; planned: number }>`
    select s.course_id, c.title, count(*)::int as planned
    from live_session s left join course c on c.client_id = s.client_id and c.id = s.course_id
    where s.client_id = current_client_id() and s.starts_at > ${now} and ${isOwnSql(userId)}
    group by s.course_id, c.title`.execute(db)
  return rows
}

/** The first and last months with a session, in the zone; null without sessions. */
export const monthRange = async (
  db: TenantDb,
  userId: number,
  zone: string,
): Promise<{ first: string | null; last: string | null }> => {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select to_char(min(s.starts_at) at time zone ${zone}::text, 'YYYY-MM') as first,
      to_char(max(s.starts_at) at time zone ${zone}::text, 'YYYY-MM') as last
    from live_session s where s.client_id = current_client_id() and ${isOwnSql(userId)}`.execute(db)
  return rows[0] ?? { first: null, last: null }
}

/** Classes that the learner takes part in, whose check-in is open and which they are not in. */
export const openCheckIns = async (
  db: TenantDb,
  userId: number,
  now: Date,
): Promise<{ id: number; title: string }[]> => {
  const { rows } = await sql<{ id: number; title: string }>`
    select s.id, s.title
    from live_session s join attendance_session a on a.client_id = s.client_id and a.session_id = s.id
    where s.client_id = current_client_id() and ${isClassSql} and a.check_in_opened_at is not null
      and a.check_in_closed_at is null and ${endSql} > ${now}
      and s.starts_at <= ${now}::timestamptz + make_interval(mins => ${CHECK_IN_OPENS_MINUTES})
      and (s.audience = 'everyone' or ${isExpectedSql(sql`${userId}`)})
      and not exists (select from attendance_check_in i
        where i.client_id = s.client_id and i.session_id = s.id and i.user_id = ${userId})
    order by s.starts_at, s.id limit 10`.execute(db)
  return rows
}

export interface OwnSessionRow {
  id: number
  title: string
  course_id: number | null
  course_title: string | null
  starts_at: Date
  length: number
  status: AttendanceStatus | null
  source: MarkSource | null
  minutes: number | null
  joined_at: Date | null
  reason: string | null
  dispute_id: number | null
  dispute_text: string | null
  dispute_at: Date | null
  answered_at: Date | null
  answer: string | null
  new_status: AttendanceStatus | null
}

/** The sessions of a month of the zone, earliest first. */
export const sessionsOfMonth = async (
  db: TenantDb,
  { userId, zone, month }: { userId: number; zone: string; month: string },
): Promise<OwnSessionRow[]> => {
  const { rows } = await sql<OwnSessionRow>`
    select s.id, s.title, s.course_id, c.title as course_title, s.starts_at, ${lengthSql} as length,
      m.status, m.source, m.minutes, m.joined_at, m.reason,
      d.id as dispute_id, d.text as dispute_text, d.created_at as dispute_at, d.answered_at, d.answer, d.new_status
    from live_session s
    left join course c on c.client_id = s.client_id and c.id = s.course_id
    left join attendance_mark m on m.client_id = s.client_id and m.session_id = s.id and m.user_id = ${userId}
    left join lateral (
      select * from attendance_dispute d
      where d.client_id = s.client_id and d.session_id = s.id and d.user_id = ${userId}
      order by d.id desc limit 1) d on true
    where s.client_id = current_client_id()
      and s.starts_at >= (${`${month}-01`}::date)::timestamp at time zone ${zone}::text
      and s.starts_at < (${`${month}-01`}::date + interval '1 month')::timestamp at time zone ${zone}::text
      and ${isOwnSql(userId)}
    order by s.starts_at, s.id`.execute(db)
  return rows
}
