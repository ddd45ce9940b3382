import type { OwnAttendance } from '#contract/attendance/attendance.ts'
import {
  GOAL_PERCENT,
  heldOf,
  percentOf,
  sessionsToGoal,
  type AttendanceCounts,
} from '#contract/attendance/rules.ts'

export interface AttendanceSummary {
  readonly counts: AttendanceCounts
  readonly planned: number
}

/** The summary of one course, or of all. Undefined for a course without sessions. */
export const summaryOf = (own: OwnAttendance, courseId: number | null): AttendanceSummary | undefined =>
  courseId === null
    ? { counts: own.counts, planned: own.courses.reduce((sum, { planned }) => sum + planned, 0) }
    : own.courses.find(({ course }) => course?.id === courseId)

/** Classes that somebody may miss and keep the goal. */
export const spareSessions = (counts: AttendanceCounts): number =>
  Math.floor(((counts.present + counts.late) * 100) / GOAL_PERCENT) - heldOf(counts)

/** good: the goal is reached, but not after another missed class. */
export type Advice = { kind: 'none' | 'full' | 'good' } | { kind: 'spare' | 'needed'; count: number }

/** The most useful advice for these counts. */
export const adviceOf = (counts: AttendanceCounts): Advice => {
  if (percentOf(counts) === null) return { kind: 'none' }
  if (counts.absent === 0) return { kind: 'full' }
  const needed = sessionsToGoal(counts)
  if (needed > 0) return { kind: 'needed', count: needed }
  const spare = spareSessions(counts)
  return spare > 0 ? { kind: 'spare', count: spare } : { kind: 'good' }
}
