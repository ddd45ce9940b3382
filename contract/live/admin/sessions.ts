/** Planning classes and webinars: instructors their own and those of their courses, admins all. */
import * as z from 'zod/mini'
import { clientParams, day, id, idParam, pageOf, pageQuery, singleLine, timestamp } from '../../common.ts'
import { endpoint, perHour } from '../../endpoint.ts'
import { prose } from '../../problems/problems.ts'
import { sessionStates } from '../session-state.ts'
import {
  clientConsentRules,
  consentRules,
  liveAudiences,
  liveKinds,
  liveProviders,
  recordingSummary,
  timeZone,
} from '../shapes.ts'
import { LOCAL_TIME } from '../zone-time.ts'

const SESSIONS = '/api/clients/{clientId}/admin/live-sessions/' as const
const SESSION = `${SESSIONS}{sessionId}/` as const
const sessionParams = z.extend(clientParams, { sessionId: idParam })

export const TITLE_MAX = 200
export const DESCRIPTION_MAX = 5000
export const LENGTH_MIN_MINUTES = 5
export const LENGTH_MAX_MINUTES = 720
export const HOSTS_MAX = 10
export const INVITEES_MAX = 500
export const CAPACITY_MAX = 100_000
/** Days that the calendar shows at once: six weeks. */
export const CALENDAR_DAYS_MAX = 42

/** How many sessions of a series a change concerns; sessions that ended or were cancelled stay as they are. */
export const seriesScopes = ['one', 'following', 'all'] as const
export type SeriesScope = (typeof seriesScopes)[number]

const person = z.object({ id, name: z.string() })
export type LivePerson = z.infer<typeof person>

/** https only: a link that is not encrypted tells everybody on the way who learns here. */
export const meetingUrl = z
  .string()
  .check(z.maxLength(2000), z.regex(/^https:\/\/[^\s/?#@\\]+\.[^\s/?#@\\]+(?:[/?#]\S*)?$/i))

const localTime = z.string().check(z.regex(LOCAL_TIME))

export const sessionForm = z.object({
  kind: z.enum(liveKinds),
  title: singleLine(1, TITLE_MAX),
  description: prose(0, DESCRIPTION_MAX),
  course_id: z.nullable(id),
  section_id: z.nullable(id),
  /** What the clock of `time_zone` shows at the start. */
  starts_local: localTime,
  time_zone: timeZone,
  /** Where the clock shows the start twice because it is set back: the second time. */
  second_time: z.boolean(),
  length_minutes: z.int().check(z.minimum(LENGTH_MIN_MINUTES), z.maximum(LENGTH_MAX_MINUTES)),
  provider: z.enum(liveProviders),
  /** Needed for the provider `link`. */
  meeting_url: z.nullable(meetingUrl),
  capacity: z.nullable(z.int().check(z.minimum(1), z.maximum(CAPACITY_MAX))),
  audience: z.enum(liveAudiences),
  invitee_ids: z.array(id).check(z.maxLength(INVITEES_MAX)),
  host_ids: z.array(id).check(z.minLength(1), z.maxLength(HOSTS_MAX)),
  consent_rule: z.enum(consentRules),
})
export type SessionForm = z.infer<typeof sessionForm>

const weekday = z.literal([1, 2, 3, 4, 5, 6, 7])
/** Every week on these days, up to and including the last day. */
export const repeatRule = z.object({
  weekdays: z.array(weekday).check(z.minLength(1), z.maxLength(7)),
  until: day,
})
export type RepeatRule = z.infer<typeof repeatRule>

export const staffSession = z.object({
  id,
  kind: z.enum(liveKinds),
  title: z.string(),
  course: z.nullable(z.object({ id, title: z.string() })),
  hosts: z.array(person),
  starts_at: timestamp,
  ends_at: timestamp,
  time_zone: z.string(),
  state: z.enum(sessionStates),
  provider: z.enum(liveProviders),
  audience: z.enum(liveAudiences),
  series_id: z.nullable(id),
  capacity: z.nullable(z.int()),
  /** Learners who may come; of a webinar, who registered. */
  invited: z.int(),
  joined: z.int(),
  recording: recordingSummary,
})
export type StaffSession = z.infer<typeof staffSession>

export const sessionOrders = ['upcoming', 'past', 'all'] as const

export const listStaffSessions = endpoint({
  name: 'liveAdmin.sessions',
  method: 'GET',
  path: SESSIONS,
  access: 'staff',
  feature: 'admin_live',
  summary: "List the caller's sessions (all for an admin): coming ones soonest first, past ones newest first",
  params: clientParams,
  query: z.object({
    ...pageQuery,
    when: z._default(z.optional(z.enum(sessionOrders)), 'upcoming'),
    kind: z.optional(z.enum(liveKinds)),
    course: z.optional(idParam),
    search: z.optional(z.string().check(z.maxLength(200))),
  }),
  response: pageOf(staffSession),
})

export const getCalendar = endpoint({
  name: 'liveAdmin.calendar',
  method: 'GET',
  path: '/api/clients/{clientId}/admin/live-calendar/',
  access: 'staff',
  feature: 'admin_live',
  summary: "Get the caller's sessions (all for an admin) that overlap a stretch of at most six weeks",
  params: clientParams,
  query: z.object({ from: timestamp, until: timestamp, kind: z.optional(z.enum(liveKinds)) }),
  response: z.object({ sessions: z.array(staffSession), is_complete: z.boolean() }),
})
export type LiveCalendar = z.infer<(typeof getCalendar)['response']>

export const staffSessionDetail = z.extend(staffSession, {
  form: z.extend(sessionForm, {
    /** Stored texts may be older than a rule of the form. */
    title: z.string(),
    description: z.string(),
    meeting_url: z.nullable(z.string()),
    invitee_ids: z.array(id),
    host_ids: z.array(id),
  }),
  invitees: z.array(person),
  series: z.nullable(
    z.object({ weekdays: z.array(z.int()), last_on: day, sessions: z.int(), remaining: z.int() }),
  ),
  /** An edit names the revision that it is based on. */
  revision: z.int(),
  /** Of those who joined: minutes in the session, by person. */
  attendance: z.array(z.object({ ...person.shape, minutes: z.int(), joined_at: z.nullable(timestamp) })),
  recording_media: z.object({
    url: z.nullable(z.string()),
    captions: z.array(z.object({ language: z.string(), label: z.string(), url: z.string() })),
  }),
})
export type StaffSessionDetail = z.infer<typeof staffSessionDetail>

export const getStaffSession = endpoint({
  name: 'liveAdmin.session',
  method: 'GET',
  path: SESSION,
  access: 'staff',
  feature: 'admin_live',
  opensFiles: true,
  summary: 'Get one session with its form, attendance and recording',
  params: sessionParams,
  response: staffSessionDetail,
})

const repeat = z.nullable(repeatRule)

/** A start that the zone's clock skips or shows twice. */
const clockChange = z.object({
  kind: z.enum(['gap', 'overlap']),
  local: z.string(),
  /** What the clock shows at the start instead; the same for an overlap. */
  shown: z.string(),
})
export const planCheck = z.object({
  /** Null for a time that cannot be read. */
  first: z.nullable(z.object({ starts_at: timestamp, ends_at: timestamp })),
  sessions: z.int(),
  is_past: z.boolean(),
  clock_changes: z.array(clockChange),
  /** Learners who may come; null for a webinar, to which people register. */
  audience_count: z.nullable(z.int()),
  conflicts: z.array(
    z.object({
      session_id: id,
      title: z.string(),
      starts_at: timestamp,
      ends_at: timestamp,
      /** Hosts of both. */
      hosts: z.array(person),
      /** Learners who may come to both. */
      learners: z.int(),
    }),
  ),
})
export type PlanCheck = z.infer<typeof planCheck>

export const checkPlan = endpoint({
  name: 'liveAdmin.check',
  method: 'POST',
  path: `${SESSIONS}check/`,
  access: 'staff',
  feature: 'admin_live',
  idempotency: 'natural',
  summary: 'Tell what a plan means before it is saved: audience, conflicts, clock changes; changes nothing',
  params: clientParams,
  body: z.object({
    session_id: z.nullable(id),
    kind: z.enum(liveKinds),
    course_id: z.nullable(id),
    starts_local: localTime,
    time_zone: timeZone,
    second_time: z.boolean(),
    length_minutes: z.int().check(z.minimum(LENGTH_MIN_MINUTES), z.maximum(LENGTH_MAX_MINUTES)),
    audience: z.enum(liveAudiences),
    invitee_ids: z.array(id).check(z.maxLength(INVITEES_MAX)),
    host_ids: z.array(id).check(z.maxLength(HOSTS_MAX)),
    repeat,
  }),
  response: planCheck,
})

export const createSession = endpoint({
  name: 'liveAdmin.create',
  method: 'POST',
  path: SESSIONS,
  access: 'staff',
  feature: 'admin_live',
  rateLimit: perHour(200),
  idempotency: 'key',
  summary: 'Plan a session, or a weekly series; a repeat with the same key plans nothing more',
  params: clientParams,
  body: z.extend(sessionForm, {
    idempotency_key: z.uuid(),
    repeat,
    /** A start in the past is refused without it. */
    past_ok: z.boolean(),
  }),
  response: staffSessionDetail,
  status: 201,
})

export const updateSession = endpoint({
  name: 'liveAdmin.update',
  method: 'PUT',
  path: SESSION,
  access: 'staff',
  feature: 'admin_live',
  summary:
    'Change a session, or it and others of its series; people whose time changes are told. 409 if somebody saved after `revision`',
  params: sessionParams,
  body: z.extend(sessionForm, { revision: z.int(), scope: z.enum(seriesScopes), past_ok: z.boolean() }),
  response: staffSessionDetail,
  alsoFails: [409],
})

export const cancelSession = endpoint({
  name: 'liveAdmin.cancel',
  method: 'POST',
  path: `${SESSION}cancellation/`,
  access: 'staff',
  feature: 'admin_live',
  idempotency: 'natural',
  summary: 'Cancel a session, or it and others of its series; everybody invited is told once',
  params: sessionParams,
  body: z.object({ scope: z.enum(seriesScopes) }),
  response: staffSessionDetail,
})

export const endSession = endpoint({
  name: 'liveAdmin.end',
  method: 'POST',
  path: `${SESSION}end/`,
  access: 'staff',
  feature: 'admin_live',
  idempotency: 'natural',
  summary: 'End a session that is under way for everybody; 409 before its start or once it is cancelled',
  params: sessionParams,
  response: staffSessionDetail,
  alsoFails: [409],
})

export const liveOptions = z.object({
  courses: z.array(
    z.object({ id, title: z.string(), sections: z.array(z.object({ id, title: z.string() })) }),
  ),
  /** Who may host; the caller first. */
  hosts: z.array(person),
  /** Meeting services that are set up; a link always works. */
  providers: z.array(z.enum(liveProviders)),
  /** What the client asks of people who do not agree to a recording; null: the hosts decide for each session. */
  consent_rule: z.nullable(z.enum(clientConsentRules)),
  time_zone: z.string(),
})
export type LiveOptions = z.infer<typeof liveOptions>

export const getOptions = endpoint({
  name: 'liveAdmin.options',
  method: 'GET',
  path: '/api/clients/{clientId}/admin/live-options/',
  access: 'staff',
  feature: 'admin_live',
  summary:
    'Get what the form offers: courses with sections, hosts, meeting services, rule of consent, time zone',
  params: clientParams,
  response: liveOptions,
})

export const findLearners = endpoint({
  name: 'liveAdmin.learners',
  method: 'GET',
  path: '/api/clients/{clientId}/admin/live-learners/',
  access: 'staff',
  feature: 'admin_live',
  summary: 'Find up to 20 learners by name or e-mail; instructors find the learners of their courses',
  params: clientParams,
  query: z.object({ search: z.string().check(z.minLength(1), z.maxLength(200)) }),
  response: z.object({ results: z.array(person) }),
})

const captionFile = z.object({
  language: z.string().check(z.regex(/^[a-z]{2,3}$/)),
  label: singleLine(1, 60),
  url: z.string().check(z.maxLength(500)),
})

export const saveRecording = endpoint({
  name: 'liveAdmin.recording',
  method: 'PUT',
  path: `${SESSION}recording/`,
  access: 'staff',
  feature: 'admin_live',
  summary: 'Attach a recording by link or stored file, say when one is expected, or take it away',
  params: sessionParams,
  body: z.discriminatedUnion('state', [
    z.object({ state: z.literal('none') }),
    z.object({ state: z.literal('expected'), expected_at: timestamp }),
    z.object({
      state: z.literal('ready'),
      /** An https address, or the address of a stored file of this client. */
      url: z.union([meetingUrl, z.string().check(z.regex(/^\/files\/\d+\/[\w.-]+$/), z.maxLength(500))]),
      duration_seconds: z.number().check(z.positive(), z.maximum(86_400)),
      captions: z.array(captionFile).check(z.maxLength(10)),
    }),
  ]),
  response: staffSessionDetail,
})
