/** Durations of study as both sides read them (spec §5). No schema library here: the app's tracker carries it along. */

/** Spec §9: a session holds a day at most. */
export const SESSION_CAP_SECONDS = 86_400

/** Negative or non-numeric becomes 0; above a day it is capped. Whole seconds. */
export const sessionSeconds = (value: unknown): number => {
  const seconds = typeof value === 'number' ? value : Number.NaN
  if (Number.isNaN(seconds) || seconds <= 0) return 0
  return Math.min(SESSION_CAP_SECONDS, Math.floor(seconds))
}
