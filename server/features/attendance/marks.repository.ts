import './attendance.tables.ts'
import { sql } from 'kysely'
import type { AttendanceCounts, AttendanceStatus, MarkSource } from '#contract/attendance/rules.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { countColumns } from './attendance.sql.ts'

export interface MarkKey {
  readonly sessionId: number
  readonly userId: number
}

export interface FoundMark {
  readonly userId: number
  readonly status: 'present' | 'late' | 'absent'
  readonly source: 'presence' | 'check-in'
  readonly minutes: number | null
  readonly joinedAt: Date | null
}

/**
 * Writes what presence and check-in say of a session. A mark by hand stays. The first mark of somebody needs no history;
 * a later change gets a row.
 */
export const putFound = async (
  db: TenantDb,
  clientId: number,
  { sessionId, now, marks }: { sessionId: number; now: Date; marks: readonly FoundMark[] },
): Promise<void> => {
  if (marks.length === 0) return
  const rows = JSON.stringify(marks)
  await sql`
    with given as (
      select * from jsonb_to_recordset(${rows}::jsonb)
        as g ("userId" int, status text, source text, minutes int, "joinedAt" timestamptz)),
    before as (
      select m.user_id, m.status, m.source from attendance_mark m
      where m.client_id = ${clientId} and m.session_id = ${sessionId}),
    written as (
      insert into attendance_mark as m (client_id, session_id, user_id, status, source, found_status, found_source,
        minutes, joined_at, updated_at)
      select ${clientId}, ${sessionId}, g."userId", g.status, g.source, g.status, g.source, g.minutes, g."joinedAt", ${now}
      from given g order by g."userId"
      on conflict (client_id, session_id, user_id) do update set
        found_status = excluded.found_status, found_source = excluded.found_source, minutes = excluded.minutes,
        joined_at = excluded.joined_at,
        status = case m.source when 'manual' then m.status else excluded.status end,
        source = case m.source when 'manual' then m.source else excluded.source end,
        updated_at = excluded.updated_at
      returning m.user_id, m.status, m.source)
    insert into attendance_change (client_id, session_id, user_id, from_status, to_status, source, changed_at)
    select ${clientId}, ${sessionId}, w.user_id, b.status, w.status, w.source, ${now}
    from written w join before b on b.user_id = w.user_id
    where b.status is distinct from w.status`.execute(db)
}

export interface MarkRow {
  session_id: number
  user_id: number
  status: AttendanceStatus | null
  source: MarkSource
  found_status: AttendanceStatus | null
  by: string | null
}

/** Marks of these cells, locked until the transaction ends. */
export const lockMarks = async (db: TenantDb, cells: readonly MarkKey[]): Promise<MarkRow[]> => {
  const { rows } = await sql<MarkRow>`
    select m.session_id, m.user_id, m.status, m.source, m.found_status,
      (select u.full_name from app_user u where u.client_id = m.client_id and u.id = m.marked_by) as by
    from attendance_mark m
    join unnest(${cells.map((cell) => cell.sessionId)}::int[], ${cells.map((cell) => cell.userId)}::int[])
      as cell (session_id, user_id) on cell.session_id = m.session_id and cell.user_id = m.user_id
    where m.client_id = current_client_id()
    order by m.session_id, m.user_id for update of m`.execute(db)
  return rows
}

/** Makes everybody who marks in the same course wait: two first marks of one cell would not see each other. */
export const lockCourse = async (db: TenantDb, clientId: number, courseId: number | null): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`attendance:${clientId}:${courseId ?? 0}`}, 0))`.execute(
    db,
  )
}

export interface ManualMark extends MarkKey {
  /** Null: back to what was found. */
  readonly status: AttendanceStatus | null
}

/** Sets marks by hand, each with a row of its history. */
export const putManual = async (
  db: TenantDb,
  clientId: number,
  change: { marks: readonly ManualMark[]; reason: string; by: number; now: Date },
): Promise<void> => {
  if (change.marks.length === 0) return
  const rows = JSON.stringify(change.marks)
  await sql`
    with given as (
      select * from jsonb_to_recordset(${rows}::jsonb) as g ("sessionId" int, "userId" int, status text)),
    before as (
      select m.session_id, m.user_id, m.status from attendance_mark m
      join given g on g."sessionId" = m.session_id and g."userId" = m.user_id where m.client_id = ${clientId}),
    written as (
      insert into attendance_mark as m (client_id, session_id, user_id, status, source, reason, marked_by, updated_at)
      select ${clientId}, g."sessionId", g."userId", g.status, case when g.status is null then 'presence' else 'manual' end,
        ${change.reason}, ${change.by}, ${change.now}
      from given g order by g."sessionId", g."userId"
      on conflict (client_id, session_id, user_id) do update set
        status = coalesce(excluded.status, m.found_status),
        source = case when excluded.status is null then coalesce(m.found_source, 'presence') else 'manual' end,
        reason = case when excluded.status is null then '' else excluded.reason end,
        marked_by = case when excluded.status is null then null else excluded.marked_by end,
        updated_at = excluded.updated_at
      returning m.session_id, m.user_id, m.status)
    insert into attendance_change
      (client_id, session_id, user_id, from_status, to_status, source, reason, changed_by, changed_at)
    select ${clientId}, w.session_id, w.user_id, b.status, w.status, 'manual', ${change.reason}, ${change.by}, ${change.now}
    from written w left join before b on b.session_id = w.session_id and b.user_id = w.user_id
    order by w.session_id, w.user_id`.execute(db)
}

/** Counts of some learners in a course, over all of its sessions. */
export const countsInCourse = async (
  db: TenantDb,
  courseId: number,
  userIds: readonly number[],
): Promise<(AttendanceCounts & { user_id: number })[]> => {
  const { rows } = await sql<AttendanceCounts & { user_id: number }>`
    select m.user_id, ${countColumns}
    from attendance_mark m join live_session s on s.client_id = m.client_id and s.id = m.session_id
    where m.client_id = current_client_id() and s.course_id = ${courseId} and s.cancelled_at is null
      and m.user_id = any (${[...userIds]}::int[])
    group by m.user_id order by m.user_id`.execute(db)
  return rows
}
