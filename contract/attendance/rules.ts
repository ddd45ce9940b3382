/** How attendance is counted; the same on both sides (rules: Live classes, webinars, workshops, attendance). */
import { wholePercent } from '../percent.ts'

export const attendanceStatuses = ['present', 'late', 'excused', 'absent'] as const
export type AttendanceStatus = (typeof attendanceStatuses)[number]

/** What a mark follows from. A mark by hand always wins. */
export const markSources = ['presence', 'check-in', 'manual'] as const
export type MarkSource = (typeof markSources)[number]

export const POINTS: Readonly<Record<AttendanceStatus, number>> = {
  present: 2,
  late: 1,
  excused: 1,
  absent: 0,
}

/** Share of a session's length that counts as having been there. */
export const COUNTS_FROM_PERCENT = 75
/** Whoever joins later than this after the start is late. */
export const LATE_AFTER_MINUTES = 10
/** The percentage that learners should keep. */
export const GOAL_PERCENT = 75
/** Held sessions before anybody is warned. */
export const WARN_AFTER_SESSIONS = 5

/** A check-in code changes this often, and the former one is accepted for the tolerance. */
export const CODE_STEP_MS = 15_000
export const CODE_TOLERANCE_MS = 2000
export const CODE_DIGITS = 8
/** A code scanned before signing in counts for this long in that browser: time for a second step or a new password. */
export const SCAN_TTL_MS = 10 * 60_000
/** Check-in opens this long before the start, as joining does. */
export const CHECK_IN_OPENS_MINUTES = 10

export interface Presence {
  /** Whole minutes in the session, merged over devices. */
  readonly minutes: number
  /** Milliseconds after the start; negative for somebody who came early, null for somebody who did not come. */
  readonly joinedAfterMs: number | null
}

/** Whole minutes that count as having been there: presence is measured in whole minutes, rounded down as here. */
export const minutesNeeded = (lengthMinutes: number): number =>
  Math.floor((lengthMinutes * COUNTS_FROM_PERCENT) / 100)

/** The status that follows from presence. At least 75 % of the length counts, late after the first ten minutes. */
export const statusOfPresence = (
  { minutes, joinedAfterMs }: Presence,
  lengthMinutes: number,
): 'present' | 'late' | 'absent' => {
  if (joinedAfterMs === null || minutes < minutesNeeded(lengthMinutes)) return 'absent'
  return statusOfArrival(joinedAfterMs)
}

/** The status of somebody who is known to be there, such as by a check-in code. */
export const statusOfArrival = (joinedAfterMs: number): 'present' | 'late' =>
  joinedAfterMs > LATE_AFTER_MINUTES * 60_000 ? 'late' : 'present'

/** The better of two statuses that were found without a person's decision. */
export const betterOf = (a: AttendanceStatus, b: AttendanceStatus): AttendanceStatus =>
  POINTS[b] > POINTS[a] ? b : a

export type AttendanceCounts = Readonly<Record<AttendanceStatus, number>>

export const noAttendance: AttendanceCounts = { present: 0, late: 0, excused: 0, absent: 0 }

export const countStatuses = (statuses: Iterable<AttendanceStatus>): AttendanceCounts => {
  const counts = { ...noAttendance }
  for (const status of statuses) counts[status] += 1
  return counts
}

/** Sessions that the percentage looks at: excused ones are left out. */
export const heldOf = ({ present, late, absent }: AttendanceCounts): number => present + late + absent

export const pointsOf = (counts: AttendanceCounts): number =>
  attendanceStatuses.reduce((sum, status) => sum + counts[status] * POINTS[status], 0)

/** Whole percent that rounding never lifts to the goal; null before the first session. */
export const percentOf = (counts: AttendanceCounts): number | null => {
  const held = heldOf(counts)
  return held === 0 ? null : wholePercent(((counts.present + counts.late) * 100) / held, [GOAL_PERCENT])
}

/** How many sessions in a row reach the goal; 0 if it is reached. */
export const sessionsToGoal = (counts: AttendanceCounts): number => {
  const missing = heldOf(counts) * GOAL_PERCENT - (counts.present + counts.late) * 100
  return Math.max(0, Math.ceil(missing / (100 - GOAL_PERCENT)))
}

/** The best percentage that this many further sessions allow. */
export const bestPercent = (counts: AttendanceCounts, sessions: number): number | null =>
  percentOf({ ...counts, present: counts.present + sessions })

export const isBelowGoal = (counts: AttendanceCounts): boolean =>
  heldOf(counts) >= WARN_AFTER_SESSIONS && sessionsToGoal(counts) > 0
