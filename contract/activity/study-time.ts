/**
 * Session durations for both sides (spec 5). Without the schema library, because the app's tracker loads this
 * file.
 */

/** A session lasts at most one day (spec 9). */
export const SESSION_CAP_SECONDS = 86_400

/** Whole seconds: negative and non-numeric values become 0, longer ones are capped at one day. */
export const sessionSeconds = (value: unknown): number => {
  const seconds = typeof value === 'number' ? value : Number.NaN
  if (Number.isNaN(seconds) || seconds <= 0) return 0
  return Math.min(SESSION_CAP_SECONDS, Math.floor(seconds))
}
