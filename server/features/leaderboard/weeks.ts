import { mondayOf, shiftDay } from '#server/core/days.ts'

/** A week is over everywhere one day after its Sunday: learners live in other zones than their tenant. */
export const lastFinishedWeek = (today: string): string => mondayOf(shiftDay(today, -8))

/** Mondays of the weeks to settle, oldest first: after the last settled one, and not more than this many. */
export const weeksToSettle = (today: string, settled: string | null, most: number): string[] => {
  const last = lastFinishedWeek(today)
  return Array.from({ length: most }, (_, index) => shiftDay(last, -7 * (most - 1 - index))).filter(
    (monday) => settled === null || monday > settled,
  )
}
