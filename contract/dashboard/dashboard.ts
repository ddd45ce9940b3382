/**
 * The admin dashboard: what happened in a period beside the period before, the courses, and who needs attention. The
 * numbers are read from tables that a job keeps; `counted_at` says how fresh they are.
 */
import * as z from 'zod/mini'
import { clientParams, day, id, idParam, timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { riskReasons } from './at-risk.ts'
import { period, periodQuery, presetDays } from './period.ts'

const BASE = '/api/clients/{clientId}/admin/dashboard/' as const
const forStaff = { access: 'staff', feature: null } as const

const numbers = {
  /** Learners who studied. */
  active: z.int(),
  /** Learners with a new account. */
  joined: z.int(),
  enrolled: z.int(),
  /** Enrolments that were finished. */
  completed: z.int(),
  study_seconds: z.int(),
  /** Attempts at assessments that were handed in, those that could be passed, and those that were. */
  submitted: z.int(),
  judged: z.int(),
  passed: z.int(),
  /** The mean result of the attempts; null without any. */
  average_percent: z.nullable(z.number()),
  /** Marks in classes. Excused ones do not count for the percentage. */
  attended: z.int(),
  held: z.int(),
} as const

const summary = z.object(numbers)
export type DashboardNumbers = z.infer<typeof summary>

const money = z.object({
  currency: z.string(),
  /** Sold less discounts, and what went back. */
  sold_minor: z.int(),
  refunded_minor: z.int(),
  former_net_minor: z.int(),
})

export const getAdminDashboard = endpoint({
  name: 'dashboard.admin',
  method: 'GET',
  path: BASE,
  ...forStaff,
  summary:
    'Get the numbers of a period and of the one before, day by day, with courses and learners at risk; an instructor sees the courses they teach',
  params: clientParams,
  query: z.object({ ...periodQuery, days: z.optional(z.enum(presetDays)) }),
  response: z.object({
    /** Null until the first count. */
    counted_at: z.nullable(timestamp),
    /** In the client's time zone. */
    today: day,
    period,
    former: period,
    /** Of all time: the learners that the caller sees. */
    learners: z.int(),
    now: summary,
    before: summary,
    /** The period in steps of days or weeks, oldest first; the last one ends with the period and can be shorter. */
    steps: z.array(
      z.object({
        from: day,
        to: day,
        active: z.int(),
        study_seconds: z.int(),
        joined: z.int(),
        enrolled: z.int(),
        completed: z.int(),
      }),
    ),
    /** Null for those who may not see it, and while the client sells no courses. */
    revenue: z.nullable(z.array(money)),
    courses: z.array(
      z.object({
        id,
        title: z.string(),
        learners: z.int(),
        started: z.int(),
        completed: z.int(),
        average_percent: z.int(),
      }),
    ),
    /** How many learners are at risk at all, and for each reason; a learner can have several. */
    at_risk: z.object({
      any: z.int(),
      reasons: z.array(z.object({ reason: z.enum(riskReasons), learners: z.int() })),
    }),
  }),
})

/** Where the learners of a course are. */
export const getLessonProgress = endpoint({
  name: 'dashboard.lessons',
  method: 'GET',
  path: `${BASE}courses/{courseId}/lessons/`,
  ...forStaff,
  summary:
    'Get how many learners of a course came to each lesson and stopped there, in a period and in the one before',
  params: z.object({ clientId: idParam, courseId: idParam }),
  query: z.object({ ...periodQuery, days: z.optional(z.enum(presetDays)) }),
  response: z.object({
    counted_at: z.nullable(timestamp),
    /** In the client's time zone. */
    today: day,
    period,
    former: period,
    course: z.object({ id, title: z.string() }),
    learners: z.int(),
    completed: z.int(),
    /** In the order of the course. */
    lessons: z.array(
      z.object({
        id,
        title: z.string(),
        section: z.string(),
        /** Learners who came to this lesson or a later one, or finished the course; of all time. */
        reached: z.int(),
        /** Learners who opened it for the first time in the period. */
        arrived: z.int(),
        arrived_before: z.int(),
        /** Learners whose last lesson it is, and whose `STOPPED_DAYS` without progress were over in the period. */
        stopped: z.int(),
        stopped_before: z.int(),
      }),
    ),
  }),
})
