import { STREAK_DAY_MIN_HOURS } from '#contract/limits.ts'

/**
 * Counts consecutive days with more than half an hour, back from the latest day (spec 4). The series is
 * oldest first and ends with today. A today that does not count yet does not break the streak: the count then
 * starts with yesterday. The server counts in the same way.
 */
export const streakOf = (hours: readonly number[]): number => {
  const isCounted = (index: number) => (hours[index] ?? 0) > STREAK_DAY_MIN_HOURS
  const today = hours.length - 1
  let day = isCounted(today) ? today : today - 1
  let streak = 0
  while (day >= 0 && isCounted(day)) {
    streak += 1
    day -= 1
  }
  return streak
}
