/** A learner's own attendance: months, disputes and checking in by a code. */
import * as z from 'zod/mini'
import { clientParams, id, idParam, timestamp } from '../common.ts'
import { endpoint, perHour, perMinute } from '../endpoint.ts'
import { prose } from '../problems/problems.ts'
import { attendanceStatuses, markSources } from './rules.ts'

const BASE = '/api/clients/{clientId}/attendance/' as const

export const DISPUTE_MAX = 1000
export const REASON_MAX = 500

export const attendanceStatus = z.enum(attendanceStatuses)
export const courseRef = z.object({ id, title: z.string() })
export const counts = z.object({
  present: z.int(),
  late: z.int(),
  excused: z.int(),
  absent: z.int(),
})

export const dispute = z.object({
  id,
  text: z.string(),
  created_at: timestamp,
  /** Null while it is open. */
  answered_at: z.nullable(timestamp),
  answer: z.nullable(z.string()),
  /** The mark that the answer set; null if the mark stayed. */
  new_status: z.nullable(attendanceStatus),
})
export type Dispute = z.infer<typeof dispute>

const ownSession = z.object({
  id,
  title: z.string(),
  course: z.nullable(courseRef),
  starts_at: timestamp,
  length_minutes: z.int(),
  /** Null until the session is counted. */
  status: z.nullable(attendanceStatus),
  source: z.nullable(z.enum(markSources)),
  /** Minutes that count; null where nobody measures them. */
  minutes: z.nullable(z.int()),
  /** First join or check-in. */
  joined_at: z.nullable(timestamp),
  /** What staff wrote for a mark by hand. */
  reason: z.nullable(z.string()),
  /** The newest one. */
  dispute: z.nullable(dispute),
})
export type OwnSession = z.infer<typeof ownSession>

const courseAttendance = z.object({
  course: z.nullable(courseRef),
  counts,
  /** Sessions that are still planned. */
  planned: z.int(),
})
export type CourseAttendance = z.infer<typeof courseAttendance>

/** A calendar month, such as 2026-11. */
export const monthText = z.string().check(z.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/))

export const getAttendance = endpoint({
  name: 'attendance.own',
  method: 'GET',
  path: BASE,
  access: 'member',
  feature: 'attendance',
  offline: 'cache',
  summary: 'Get the own attendance: counts over all time by course, and the sessions of one month',
  params: clientParams,
  query: z.object({ month: z.optional(monthText) }),
  response: z.object({
    /** In the person's time zone. */
    month: monthText,
    /** The first and last months with a session; both the current month if there are none. */
    first_month: monthText,
    last_month: monthText,
    time_zone: z.string(),
    counts,
    /** Classes whose check-in is open now and waits for the learner. */
    check_ins: z.array(z.object({ id, title: z.string() })),
    courses: z.array(courseAttendance),
    sessions: z.array(ownSession),
  }),
})
export type OwnAttendance = z.infer<(typeof getAttendance)['response']>

export const disputeMark = endpoint({
  name: 'attendance.dispute',
  method: 'POST',
  path: `${BASE}sessions/{sessionId}/dispute/`,
  access: 'member',
  feature: 'attendance',
  idempotency: 'natural',
  rateLimit: perHour(20),
  summary: 'Dispute the own mark of a session; one dispute of a mark can be open',
  params: z.object({ clientId: idParam, sessionId: idParam }),
  body: z.object({ text: prose(1, DISPUTE_MAX) }),
  response: dispute,
  alsoFails: [409],
})

/** Why a code is refused, as `params.why` of the field `code`. */
export const codeRefusals = ['forged', 'other_session', 'old', 'used', 'early', 'closed', 'ended'] as const
export type CodeRefusal = (typeof codeRefusals)[number]

const typedCode = z.string().check(z.maxLength(40))

export const checkIn = endpoint({
  name: 'attendance.checkIn',
  method: 'POST',
  path: `${BASE}sessions/{sessionId}/check-in/`,
  access: 'member',
  feature: 'attendance',
  idempotency: 'natural',
  rateLimit: perMinute(20),
  summary: 'Check in to a session by the code that its screen shows now; counts once for each learner',
  params: z.object({ clientId: idParam, sessionId: idParam }),
  body: z.object({ code: typedCode }),
  response: z.object({
    session: z.object({ id, title: z.string() }),
    status: attendanceStatus,
    at: timestamp,
  }),
  alsoFails: [409],
})
export type CheckedIn = z.infer<(typeof checkIn)['response']>

export const scanCode = endpoint({
  name: 'attendance.scan',
  method: 'POST',
  path: `${BASE}sessions/{sessionId}/scan/`,
  access: 'public',
  feature: 'attendance',
  // A class shares one address.
  rateLimit: perMinute(300),
  idempotency: 'natural',
  summary:
    'Note that this browser had the code before signing in: it then counts for ten minutes. The answer is the same for a wrong code',
  params: z.object({ clientId: idParam, sessionId: idParam }),
  body: z.object({ code: typedCode }),
  /** Empty whatever the code was. */
  response: z.object({}),
})

export const getCheckIn = endpoint({
  name: 'attendance.checkInState',
  method: 'GET',
  path: `${BASE}sessions/{sessionId}/check-in/`,
  access: 'member',
  feature: 'attendance',
  summary: 'Tell which session a check-in is for and whether the learner is in',
  params: z.object({ clientId: idParam, sessionId: idParam }),
  response: z.object({
    session: z.object({ id, title: z.string(), starts_at: timestamp, length_minutes: z.int() }),
    checked_in_at: z.nullable(timestamp),
  }),
})
