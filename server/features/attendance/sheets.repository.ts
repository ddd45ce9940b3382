import './attendance.tables.ts'
import { sql } from 'kysely'
import type { AttendanceCounts, AttendanceStatus, MarkSource } from '#contract/attendance/rules.ts'
import { GOAL_PERCENT, WARN_AFTER_SESSIONS } from '#contract/attendance/rules.ts'
import { NO_MARK, SOURCE_LETTERS, STATUS_LETTERS } from '#contract/attendance/sheets.ts'
import { likePattern } from '#server/core/db/like-pattern.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { isOnSheetSql, maySeeSessionSql, teachesSql, type Teacher } from './attendance.policy.ts'
import { countColumns, endSql, isClassSql, isExpectedSql, lengthSql } from './attendance.sql.ts'

/** Sessions that start later are not on the sheet yet. */
const AHEAD = sql`interval '7 days'`
const LEARNERS_MAX = 2000

export interface ClassCounts extends AttendanceCounts {
  /** Null for the classes without a course. */
  id: number | null
  title: string | null
  sessions: number
  learners: number
  below: number
  open_disputes: number
  last_at: Date | null
  next_at: Date | null
}

/** Courses with sessions that this teacher teaches, the last attended first, then the classes without a course. */
export const classRows = async (db: TenantDb, teacher: Teacher, now: Date): Promise<ClassCounts[]> => {
  const { rows } = await sql<ClassCounts>`
    with sessions as (
      select s.id, s.course_id, s.starts_at from live_session s
      where s.client_id = current_client_id() and ${isClassSql}
        and case when s.course_id is null then ${maySeeSessionSql(teacher)}
          else ${teachesSql(teacher, sql`s.course_id`)} end),
    schedule as (
      select course_id, count(*)::int as sessions, max(starts_at) filter (where starts_at <= ${now}) as last_at,
        min(starts_at) filter (where starts_at > ${now}) as next_at
      from sessions group by course_id),
    people as (
      select s.course_id, m.user_id, ${countColumns}
      from attendance_mark m join sessions s on s.id = m.session_id
      where m.client_id = current_client_id() group by s.course_id, m.user_id),
    marks as (
      select course_id, sum(present)::int as present, sum(late)::int as late, sum(excused)::int as excused,
        sum(absent)::int as absent, count(*)::int as learners,
        count(*) filter (where course_id is not null and present + late + absent >= ${WARN_AFTER_SESSIONS}
          and (present + late) * 100 < (present + late + absent) * ${GOAL_PERCENT})::int as below
      from people group by course_id),
    disputed as (
      select s.course_id, count(*)::int as open_disputes
      from attendance_dispute d join sessions s on s.id = d.session_id
      where d.client_id = current_client_id() and d.answered_at is null group by s.course_id)
    select c.id, c.title, g.sessions, g.last_at, g.next_at, coalesce(m.learners, 0) as learners,
      coalesce(m.present, 0) as present, coalesce(m.late, 0) as late, coalesce(m.excused, 0) as excused,
      coalesce(m.absent, 0) as absent, coalesce(m.below, 0) as below, coalesce(d.open_disputes, 0) as open_disputes
    from schedule g left join course c on c.client_id = current_client_id() and c.id = g.course_id
    left join marks m on m.course_id is not distinct from g.course_id
    left join disputed d on d.course_id is not distinct from g.course_id
    order by c.id is null, g.last_at desc nulls last, c.title, c.id`.execute(db)
  return rows
}

export const clientZone = async (db: TenantDb): Promise<string> => {
  const { rows } = await sql<{ time_zone: string }>`
    select time_zone from client where client_id = current_client_id()`.execute(db)
  return rows[0]?.time_zone ?? 'UTC'
}

export interface SheetSessionRow {
  id: number
  title: string
  starts_at: Date
  end_at: Date
  length: number
}

/** The newest sessions of a sheet, earliest first. */
export const sheetSessions = async (
  db: TenantDb,
  teacher: Teacher,
  courseId: number | null,
  { now, limit }: { now: Date; limit: number },
): Promise<SheetSessionRow[]> => {
  const { rows } = await sql<SheetSessionRow>`
    select s.id, s.title, s.starts_at, ${endSql} as end_at, ${lengthSql} as length
    from live_session s
    where s.client_id = current_client_id() and ${isOnSheetSql(teacher, courseId)} and ${isClassSql}
      and s.starts_at < ${now}::timestamptz + ${AHEAD}
    order by s.starts_at desc, s.id desc limit ${limit}`.execute(db)
  return rows.toReversed()
}

export interface SheetLearner {
  id: number
  name: string
  email: string
}

/** Learners who are expected in one of the sessions or marked in it, by name. */
export const sheetLearners = async (
  db: TenantDb,
  courseId: number | null,
  { sessionIds, markedIds }: { sessionIds: readonly number[]; markedIds: readonly number[] },
): Promise<SheetLearner[]> => {
  const { rows } = await sql<SheetLearner>`
    with ids as (
      select unnest(${[...markedIds]}::int[]) as user_id
      union
      select e.user_id from enrolment e
      where e.client_id = current_client_id() and e.course_id = ${courseId}::int and e.left_at is null
      union
      select i.user_id from live_invitee i
      where i.client_id = current_client_id() and i.session_id = any (${[...sessionIds]}::int[]))
    select u.id, u.full_name as name, u.email
    from ids join app_user u on u.client_id = current_client_id() and u.id = ids.user_id
    where u.role = 'student' and u.disabled_at is null
    order by u.full_name, u.id limit ${LEARNERS_MAX}`.execute(db)
  return rows
}

/** In the order of their codes in {@link markTexts}. */
const STATUS_CODES = [
  STATUS_LETTERS.present,
  STATUS_LETTERS.late,
  STATUS_LETTERS.excused,
  STATUS_LETTERS.absent,
]
const SOURCE_CODES = [SOURCE_LETTERS.presence, SOURCE_LETTERS['check-in'], SOURCE_LETTERS.manual]

/** A mark in {@link markTexts}: the place of its session, and the letters of its status and source. */
export const readMark = (character: number): { place: number; status: string; source: string } => ({
  place: (character >> 4) - 1,
  status: STATUS_CODES[(character >> 2) & 3] ?? NO_MARK,
  source: SOURCE_CODES[character & 3] ?? NO_MARK,
})

/**
 * The marks of each learner as one text with one character for each mark: 30,000 rows would take longer to read than to
 * find, and 30,000 longer texts take twice as long to join.
 */
export const markTexts = async (
  db: TenantDb,
  sessionIds: readonly number[],
): Promise<{ user_id: number; marks: string }[]> => {
  const { rows } = await sql<{ user_id: number; marks: string }>`
    select m.user_id, string_agg(chr(place.n::int * 16
        + case m.status when 'present' then 0 when 'late' then 4 when 'excused' then 8 else 12 end
        + case m.source when 'presence' then 0 when 'check-in' then 1 else 2 end), '') as marks
    from unnest(${[...sessionIds]}::int[]) with ordinality as place (session_id, n)
    join attendance_mark m on m.client_id = (select current_client_id()) and m.session_id = place.session_id
    where m.status is not null
    group by m.user_id`.execute(db)
  return rows
}

export const openDisputesOf = async (
  db: TenantDb,
  sessionIds: readonly number[],
): Promise<{ id: number; session_id: number; user_id: number }[]> => {
  const { rows } = await sql<{ id: number; session_id: number; user_id: number }>`
    select id, session_id, user_id from attendance_dispute
    where client_id = current_client_id() and answered_at is null
      and session_id = any (${[...sessionIds]}::int[]) order by id`.execute(db)
  return rows
}

/** How many of these cells exist: a session of the sheet, and a learner of the client. */
export const countCells = async (
  db: TenantDb,
  teacher: Teacher,
  courseId: number | null,
  cells: readonly { session_id: number; user_id: number }[],
): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n
    from unnest(${cells.map((cell) => cell.session_id)}::int[], ${cells.map((cell) => cell.user_id)}::int[])
      as cell (session_id, user_id)
    join live_session s on s.client_id = current_client_id() and s.id = cell.session_id
      and ${isOnSheetSql(teacher, courseId)} and ${isClassSql}
    join app_user u on u.client_id = current_client_id() and u.id = cell.user_id and u.role = 'student'
      and (${isExpectedSql(sql`u.id`)} or exists (select from enrolment e
          where e.client_id = u.client_id and e.user_id = u.id and e.course_id = s.course_id)
        or exists (select from attendance_mark m where m.client_id = u.client_id and m.user_id = u.id
          and m.session_id in (select o.id from live_session o
            where o.client_id = s.client_id and o.course_id is not distinct from s.course_id)))`.execute(db)
  return rows[0]?.n ?? 0
}

export interface MarkDetailRow {
  title: string
  starts_at: Date
  length: number
  learner: string
  status: AttendanceStatus | null
  source: MarkSource | null
  found_status: AttendanceStatus | null
  minutes: number | null
  joined_at: Date | null
}

/** A learner in a session that the teacher looks after. */
export const markDetail = async (
  db: TenantDb,
  teacher: Teacher,
  sessionId: number,
  userId: number,
): Promise<MarkDetailRow | undefined> => {
  const { rows } = await sql<MarkDetailRow>`
    select s.title, s.starts_at, ${lengthSql} as length, u.full_name as learner, m.status, m.source, m.found_status,
      m.minutes, m.joined_at
    from live_session s
    join app_user u on u.client_id = s.client_id and u.id = ${userId} and u.role = 'student'
    left join attendance_mark m on m.client_id = s.client_id and m.session_id = s.id and m.user_id = u.id
    where s.client_id = current_client_id() and s.id = ${sessionId} and ${isClassSql}
      and ${maySeeSessionSql(teacher)}
      and (m.user_id is not null or s.audience = 'everyone' or ${isExpectedSql(sql`u.id`)}
        or exists (select from enrolment e
          where e.client_id = u.client_id and e.user_id = u.id and e.course_id = s.course_id))`.execute(db)
  return rows[0]
}

export interface ChangeRow {
  id: number
  changed_at: Date
  from_status: AttendanceStatus | null
  to_status: AttendanceStatus | null
  source: MarkSource
  by: string | null
  reason: string
}

/** Newest first. */
export const changesOf = async (db: TenantDb, sessionId: number, userId: number): Promise<ChangeRow[]> => {
  const { rows } = await sql<ChangeRow>`
    select h.id, h.changed_at, h.from_status, h.to_status, h.source, h.reason,
      (select u.full_name from app_user u where u.client_id = h.client_id and u.id = h.changed_by) as by
    from attendance_change h
    where h.client_id = current_client_id() and h.session_id = ${sessionId} and h.user_id = ${userId}
    order by h.id desc limit 200`.execute(db)
  return rows
}

export interface BelowRow extends AttendanceCounts {
  user_id: number
  name: string
  course_id: number
  course_title: string
  warned_at: Date | null
  total: number
}

/** Learners below the goal, the lowest percentage first. */
export const belowGoalPage = async (
  db: TenantDb,
  teacher: Teacher,
  { search, limit, offset }: { search: string; limit: number; offset: number },
): Promise<BelowRow[]> => {
  const pattern = likePattern(search)
  const { rows } = await sql<BelowRow>`
    with people as (
      select s.course_id, m.user_id, ${countColumns}
      from attendance_mark m
      join live_session s on s.client_id = m.client_id and s.id = m.session_id and ${isClassSql}
      where m.client_id = current_client_id() and s.course_id is not null
        and ${teachesSql(teacher, sql`s.course_id`)}
      group by s.course_id, m.user_id)
    select p.*, u.full_name as name, c.title as course_title, w.warned_at, count(*) over ()::int as total
    from people p
    join app_user u on u.client_id = current_client_id() and u.id = p.user_id and u.disabled_at is null
    join course c on c.client_id = current_client_id() and c.id = p.course_id
    left join attendance_warning w
      on w.client_id = current_client_id() and w.course_id = p.course_id and w.user_id = p.user_id
    where p.present + p.late + p.absent >= ${WARN_AFTER_SESSIONS}
      and (p.present + p.late) * 100 < (p.present + p.late + p.absent) * ${GOAL_PERCENT}
      and (${search.trim() === ''}::boolean or u.full_name ilike ${pattern} or c.title ilike ${pattern})
    order by (p.present + p.late)::float8 / (p.present + p.late + p.absent), u.full_name, p.user_id, p.course_id
    limit ${limit} offset ${offset}`.execute(db)
  return rows
}
