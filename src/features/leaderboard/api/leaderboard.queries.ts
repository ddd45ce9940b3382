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

/** Time goes on while one learns: figures older than this are read again when looked at. */
const FRESH_MS = 60_000

export const leaderboardKeys = {
  leaders: ['leaderboard', 'daily'] as const,
  hours: (days: number) => ['leaderboard', 'hours', days] as const,
  streak: ['leaderboard', 'streak'] as const,
  overall: ['leaderboard', 'overall'] as const,
  heatmap: ['leaderboard', 'heatmap'] as const,
  goal: ['leaderboard', 'goal'] as const,
  badges: ['leaderboard', 'badges'] as const,
  visibility: ['leaderboard', 'visibility'] as const,
  stretches: (day: string | null) => ['leaderboard', 'stretches', day] as const,
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

export const overallQuery = () =>
  queryOptions({
    queryKey: leaderboardKeys.overall,
    queryFn: ({ signal }) => authedCall(getOverallLeaderboard, { signal }),
    staleTime: FRESH_MS,
  })

export const heatmapQuery = () =>
  queryOptions({
    queryKey: leaderboardKeys.heatmap,
    queryFn: ({ signal }) => authedCall(getHeatmap, { signal }),
    staleTime: FRESH_MS,
  })

export const goalQuery = () =>
  queryOptions({
    queryKey: leaderboardKeys.goal,
    queryFn: ({ signal }) => authedCall(getWeeklyGoal, { signal }),
    staleTime: FRESH_MS,
  })

export const badgesQuery = () =>
  queryOptions({
    queryKey: leaderboardKeys.badges,
    queryFn: ({ signal }) => authedCall(getBadges, { signal }),
    staleTime: FRESH_MS,
  })

export const visibilityQuery = () =>
  queryOptions({
    queryKey: leaderboardKeys.visibility,
    queryFn: ({ signal }) => authedCall(getVisibility, { signal }),
  })

/** Null is today, as the server sees it. */
export const intervalsQuery = (day: string | null) =>
  queryOptions({
    queryKey: leaderboardKeys.stretches(day),
    queryFn: ({ signal }) => authedCall(getIntervals, { query: day === null ? {} : { day }, signal }),
    staleTime: FRESH_MS,
  })
