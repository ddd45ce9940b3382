/** When time warnings are due, and how the time left is shown. */

const MINUTE_MS = 60_000
/** When time warnings are announced (EX8). */
export const WARNINGS_MINUTES = [10, 5, 1] as const

/** The warning that became due between two readings, or null. */
export const warningDue = (beforeMs: number | null, leftMs: number): number | null =>
  beforeMs === null
    ? null
    : (WARNINGS_MINUTES.findLast(
        (minutes) => beforeMs > minutes * MINUTE_MS && leftMs <= minutes * MINUTE_MS,
      ) ?? null)

/** Rounded up, so that a started second still shows. */
export const shownSeconds = (leftMs: number): number => Math.ceil(leftMs / 1000)
