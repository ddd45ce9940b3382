/** Study time, streak and leaders (spec §7 "Authenticated"). */
import * as z from 'zod/mini'
import { clientParams, day, id } from './common.ts'
import { endpoint } from './endpoint.ts'
import { HOURS_GRAPH_DEFAULT_DAYS } from './limits.ts'

/** `last-{days}-days`, 1 to 366. */
export const daysRange = z.pipe(
  z._default(
    z.optional(z.string().check(z.regex(/^last-([1-9]\d{0,2})-days$/))),
    `last-${HOURS_GRAPH_DEFAULT_DAYS}-days`,
  ),
  z.transform((text: string, ctx) => {
    const days = Number(text.split('-')[1])
    if (days > 366) ctx.issues.push({ code: 'custom', input: text, message: 'at most 366 days' })
    return days
  }),
)

export const dailyLeader = z.object({
  id,
  name: z.string(),
  progress: z.object({ hours: z.int(), minutes: z.int() }),
})
export type DailyLeader = z.infer<typeof dailyLeader>

export const getDailyLeaders = endpoint({
  name: 'activity.dailyLeaders',
  method: 'GET',
  path: '/api/clients/{clientId}/student/daily-progress-leaderboard/',
  access: 'member',
  summary: "Today's learners by time spent, most first; staff are left out",
  params: clientParams,
  response: z.object({ leaderboard: z.array(dailyLeader) }),
})

export const getHoursSpent = endpoint({
  name: 'activity.hoursSpent',
  method: 'GET',
  path: '/api/clients/{clientId}/student/hours-spent-graph/',
  access: 'member',
  summary: 'Hours a day, oldest first, the last value being today',
  params: clientParams,
  query: z.object({ range: daysRange }),
  response: z.object({
    hours_spent: z.array(z.number()),
    /** The day of each value, in the learner's zone. */
    days: z.array(day),
  }),
})

export const getMonthlyStreak = endpoint({
  name: 'activity.monthlyStreak',
  method: 'GET',
  path: '/api/clients/{clientId}/student/monthly-streak/',
  access: 'member',
  summary: 'Current and longest streak, and what is missing today',
  params: clientParams,
  response: z.object({
    current_streak: z.int(),
    longest_streak: z.int(),
    /** Minutes still needed today; 0 when today already counts. */
    minutes_to_go: z.int(),
    /** Counted days of the last 30. */
    days: z.array(z.object({ day, hours: z.number(), counted: z.boolean() })),
  }),
})
