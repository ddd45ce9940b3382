import './attendance.tables.ts'
import { sql } from 'kysely'
import type { AttendanceStatus } from '#contract/attendance/rules.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { endSql, isClassSql, isExpectedSql, lengthSql } from './attendance.sql.ts'
import { maySeeSessionSql, type Teacher } from './attendance.policy.ts'

export interface CheckInSession {
  id: number
  title: string
  course_id: number | null
  course_title: string | null
  starts_at: Date
  /** When nobody counts any more. */
  end_at: Date
  length: number
  opened_at: Date | null
  closed_at: Date | null
}

const columns = sql`
  s.id, s.title, s.course_id, (select c.title from course c where c.client_id = s.client_id and c.id = s.course_id)
    as course_title, s.starts_at, ${endSql} as end_at, ${lengthSql} as length,
  a.check_in_opened_at as opened_at, a.check_in_closed_at as closed_at`
const source = sql`
  live_session s left join attendance_session a on a.client_id = s.client_id and a.session_id = s.id`

/** A session that the learner takes part in. */
export const sessionForLearner = async (
  db: TenantDb,
  sessionId: number,
  userId: number,
): Promise<CheckInSession | undefined> => {
  const { rows } = await sql<CheckInSession>`
    select ${columns} from ${source}
    where s.client_id = current_client_id() and s.id = ${sessionId} and ${isClassSql}
      and (s.audience = 'everyone' or ${isExpectedSql(sql`${userId}`)})`.execute(db)
  return rows[0]
}

/** A session that the teacher looks after. */
export const sessionForStaff = async (
  db: TenantDb,
  sessionId: number,
  teacher: Teacher,
): Promise<CheckInSession | undefined> => {
  const { rows } = await sql<CheckInSession>`
    select ${columns} from ${source}
    where s.client_id = current_client_id() and s.id = ${sessionId} and ${isClassSql}
      and ${maySeeSessionSql(teacher)}`.execute(db)
  return rows[0]
}

/** Other sessions whose check-in is open now. */
export const otherOpenSessions = async (db: TenantDb, sessionId: number, now: Date): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select s.id from ${source}
    where s.client_id = current_client_id() and s.id <> ${sessionId} and ${isClassSql} and ${endSql} > ${now}
      and a.check_in_opened_at is not null and a.check_in_closed_at is null
    order by s.id limit 200`.execute(db)
  return rows.map(({ id }) => id)
}

export const checkedInAt = async (
  db: TenantDb,
  sessionId: number,
  userId: number,
): Promise<Date | undefined> => {
  const { rows } = await sql<{ at: Date }>`
    select at from attendance_check_in
    where client_id = current_client_id() and session_id = ${sessionId} and user_id = ${userId}`.execute(db)
  return rows[0]?.at
}

/** False if the learner is in already, or somebody else is by the same scan. */
export const addCheckIn = async (
  db: TenantDb,
  clientId: number,
  {
    sessionId,
    userId,
    now,
    scanId = null,
  }: { sessionId: number; userId: number; now: Date; scanId?: string | null },
): Promise<boolean> => {
  const { rows } = await sql`
    insert into attendance_check_in (client_id, session_id, user_id, at, scan_id)
    values (${clientId}, ${sessionId}, ${userId}, ${now}, ${scanId})
    on conflict do nothing returning user_id`.execute(db)
  return rows.length === 1
}

export const setCheckInOpen = async (
  db: TenantDb,
  clientId: number,
  { sessionId, isOpen, now }: { sessionId: number; isOpen: boolean; now: Date },
): Promise<void> => {
  await sql`
    insert into attendance_session (client_id, session_id, check_in_opened_at, check_in_closed_at)
    values (${clientId}, ${sessionId}, ${isOpen ? now : null}, ${isOpen ? null : now})
    on conflict (client_id, session_id) do update set
      check_in_opened_at = coalesce(excluded.check_in_opened_at, attendance_session.check_in_opened_at),
      check_in_closed_at = excluded.check_in_closed_at`.execute(db)
}

export interface BoardRow {
  user_id: number
  name: string
  checked_in_at: Date | null
  joined_at: Date | null
  status: AttendanceStatus | null
  is_manual: boolean
}

/** Everybody who is expected or there. */
export const boardRows = async (db: TenantDb, sessionId: number): Promise<BoardRow[]> => {
  const { rows } = await sql<BoardRow>`
    select * from (
      select u.id as user_id, u.full_name as name, c.at as checked_in_at, j.first_at as joined_at, m.status,
        coalesce(m.source = 'manual', false) as is_manual, ${isExpectedSql(sql`u.id`)} as expected
      from live_session s
      join app_user u on u.client_id = s.client_id and u.role = 'student' and u.disabled_at is null
      left join attendance_check_in c on c.client_id = s.client_id and c.session_id = s.id and c.user_id = u.id
      left join live_join j on j.client_id = s.client_id and j.session_id = s.id and j.user_id = u.id
      left join attendance_mark m on m.client_id = s.client_id and m.session_id = s.id and m.user_id = u.id
      where s.client_id = current_client_id() and s.id = ${sessionId}) person
    where expected or checked_in_at is not null or joined_at is not null or status is not null
    order by name, user_id limit 2000`.execute(db)
  return rows
}
