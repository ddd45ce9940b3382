import { mondayOf, shiftDay } from '#server/core/days.ts'

/**
 * A week has ended everywhere one day after its Sunday: learners may live in other zones than their tenant.
 */
export const lastFinishedWeek = (today: string): string => mondayOf(shiftDay(today, -8))

/** Mondays of the weeks to settle, oldest first: after the last settled one, at most `max`. */
export const weeksToSettle = (today: string, settled: string | null, max: number): string[] => {
  const last = lastFinishedWeek(today)
  return Array.from({ length: max }, (_, index) => shiftDay(last, -7 * (max - 1 - index))).filter(
    (monday) => settled === null || monday > settled,
  )
}
