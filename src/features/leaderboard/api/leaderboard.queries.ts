import { queryOptions } from '@tanstack/react-query'
import {
  getDailyLeaders,
  getHeatmap,
  getHoursSpent,
  getMonthlyStreak,
  getIntervals,
  getWeeklyGoal,
} from '#contract/activity/activity.ts'
import { getBadges } from '#contract/badges/badges.ts'
import { getOverallLeaderboard, getVisibility } from '#contract/leaderboard/leaderboard.ts'
import { LEADERS_SHOWN } from '#contract/limits.ts'
import { authedCall } from '#src/core/api/authed-call.ts'

/** Study time grows while somebody learns: older figures are refetched on the next view. */
const STALE_AFTER_MS = 60_000

export const leaderboardKeys = {
  leaders: ['leaderboard', 'daily'] as const,
  hours: (days: number) => ['leaderboard', 'hours', days] as const,
  streak: ['leaderboard', 'streak'] as const,
  overall: ['leaderboard', 'overall'] as const,
  heatmap: ['leaderboard', 'heatmap'] as const,
  goal: ['leaderboard', 'goal'] as const,
  badges: ['leaderboard', 'badges'] as const,
  visibility: ['leaderboard', 'visibility'] as const,
  intervals: (day: string | null) => ['leaderboard', 'stretches', day] as const,
}

/** Today's top three by time (spec 9: Leaders dropdown 3 entries). */
export const dailyLeadersQuery = () =>
  queryOptions({
    queryKey: leaderboardKeys.leaders,
    queryFn: ({ signal }) => authedCall(getDailyLeaders, { signal }),
    select: ({ leaderboard }) => leaderboard.slice(0, LEADERS_SHOWN),
    staleTime: STALE_AFTER_MS,
  })

export const hoursQuery = (days: number) =>
  queryOptions({
    queryKey: leaderboardKeys.hours(days),
    queryFn: ({ signal }) => authedCall(getHoursSpent, { query: { range: `last-${days}-days` }, signal }),
    staleTime: STALE_AFTER_MS,
  })

export const monthlyStreakQuery = () =>
  queryOptions({
    queryKey: leaderboardKeys.streak,
    queryFn: ({ signal }) => authedCall(getMonthlyStreak, { signal }),
    staleTime: STALE_AFTER_MS,
  })

export const overallQuery = () =>
  queryOptions({
    queryKey: leaderboardKeys.overall,
    queryFn: ({ signal }) => authedCall(getOverallLeaderboard, { signal }),
    staleTime: STALE_AFTER_MS,
  })

export const heatmapQuery = () =>
  queryOptions({
    queryKey: leaderboardKeys.heatmap,
    queryFn: ({ signal }) => authedCall(getHeatmap, { signal }),
    staleTime: STALE_AFTER_MS,
  })

export const goalQuery = () =>
  queryOptions({
    queryKey: leaderboardKeys.goal,
    queryFn: ({ signal }) => authedCall(getWeeklyGoal, { signal }),
    staleTime: STALE_AFTER_MS,
  })

export const badgesQuery = () =>
  queryOptions({
    queryKey: leaderboardKeys.badges,
    queryFn: ({ signal }) => authedCall(getBadges, { signal }),
    staleTime: STALE_AFTER_MS,
  })

export const visibilityQuery = () =>
  queryOptions({
    queryKey: leaderboardKeys.visibility,
    queryFn: ({ signal }) => authedCall(getVisibility, { signal }),
  })

/** Null means today by the server's clock. */
export const intervalsQuery = (day: string | null) =>
  queryOptions({
    queryKey: leaderboardKeys.intervals(day),
    queryFn: ({ signal }) => authedCall(getIntervals, { query: day === null ? {} : { day }, signal }),
    staleTime: STALE_AFTER_MS,
  })
