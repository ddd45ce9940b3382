/** The form of a session: what was typed, what of it is wrong, and what is sent. Pure. */
import type { PlanQuestion } from '../api/live-admin.queries.ts'
import {
  LENGTH_MAX_MINUTES,
  LENGTH_MIN_MINUTES,
  type LivePerson,
  type RepeatRule,
  type SeriesScope,
  type SessionForm,
  type StaffSessionDetail,
} from '#contract/live/admin/sessions.ts'
import type { LiveKind } from '#contract/live/shapes.ts'
import { LOCAL_TIME, localTimeAt, weekdayOf, type Weekday } from '#contract/live/zone-time.ts'
import { addDays } from './calendar.ts'

/** Hosts and learners are kept with their names; numbers that are half typed are null. */
export interface TypedSession extends Omit<
  SessionForm,
  'host_ids' | 'invitee_ids' | 'length_minutes' | 'meeting_url'
> {
  hosts: LivePerson[]
  invitees: LivePerson[]
  length_minutes: number | null
  meeting_url: string
  is_limited: boolean
  repeats: boolean
  weekdays: Weekday[]
  until: string
}

const DEFAULT_LENGTH = 60
const DEFAULT_WEEKS = 8
const HOUR_MS = 3_600_000

/** The next full hour, tomorrow: nobody plans for the next minute. */
const startFor = (zone: string, now: Date, day: string | null): string => {
  const local = localTimeAt(zone, new Date(now.getTime() + HOUR_MS))
  return `${day ?? addDays(local.slice(0, 10), 1)}T${local.slice(11, 13)}:00`
}

export const newSession = (options: {
  kind: LiveKind
  zone: string
  now: Date
  day: string | null
  host: LivePerson | null
  mayInviteEveryone: boolean
}): TypedSession => {
  const start = startFor(options.zone, options.now, options.day)
  const day = start.slice(0, 10)
  return {
    kind: options.kind,
    title: '',
    description: '',
    course_id: null,
    section_id: null,
    starts_local: start,
    time_zone: options.zone,
    second_time: false,
    length_minutes: DEFAULT_LENGTH,
    provider: 'link',
    meeting_url: '',
    is_limited: false,
    capacity: null,
    audience: options.kind === 'webinar' || options.mayInviteEveryone ? 'everyone' : 'course',
    invitees: [],
    hosts: options.host ? [options.host] : [],
    consent_rule: 'none',
    repeats: false,
    weekdays: [weekdayOf(day)],
    until: addDays(day, DEFAULT_WEEKS * 7),
  }
}

export const typedSessionOf = ({ form, hosts, invitees }: StaffSessionDetail): TypedSession => {
  const { host_ids: _hosts, invitee_ids: _invitees, ...rest } = form
  const day = form.starts_local.slice(0, 10)
  return {
    ...rest,
    hosts,
    invitees,
    meeting_url: form.meeting_url ?? '',
    is_limited: form.capacity !== null,
    repeats: false,
    weekdays: [weekdayOf(day)],
    until: addDays(day, DEFAULT_WEEKS * 7),
  }
}

/** Answers to the questions before saving. */
export interface SaveChoice {
  isPastOk: boolean
  scope: SeriesScope
}

export const formProblems = [
  'title',
  'start',
  'length',
  'link',
  'course',
  'invitees',
  'hosts',
  'capacity',
  'weekdays',
  'until',
] as const
export type FormProblem = (typeof formProblems)[number]

const isLink = (url: string) => /^https:\/\/[^\s/?#@\\]+\.[^\s/?#@\\]+(?:[/?#]\S*)?$/i.test(url.trim())
const isLength = (minutes: number | null) =>
  minutes !== null && minutes >= LENGTH_MIN_MINUTES && minutes <= LENGTH_MAX_MINUTES

export const problemsOf = (typed: TypedSession): FormProblem[] => {
  const wrong: Record<FormProblem, boolean> = {
    title: typed.title.trim() === '',
    start: !LOCAL_TIME.test(typed.starts_local),
    length: !isLength(typed.length_minutes),
    link: typed.provider === 'link' && !isLink(typed.meeting_url),
    course: typed.audience === 'course' && typed.course_id === null,
    invitees: typed.audience === 'chosen' && typed.invitees.length === 0,
    hosts: typed.hosts.length === 0,
    capacity: typed.is_limited && typed.capacity === null,
    weekdays: typed.repeats && typed.weekdays.length === 0,
    until: typed.repeats && typed.until < typed.starts_local.slice(0, 10),
  }
  return formProblems.filter((problem) => wrong[problem])
}

export const repeatOf = (typed: TypedSession): RepeatRule | null =>
  typed.repeats ? { weekdays: typed.weekdays, until: typed.until } : null

/** Call it without problems only. */
export const bodyOf = (typed: TypedSession): SessionForm => ({
  kind: typed.kind,
  title: typed.title.trim(),
  description: typed.description.trim(),
  course_id: typed.course_id,
  section_id: typed.course_id === null ? null : typed.section_id,
  starts_local: typed.starts_local,
  time_zone: typed.time_zone,
  second_time: typed.second_time,
  length_minutes: typed.length_minutes ?? DEFAULT_LENGTH,
  provider: typed.provider,
  meeting_url: typed.provider === 'link' ? typed.meeting_url.trim() : null,
  capacity: typed.is_limited ? typed.capacity : null,
  audience: typed.kind === 'webinar' ? 'everyone' : typed.audience,
  invitee_ids: typed.audience === 'chosen' ? typed.invitees.map(({ id }) => id) : [],
  host_ids: typed.hosts.map(({ id }) => id),
  consent_rule: typed.consent_rule,
})

/** What is asked of the server while somebody types; null while there is no time to ask about. */
export const planOf = (typed: TypedSession, sessionId: number | null): PlanQuestion | null => {
  const wrong = problemsOf(typed)
  if (wrong.some((problem) => ['start', 'length', 'weekdays', 'until'].includes(problem))) return null
  const {
    title: _t,
    description: _d,
    section_id: _s,
    provider: _p,
    meeting_url: _m,
    capacity: _c,
    consent_rule: _r,
    ...plan
  } = bodyOf(typed)
  return { ...plan, session_id: sessionId, repeat: repeatOf(typed) }
}
