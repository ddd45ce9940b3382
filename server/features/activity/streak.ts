/** The learning streak (spec 4; docs/decisions/activity/count-the-streak-from-yesterday-until-today-counts.md). */
import { STREAK_DAY_MIN_HOURS } from '#contract/limits.ts'

const HOUR_SECONDS = 3600
const MINUTE_SECONDS = 60
/** A day counts with more seconds than this. */
const DAY_MIN_SECONDS = STREAK_DAY_MIN_HOURS * HOUR_SECONDS

export const isCounted = (seconds: number): boolean => seconds > DAY_MIN_SECONDS

/**
 * Consecutive counted days at the end of the series (oldest first, today last). While today does not count yet, the
 * streak ends yesterday: an unfinished day does not break it.
 */
export const currentStreak = (series: readonly number[]): number => {
  const latest = isCounted(series.at(-1) ?? 0) ? series : series.slice(0, -1)
  const gap = latest.findLastIndex((seconds) => !isCounted(seconds))
  return latest.length - 1 - gap
}

/** Whole minutes until today counts; 0 when it does. */
export const minutesToGo = (secondsToday: number): number =>
  isCounted(secondsToday) ? 0 : Math.ceil((DAY_MIN_SECONDS + 1 - secondsToday) / MINUTE_SECONDS)

/** Hours with four decimals, so that one second above half an hour still reads as more than 0.5. */
export const toHours = (seconds: number): number => Number((seconds / HOUR_SECONDS).toFixed(4))

export const toHoursAndMinutes = (seconds: number): { hours: number; minutes: number } => ({
  hours: Math.floor(seconds / HOUR_SECONDS),
  minutes: Math.floor((seconds % HOUR_SECONDS) / MINUTE_SECONDS),
})
