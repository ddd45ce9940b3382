/** Live classes as learners see them: the schedule, joining, calendars and recordings. */
import * as z from 'zod/mini'
import { clientParams, empty, id, idParam, pageOf, pageQuery, timestamp } from '../common.ts'
import { endpoint, perHour, perMinute } from '../endpoint.ts'
import { consentAnswers, liveSession } from './shapes.ts'
import { sessionStates } from './session-state.ts'

const base = '/api/clients/{clientId}/live'
const sessionParams = z.object({ clientId: idParam, sessionId: idParam })
const courseChoice = z.object({ id, title: z.string() })

/** Sessions of one answer of the schedule. */
export const SCHEDULE_MAX = 50

/** So long a session that ended stays beside the schedule. */
export const RECENT_MS = 3 * 3_600_000

/** Own relation to a session. */
const scheduledSession = z.extend(liveSession, {
  is_host: z.boolean(),
  /** Set once the caller joined. */
  joined_at: z.nullable(timestamp),
})
export type ScheduledSession = z.infer<typeof scheduledSession>

export const listSchedule = endpoint({
  name: 'live.schedule',
  method: 'GET',
  path: `${base}/schedule/`,
  access: 'member',
  feature: 'live_class',
  offline: 'cache',
  summary: 'List the sessions that the caller is invited to and that are not over, earliest first',
  params: clientParams,
  query: z.object({ course: z.optional(idParam) }),
  response: z.object({
    results: z.array(scheduledSession),
    /** The latest one that ended in the last {@link RECENT_MS}: its recording may still be on the way. */
    recent: z.nullable(scheduledSession),
    /** All that are not over; `results` has the first {@link SCHEDULE_MAX}. */
    count: z.int(),
    /** The courses with sessions, past ones too, for the filter. */
    courses: z.array(courseChoice),
  }),
})
export type Schedule = z.infer<(typeof listSchedule)['response']>

const pastSession = z.extend(liveSession, {
  is_host: z.boolean(),
  /** Counted minutes; null if nobody saw the caller there. */
  minutes: z.nullable(z.int()),
  /** Own progress in the recording; null before the first look. */
  watched: z.nullable(
    z.object({
      position_seconds: z.number(),
      watched_seconds: z.number(),
      completed_at: z.nullable(timestamp),
    }),
  ),
})
export type PastSession = z.infer<typeof pastSession>

export const listPast = endpoint({
  name: 'live.past',
  method: 'GET',
  path: `${base}/past/`,
  access: 'member',
  feature: 'live_class',
  offline: 'cache',
  summary:
    'List past sessions that the caller was invited to, latest first; search looks at titles, courses and hosts',
  params: clientParams,
  query: z.object({
    ...pageQuery,
    course: z.optional(idParam),
    search: z.optional(z.string().check(z.maxLength(200))),
  }),
  response: pageOf(pastSession),
})

/** Why somebody cannot join now; each has its own words in the app. */
export const joinRefusals = [
  'too_early',
  'ended',
  'cancelled',
  'full',
  'consent_needed',
  'unavailable',
] as const
export type JoinRefusal = (typeof joinRefusals)[number]

export const joinSession = endpoint({
  name: 'live.join',
  method: 'POST',
  path: `${base}/sessions/{sessionId}/join/`,
  access: 'member',
  feature: 'live_class',
  idempotency: 'natural',
  hasSecrets: true,
  rateLimit: perMinute(20),
  summary:
    'Join a session: within its window an invited person gets the meeting link and is noted as joined; otherwise the reason',
  params: sessionParams,
  body: z.object({
    /** The answer to "this session is recorded"; null where it is not, or not given yet. */
    consent: z.nullable(z.enum(consentAnswers)),
    /** The open page: its heartbeats go on from here. */
    page: z.uuid(),
  }),
  response: z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('joined'), url: z.url() }),
    z.object({ outcome: z.literal('refused'), reason: z.enum(joinRefusals) }),
  ]),
})
export type JoinResult = z.infer<(typeof joinSession)['response']>

/** How often an open page says that it is still there. Browsers slow the timers of hidden pages to one a minute. */
export const HEARTBEAT_MS = 45_000
/** A longer silence is an absence. */
export const HEARTBEAT_GAP_MS = 150_000

export const beatPresence = endpoint({
  name: 'live.presence',
  method: 'POST',
  path: `${base}/sessions/{sessionId}/presence/`,
  access: 'member',
  feature: 'live_class',
  idempotency: 'natural',
  rateLimit: perMinute(20),
  summary: 'Say that the page of a joined session is still open; only the time between two calls counts',
  params: sessionParams,
  body: z.object({ page: z.uuid() }),
  response: z.object({ state: z.enum(sessionStates), minutes: z.int() }),
})

export const getCalendarFile = endpoint({
  name: 'live.calendarFile',
  method: 'GET',
  path: `${base}/sessions/{sessionId}/calendar/`,
  access: 'member',
  feature: 'live_class',
  summary: 'Get one session as an iCalendar file, without the meeting link',
  params: sessionParams,
  response: z.object({ file_name: z.string(), text: z.string() }),
})

/** `path`: where calendars fetch the own sessions, without signing in; null before it was made or after it was revoked. */
const feed = z.object({ path: z.nullable(z.string()) })

export const getFeed = endpoint({
  name: 'live.feed',
  method: 'GET',
  path: `${base}/feed/`,
  access: 'member',
  feature: 'live_class',
  hasSecrets: true,
  summary: "Get the address of the caller's calendar feed",
  params: clientParams,
  response: feed,
})
export const renewFeed = endpoint({
  name: 'live.renewFeed',
  method: 'POST',
  path: `${base}/feed/`,
  access: 'member',
  feature: 'live_class',
  hasSecrets: true,
  rateLimit: perHour(20),
  summary: "Make a new address for the caller's calendar feed; the one before stops working",
  params: clientParams,
  response: feed,
})
export const revokeFeed = endpoint({
  name: 'live.revokeFeed',
  method: 'DELETE',
  path: `${base}/feed/`,
  access: 'member',
  feature: 'live_class',
  summary: "Revoke the address of the caller's calendar feed",
  params: clientParams,
  response: empty,
  status: 204,
})

export const getRecording = endpoint({
  name: 'live.recording',
  method: 'GET',
  path: `${base}/sessions/{sessionId}/recording/`,
  access: 'member',
  feature: 'live_class',
  opensFiles: true,
  summary: 'Get a recording that is ready, with its captions and where the caller stopped',
  params: sessionParams,
  response: z.object({
    session: liveSession,
    duration_seconds: z.number(),
    sources: z.array(z.object({ url: z.string(), mime: z.string() })),
    poster_url: z.nullable(z.string()),
    captions: z.array(z.object({ language: z.string(), label: z.string(), url: z.string() })),
    position_seconds: z.number(),
    watched_seconds: z.number(),
    completed_at: z.nullable(timestamp),
  }),
})
export type Recording = z.infer<(typeof getRecording)['response']>

const second = z.number().check(z.minimum(0), z.maximum(86_400))
export const watchRecording = endpoint({
  name: 'live.watchRecording',
  method: 'POST',
  path: `${base}/sessions/{sessionId}/recording/progress/`,
  access: 'member',
  feature: 'live_class',
  idempotency: 'natural',
  summary: 'Save where the caller stopped and what was watched; repeats and overlaps count once',
  params: sessionParams,
  body: z.object({
    position_seconds: second,
    /** [from, to) in seconds of the recording. */
    ranges: z.array(z.tuple([second, second])).check(z.maxLength(200)),
  }),
  response: z.object({ watched_seconds: z.number(), completed_at: z.nullable(timestamp) }),
})
