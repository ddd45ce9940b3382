/** Study time, streak and leaders (spec 7). */
import * as z from 'zod/mini'
import { clientParams, day, id, timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { HOURS_GRAPH_DEFAULT_DAYS } from '../limits.ts'
import { sessionSeconds } from './study-time.ts'

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
  feature: null,
  offline: 'cache',
  summary: "Get today's learners by study time, longest first, without staff",
  params: clientParams,
  response: z.object({ leaderboard: z.array(dailyLeader) }),
})

export const getHoursSpent = endpoint({
  name: 'activity.hoursSpent',
  method: 'GET',
  path: '/api/clients/{clientId}/student/hours-spent-graph/',
  access: 'member',
  feature: null,
  offline: 'cache',
  summary: 'Get study hours per day, oldest first, ending with today',
  params: clientParams,
  query: z.object({ range: daysRange }),
  response: z.object({
    hours_spent: z.array(z.number()),
    /** The day of each value, in the learner's time zone. */
    days: z.array(day),
  }),
})

export const getMonthlyStreak = endpoint({
  name: 'activity.monthlyStreak',
  method: 'GET',
  path: '/api/clients/{clientId}/student/monthly-streak/',
  access: 'member',
  feature: null,
  offline: 'cache',
  summary: 'Get the current and longest streak, and what is missing today',
  params: clientParams,
  response: z.object({
    current_streak: z.int(),
    longest_streak: z.int(),
    /** Minutes still needed today; 0 once today counts. */
    minutes_to_go: z.int(),
    /** The last 30 days. */
    days: z.array(z.object({ day, hours: z.number(), counted: z.boolean() })),
  }),
})

/** Any value a device sends becomes seconds of at most one day; invalid values become 0 (spec 5). */
const claimedSeconds = z.pipe(z._default(z.optional(z.unknown()), 0), z.transform(sessionSeconds))
const shortText = z.string().check(z.maxLength(80))

/** (spec 3) */
export const deviceInfo = z.object({
  browser: z._default(z.optional(shortText), ''),
  os: z._default(z.optional(shortText), ''),
  deviceType: z._default(z.optional(shortText), ''),
  screenSize: z.optional(shortText),
  colorDepth: z.optional(z.number()),
  timezone: z.optional(shortText),
  language: z.optional(shortText),
})
export type DeviceInfo = z.infer<typeof deviceInfo>

/** Beacons of a page share 64 KiB. */
export const TRACK_TIME_BODY_BYTES = 4096

export const trackTime = endpoint({
  name: 'activity.trackTime',
  method: 'POST',
  path: '/activity/clients/{clientId}/track-time/',
  access: 'member',
  feature: null,
  idempotency: 'key',
  summary:
    'Report an interval of study time; returns what was counted. Safe to repeat. Beacons cannot send a token and use the cookie set by an earlier call of the session',
  params: clientParams,
  bodyLimitBytes: TRACK_TIME_BODY_BYTES,
  /** The specification's fields first; the optional ones after them may be missing. */
  body: z.object({
    time_spent_seconds: claimedSeconds,
    session_id: z.string().check(z.minLength(1), z.maxLength(80)),
    date: z.optional(z.string().check(z.maxLength(40))),
    device_type: z._default(z.optional(shortText), ''),
    session_only: z.optional(z.boolean()),
    event_type: z.optional(z.enum(['page_unload', 'page_refresh'])),
    emergency: z.optional(z.boolean()),
    device_info: z.optional(deviceInfo),
    'time-spend': z.optional(z.number()),
    segment_id: z.optional(z.string().check(z.regex(/^[\w.-]{1,80}$/))),
    seq: z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000))),
    started_at_ms: z.optional(z.number()),
    elapsed_ms: z.optional(z.number().check(z.minimum(0), z.maximum(86_400_000))),
    /** Time between the end of the interval and its sending. */
    age_ms: z.optional(z.number().check(z.minimum(0), z.maximum(31 * 86_400_000))),
  }),
  response: z.object({ detail: z.string(), counted_seconds: z.int(), today_seconds: z.int() }),
})

/** Why an interval counted less than it claimed. */
export const discardReasons = ['overlap', 'future', 'before_first_contact', 'too_old', 'day_full'] as const

export const INTERVALS_SHOWN = 100
export const getIntervals = endpoint({
  name: 'activity.stretches',
  method: 'GET',
  path: '/api/clients/{clientId}/student/study-stretches/',
  access: 'member',
  feature: null,
  summary: "Get the caller's intervals of one day: what counted, what did not, and why",
  params: clientParams,
  query: z.object({ day: z.optional(day) }),
  response: z.object({
    day,
    counted_seconds: z.int(),
    stretches: z.array(
      z.object({
        started_at: timestamp,
        ended_at: timestamp,
        device: z.string(),
        device_type: z.string(),
        claimed_seconds: z.int(),
        counted_seconds: z.int(),
        reason: z.nullable(z.enum(discardReasons)),
      }),
    ),
  }),
})

/** Includes today. */
export const HEATMAP_DAYS = 365
export const getHeatmap = endpoint({
  name: 'activity.heatmap',
  method: 'GET',
  path: '/api/clients/{clientId}/student/user-activity-heatmap/',
  access: 'member',
  feature: null,
  offline: 'cache',
  summary: 'Get a year of study days in the learner’s time zone; days without study are left out',
  params: clientParams,
  response: z.object({ from: day, to: day, days: z.array(z.object({ day, minutes: z.int() })) }),
})

export const WEEKLY_GOAL_MIN = 10
export const WEEKLY_GOAL_MAX = 6000
const weeklyGoal = z.object({
  /** Null until the learner chooses a goal. */
  goal_minutes: z.nullable(z.int()),
  /** In the current week, which starts on Monday in the learner's time zone. */
  minutes: z.int(),
  week_start: day,
  /** Days left, including today. */
  days_left: z.int(),
})

export const getWeeklyGoal = endpoint({
  name: 'activity.weeklyGoal',
  method: 'GET',
  path: '/api/clients/{clientId}/student/weekly-goal/',
  access: 'member',
  feature: null,
  offline: 'cache',
  summary: "Get the learner's weekly goal in minutes and the progress of the current week",
  params: clientParams,
  response: weeklyGoal,
})

export const setWeeklyGoal = endpoint({
  name: 'activity.setWeeklyGoal',
  method: 'PUT',
  path: '/api/clients/{clientId}/student/weekly-goal/',
  access: 'member',
  feature: null,
  summary: 'Set the weekly goal in minutes',
  params: clientParams,
  body: z.object({ minutes: z.int().check(z.minimum(WEEKLY_GOAL_MIN), z.maximum(WEEKLY_GOAL_MAX)) }),
  response: weeklyGoal,
})
