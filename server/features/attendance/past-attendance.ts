/** Attendance of the past, for the demo. */
import './attendance.tables.ts'
import type { AttendanceStatus } from '#contract/attendance/rules.ts'
import type { TenantDb } from '#server/core/db/database.ts'

export interface PastAttendance {
  readonly marks: readonly {
    sessionId: number
    userId: number
    status: AttendanceStatus
    /** What was found; an excused mark is always by hand. */
    found: Exclude<AttendanceStatus, 'excused'>
    minutes: number | null
    joinedAt: Date | null
    reason: string
    markedBy: number | null
    at: Date
  }[]
  readonly settled: readonly { sessionId: number; at: Date }[]
  readonly disputes: readonly { sessionId: number; userId: number; text: string; at: Date }[]
  readonly warnings: readonly { courseId: number; userId: number; percent: number; at: Date }[]
}

const ROWS_PER_INSERT = 500

const inParts = async <T>(rows: readonly T[], insert: (part: T[]) => Promise<unknown>): Promise<void> => {
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT)
    await insert(rows.slice(from, from + ROWS_PER_INSERT))
}

export const addPastAttendance = async (
  db: TenantDb,
  clientId: number,
  { marks, settled, disputes, warnings }: PastAttendance,
): Promise<void> => {
  await inParts(settled, (part) =>
    db
      .insertInto('attendance_session')
      .values(part.map((each) => ({ client_id: clientId, session_id: each.sessionId, settled_at: each.at })))
      .execute(),
  )
  await inParts(marks, (part) =>
    db
      .insertInto('attendance_mark')
      .values(
        part.map((mark) => ({
          client_id: clientId,
          session_id: mark.sessionId,
          user_id: mark.userId,
          status: mark.status,
          source: mark.markedBy === null ? ('presence' as const) : ('manual' as const),
          found_status: mark.found,
          found_source: 'presence' as const,
          minutes: mark.minutes,
          joined_at: mark.joinedAt,
          reason: mark.reason,
          marked_by: mark.markedBy,
          updated_at: mark.at,
        })),
      )
      .execute(),
  )
  await inParts(
    marks.filter((mark) => mark.markedBy !== null),
    (part) =>
      db
        .insertInto('attendance_change')
        .values(
          part.map((mark) => ({
            client_id: clientId,
            session_id: mark.sessionId,
            user_id: mark.userId,
            from_status: mark.found,
            to_status: mark.status,
            source: 'manual' as const,
            reason: mark.reason,
            changed_by: mark.markedBy,
            changed_at: mark.at,
          })),
        )
        .execute(),
  )
  await inParts(disputes, (part) =>
    db
      .insertInto('attendance_dispute')
      .values(
        part.map((each) => ({
          client_id: clientId,
          session_id: each.sessionId,
          user_id: each.userId,
          text: each.text,
          created_at: each.at,
        })),
      )
      .execute(),
  )
  await inParts(warnings, (part) =>
    db
      .insertInto('attendance_warning')
      .values(
        part.map((each) => ({
          client_id: clientId,
          course_id: each.courseId,
          user_id: each.userId,
          percent: each.percent,
          warned_at: each.at,
        })),
      )
      .execute(),
  )
}
