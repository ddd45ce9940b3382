import type { Generated } from 'kysely'
import type { AttendanceStatus, MarkSource } from '#contract/attendance/rules.ts'

type FoundStatus = Exclude<AttendanceStatus, 'excused'>

declare module '#server/core/db/tables.ts' {
  interface Tables {
    attendance_session: {
      client_id: number
      session_id: number
      settled_at: Date | null
      check_in_opened_at: Date | null
      check_in_closed_at: Date | null
    }
    attendance_mark: {
      client_id: number
      session_id: number
      user_id: number
      status: AttendanceStatus | null
      source: MarkSource
      found_status: FoundStatus | null
      found_source: Exclude<MarkSource, 'manual'> | null
      minutes: number | null
      joined_at: Date | null
      reason: Generated<string>
      marked_by: number | null
      updated_at: Date
    }
    attendance_change: {
      client_id: number
      id: Generated<number>
      session_id: number
      user_id: number
      from_status: AttendanceStatus | null
      to_status: AttendanceStatus | null
      source: MarkSource
      reason: Generated<string>
      changed_by: number | null
      changed_at: Date
    }
    attendance_check_in: {
      client_id: number
      session_id: number
      user_id: number
      at: Date
      scan_id: string | null
    }
    attendance_dispute: {
      client_id: number
      id: Generated<number>
      session_id: number
      user_id: number
      text: string
      created_at: Date
      answered_at: Date | null
      answered_by: number | null
      answer: string | null
      new_status: AttendanceStatus | null
    }
    attendance_warning: {
      client_id: number
      course_id: number
      user_id: number
      warned_at: Date
      percent: number
    }
  }
}
