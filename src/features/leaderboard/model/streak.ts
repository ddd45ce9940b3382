import { STREAK_DAY_MIN_HOURS } from '#contract/limits.ts'

/**
 * Spec §4: consecutive latest days, counted backwards from the latest day of the series (oldest first, the last
 * value being today), each with more than half an hour. A today that is not over yet does not break what
 * yesterday holds: then the count starts with yesterday. The server counts the same way.
 */
export const streakOf = (hours: readonly number[]): number => {
  const counted = (index: number) => (hours[index] ?? 0) > STREAK_DAY_MIN_HOURS
  const today = hours.length - 1
  let day = counted(today) ? today : today - 1
  let streak = 0
  while (day >= 0 && counted(day)) {
    streak += 1
    day -= 1
  }
  return streak
}
