import type { AttendanceStatus } from '#contract/attendance/rules.ts'

export const STATUS_TONES = {
  present: 'success',
  late: 'warning',
  excused: 'info',
  absent: 'error',
} as const satisfies Record<AttendanceStatus, string>

/** Fill and text of a status. */
export const STATUS_CLASSES: Readonly<Record<AttendanceStatus, string>> = {
  present: 'bg-success-soft text-success-text',
  late: 'bg-warning-soft text-warning-text',
  excused: 'bg-info-soft text-info-text',
  absent: 'bg-error-soft text-error-text',
}
