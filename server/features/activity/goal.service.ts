import type { getHeatmap, getWeeklyGoal } from '#contract/activity/activity.ts'
import { HEATMAP_DAYS } from '#contract/activity/activity.ts'
import type { ResponseInputOf } from '#contract/endpoint.ts'
import { STREAK_DAY_MIN_HOURS, STREAK_SERIES_DAYS } from '#contract/limits.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { longestRun, secondsByDay, zonesOf } from './activity.repository.ts'
import { dayIn, lastDays, mondayOf, shiftDay } from '#server/core/days.ts'
import { goalOf, saveGoal } from './goal.repository.ts'
import { currentStreak, isCounted } from './streak.ts'

const DAYS_PER_WEEK = 7

/** The days of a year; days without study time are left out. */
export const heatmap = (scope: MemberScope): Promise<ResponseInputOf<typeof getHeatmap>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const { userId } = scope.actor
    const to = dayIn((await zonesOf(db, clientId, userId)).learner, scope.clock.now())
    const from = shiftDay(to, 1 - HEATMAP_DAYS)
    const seconds = await secondsByDay(db, { clientId, userId, from, to })
    const days = [...seconds]
      .map(([day, value]) => ({ day, minutes: Math.round(value / 60) }))
      .filter(({ minutes }) => minutes > 0)
      .sort((a, b) => (a.day < b.day ? -1 : 1))
    return { from, to, days }
  })

export const weeklyGoal = (scope: MemberScope): Promise<ResponseInputOf<typeof getWeeklyGoal>> =>
  scope.tx((db) => goalStatus(db, scope))

export const chooseWeeklyGoal = (
  scope: MemberScope,
  minutes: number,
): Promise<ResponseInputOf<typeof getWeeklyGoal>> =>
  scope.tx(async (db) => {
    await saveGoal(db, {
      clientId: scope.tenant.clientId,
      userId: scope.actor.userId,
      minutes,
      now: scope.clock.now(),
    })
    return goalStatus(db, scope)
  })

const goalStatus = async (db: TenantDb, scope: MemberScope) => {
  const { clientId } = scope.tenant
  const { userId } = scope.actor
  const zone = (await zonesOf(db, clientId, userId)).learner
  const week = await weekOf(db, { clientId, userId, today: dayIn(zone, scope.clock.now()) })
  return {
    goal_minutes: await goalOf(db, clientId, userId),
    minutes: Math.floor(week.seconds / 60),
    week_start: week.monday,
    days_left: week.daysLeft,
  }
}

const weekOf = async (db: TenantDb, input: { clientId: number; userId: number; today: string }) => {
  const monday = mondayOf(input.today)
  const days = await secondsByDay(db, { ...input, from: monday, to: input.today })
  const daysSoFar = lastDays(input.today, DAYS_PER_WEEK).filter((day) => day >= monday).length
  return {
    monday,
    daysLeft: DAYS_PER_WEEK - daysSoFar + 1,
    seconds: [...days.values()].reduce((sum, seconds) => sum + seconds, 0),
  }
}

/** Seconds of each day of the streak's series, today last. */
const streakSeries = async (db: TenantDb, input: { clientId: number; userId: number; now: Date }) => {
  const { clientId, userId } = input
  const today = dayIn((await zonesOf(db, clientId, userId)).learner, input.now)
  const days = lastDays(today, STREAK_SERIES_DAYS)
  const seconds = await secondsByDay(db, { clientId, userId, from: days[0] ?? today, to: today })
  return { today, series: days.map((day) => seconds.get(day) ?? 0) }
}

/** The streak once today counts; null until then. */
export const streakToday = async (
  db: TenantDb,
  input: { clientId: number; userId: number; now: Date },
): Promise<{ day: string; days: number } | null> => {
  const { today, series } = await streakSeries(db, input)
  return isCounted(series.at(-1) ?? 0) ? { day: today, days: currentStreak(series) } : null
}

/** The study-time values that badges depend on. */
export const timeFacts = async (db: TenantDb, input: { clientId: number; userId: number; now: Date }) => {
  const { clientId, userId } = input
  const { today, series } = await streakSeries(db, input)
  return {
    currentStreak: currentStreak(series),
    longestStreak: await longestRun(db, {
      clientId,
      userId,
      to: today,
      minSeconds: STREAK_DAY_MIN_HOURS * 3600,
    }),
    weekSeconds: (await weekOf(db, { clientId, userId, today })).seconds,
  }
}
