/** The clock of a running attempt, in words. Pure. */

const MINUTE_MS = 60_000
/** When the end is announced (FEATURES EX8). */
export const WARNINGS_MINUTES = [10, 5, 1] as const

/** The warning that is due when the time left went from one reading to the next; null when none is. */
export const warningDue = (beforeMs: number | null, leftMs: number): number | null =>
  beforeMs === null
    ? null
    : (WARNINGS_MINUTES.findLast(
        (minutes) => beforeMs > minutes * MINUTE_MS && leftMs <= minutes * MINUTE_MS,
      ) ?? null)

/** Whole seconds to show: what is begun still counts as there. */
export const shownSeconds = (leftMs: number): number => Math.ceil(leftMs / 1000)
