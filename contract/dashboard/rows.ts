/** The rows behind each number of the admin dashboard, and files of them. */
import * as z from 'zod/mini'
import { attendanceStatuses } from '../attendance/rules.ts'
import { clientParams, day, id, pageOf, pageQuery, timestamp } from '../common.ts'
import { endpoint, perMinute } from '../endpoint.ts'
import { period, periodQuery } from './period.ts'

/** What happened in a period. */
export const periodKinds = [
  'active',
  'joined',
  'enrolled',
  'completed',
  'submitted',
  'attendance',
  'revenue',
] as const
/** Learners of one course. The last three are about one of its lessons, the last two also about the period. */
export const courseKinds = ['learners', 'started', 'finished', 'reached', 'arrived', 'stopped'] as const
/** One for each number. */
export const rowKinds = [...periodKinds, ...courseKinds] as const
export type RowKind = (typeof rowKinds)[number]

const number = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647))
const filters = {
  kind: z._default(z.optional(z.enum(rowKinds)), 'active'),
  ...periodQuery,
  course: z.optional(number),
  /** For `reached`, `arrived` and `stopped`. */
  lesson: z.optional(number),
  /** Only of the people in this group; for admins. */
  group: z.optional(number),
} as const

const row = z.object({
  key: z.string(),
  /** Null for people who are gone. Instructors see no e-mail addresses. */
  person: z.nullable(z.object({ id, name: z.string(), email: z.nullable(z.string()) })),
  /** The course, assessment, class or lesson; null where the row is about the person alone. */
  title: z.nullable(z.string()),
  at: z.nullable(timestamp),
  /** Study time in the period. */
  seconds: z.nullable(z.int()),
  /** Of an attempt, or done of a course. */
  percent: z.nullable(z.number()),
  is_passed: z.nullable(z.boolean()),
  status: z.nullable(z.enum(attendanceStatuses)),
  amount_minor: z.nullable(z.int()),
  currency: z.nullable(z.string()),
})
export type DashboardRow = z.infer<typeof row>

export const listDashboardRows = endpoint({
  name: 'dashboard.rows',
  method: 'GET',
  path: '/api/clients/{clientId}/admin/dashboard/rows/',
  access: 'staff',
  feature: null,
  summary: 'List what a number of the dashboard is made of; revenue for admins only',
  params: clientParams,
  query: z.object({ ...pageQuery, ...filters }),
  response: z.extend(pageOf(row), {
    period,
    today: day,
    course: z.nullable(z.object({ id, title: z.string() })),
    lesson: z.nullable(z.object({ id, title: z.string() })),
    group: z.nullable(z.object({ id, name: z.string() })),
  }),
})

/** `numbers`: the dashboard day by day. `groups`: groups side by side, for admins. */
export const fileKinds = [...rowKinds, 'numbers', 'at_risk', 'groups'] as const

export const exportDashboard = endpoint({
  name: 'dashboard.export',
  method: 'POST',
  path: '/api/clients/{clientId}/admin/dashboard/export/',
  access: 'staff',
  feature: null,
  stepUp: true,
  hasSecrets: true,
  rateLimit: perMinute(10),
  idempotency: 'natural',
  summary: 'Get an address, valid for five minutes, of a CSV file with all rows behind a number',
  params: clientParams,
  body: z.object({
    kind: z.enum(fileKinds),
    from: z.optional(day),
    to: z.optional(day),
    course: z.optional(id),
    lesson: z.optional(id),
    group: z.optional(id),
  }),
  response: z.object({ url: z.string(), name: z.string() }),
})
