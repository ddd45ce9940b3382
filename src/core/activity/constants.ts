/** Spec 9, with units. */
export const SYNC_EVERY_MS = 120_000
export const MIN_SYNC_MS = 5_000
export const RETRIES = 3
export const RETRY_BASE_MS = 10_000
export const DUPLICATE_WINDOW_MS = 30_000
export const DAY_CHECK_EVERY_MS = 60_000
export const BACKUP_EVERY_MS = 10_000
/** The total of the day is written this often as well. */
export const TOTAL_BACKUP_EVERY_MS = 30_000
export const NEW_SESSION_AFTER_MS = 30 * 60_000
export const PROCESSED_KEPT = 100
export const LOG_KEPT = 100

/** Time is taken in small steps so that a laptop that slept does not count as study (D7). */
export const TICK_MS = 1_000
/** A step longer than this was no study: the machine slept or the page was frozen. */
export const LONGEST_STEP_MS = 10 * TICK_MS
