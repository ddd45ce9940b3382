import { queryOptions } from '@tanstack/react-query'
import { getDailyLeaders, getHoursSpent, getMonthlyStreak } from '#contract/activity.ts'
import { LEADERS_SHOWN } from '#contract/limits.ts'
import { authedCall } from '#src/core/api/authed-call.ts'

/** Time goes on while one learns: figures older than this are read again when looked at. */
const FRESH_MS = 60_000

export const leaderboardKeys = {
  leaders: ['leaderboard', 'daily'] as const,
  hours: (days: number) => ['leaderboard', 'hours', days] as const,
  streak: ['leaderboard', 'streak'] as const,
}

/** Today's first three by time (spec §9 "Leaders dropdown 3 entries"). */
export const dailyLeadersQuery = () =>
  queryOptions({
    queryKey: leaderboardKeys.leaders,
    queryFn: ({ signal }) => authedCall(getDailyLeaders, { signal }),
    select: ({ leaderboard }) => leaderboard.slice(0, LEADERS_SHOWN),
    staleTime: FRESH_MS,
  })

export const hoursQuery = (days: number) =>
  queryOptions({
    queryKey: leaderboardKeys.hours(days),
    queryFn: ({ signal }) => authedCall(getHoursSpent, { query: { range: `last-${days}-days` }, signal }),
    staleTime: FRESH_MS,
  })

export const monthlyStreakQuery = () =>
  queryOptions({
    queryKey: leaderboardKeys.streak,
    queryFn: ({ signal }) => authedCall(getMonthlyStreak, { signal }),
    staleTime: FRESH_MS,
  })
