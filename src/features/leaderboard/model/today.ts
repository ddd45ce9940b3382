import type { getMonthlyStreak, getWeeklyGoal } from '#contract/activity/activity.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { STREAK_DAY_MIN_HOURS } from '#contract/limits.ts'

const DAYS_PER_WEEK = 7
const MINUTES_PER_HOUR = 60

export interface Today {
  minutes: number
  /** A seventh of the weekly goal; without a goal, what a day of the streak needs. */
  goal: number
}

/** The series ends with today. */
export const todayOf = (
  { days }: Pick<ResponseOf<typeof getMonthlyStreak>, 'days'>,
  { goal_minutes: weekly }: Pick<ResponseOf<typeof getWeeklyGoal>, 'goal_minutes'>,
): Today => ({
  minutes: Math.floor((days.at(-1)?.hours ?? 0) * MINUTES_PER_HOUR),
  goal: weekly === null ? STREAK_DAY_MIN_HOURS * MINUTES_PER_HOUR : Math.ceil(weekly / DAYS_PER_WEEK),
})
