import type { getDailyLeaders, getHoursSpent, getMonthlyStreak } from '#contract/activity/activity.ts'
import type { ResponseInputOf } from '#contract/endpoint.ts'
import { STREAK_DAY_MIN_HOURS, STREAK_SERIES_DAYS } from '#contract/limits.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { leadersOn, longestRun, secondsByDay, zonesOf } from './activity.repository.ts'
import { dayIn, lastDays } from '#server/core/days.ts'
import { currentStreak, isCounted, minutesToGo, toHours, toHoursAndMinutes } from './streak.ts'

/** The app shows three (spec 9); the others let it tell how far away the next rank is. */
const LEADERS_MAX = 10
const STREAK_DAY_MIN_SECONDS = STREAK_DAY_MIN_HOURS * 3600

/** Learners by study time today, in the tenant's time zone. */
export const dailyLeaders = (scope: MemberScope): Promise<ResponseInputOf<typeof getDailyLeaders>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const zones = await zonesOf(db, clientId, scope.actor.userId)
    const day = dayIn(zones.tenant, scope.clock.now())
    const rows = await leadersOn(db, { clientId, day, limit: LEADERS_MAX, readerId: scope.actor.userId })
    return {
      leaderboard: rows.map(({ id, name, seconds }) => ({ id, name, progress: toHoursAndMinutes(seconds) })),
    }
  })

/** Hours of the last days in the learner's time zone, today last. */
export const hoursSpent = (
  scope: MemberScope,
  days: number,
): Promise<ResponseInputOf<typeof getHoursSpent>> =>
  scope.tx(async (db) => {
    const dailySeconds = await readDailySeconds(db, scope, days)
    return {
      hours_spent: dailySeconds.map(({ seconds }) => toHours(seconds)),
      days: dailySeconds.map(({ day }) => day),
    }
  })

/** The streak in the 30-day series, the longest streak ever, and the minutes missing today. */
export const monthlyStreak = (scope: MemberScope): Promise<ResponseInputOf<typeof getMonthlyStreak>> =>
  scope.tx(async (db) => {
    const dailySeconds = await readDailySeconds(db, scope, STREAK_SERIES_DAYS)
    const today = dailySeconds.at(-1)
    const current = currentStreak(dailySeconds.map(({ seconds }) => seconds))
    const longest = await longestRun(db, {
      clientId: scope.tenant.clientId,
      userId: scope.actor.userId,
      to: today?.day ?? '',
      minSeconds: STREAK_DAY_MIN_SECONDS,
    })
    return {
      current_streak: current,
      longest_streak: Math.max(current, longest),
      minutes_to_go: minutesToGo(today?.seconds ?? 0),
      days: dailySeconds.map(({ day, seconds }) => ({
        day,
        hours: toHours(seconds),
        counted: isCounted(seconds),
      })),
    }
  })

const readDailySeconds = async (
  db: TenantDb,
  scope: MemberScope,
  count: number,
): Promise<{ day: string; seconds: number }[]> => {
  const { clientId } = scope.tenant
  const { userId } = scope.actor
  const zones = await zonesOf(db, clientId, userId)
  const to = dayIn(zones.learner, scope.clock.now())
  const days = lastDays(to, count)
  const seconds = await secondsByDay(db, { clientId, userId, from: days[0] ?? to, to })
  return days.map((day) => ({ day, seconds: seconds.get(day) ?? 0 }))
}
