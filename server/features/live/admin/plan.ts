/** From what the form says to the sessions that it means. Pure. */
import type { RepeatRule, SessionForm } from '#contract/live/admin/sessions.ts'
import { OCCURRENCES_MAX, resolveLocalTime, weeklyTimes, type Weekday } from '#contract/live/zone-time.ts'
import { invalidField } from '#server/core/http/errors.ts'

const MINUTE_MS = 60_000

export interface PlannedTime {
  /** The day of the rule. */
  readonly day: string
  readonly local: string
  readonly startsAt: Date
  readonly endsAt: Date
  /** What the clock does at this time; `shown` is the time that it shows at the start. */
  readonly clock: 'exact' | 'gap' | 'overlap'
  readonly shown: string
}

type Times = Pick<SessionForm, 'starts_local' | 'time_zone' | 'second_time' | 'length_minutes'>

/** Null for a time or a zone that cannot be read. */
export const planTime = (times: Omit<Times, 'starts_local'>, local: string): PlannedTime | null => {
  const found = resolveLocalTime(times.time_zone, local)
  if (!found) return null
  const startsAt = found.kind === 'overlap' && times.second_time ? found.second : found.at
  return {
    day: local.slice(0, 10),
    local,
    startsAt,
    endsAt: new Date(startsAt.getTime() + times.length_minutes * MINUTE_MS),
    clock: found.kind,
    shown: found.kind === 'gap' ? found.local : local,
  }
}

/** Every session of the plan, in order; empty for a time that cannot be read. */
export const planTimes = (times: Times, repeat: RepeatRule | null): PlannedTime[] => {
  const locals = repeat
    ? weeklyTimes({ weekdays: repeat.weekdays as Weekday[], start: times.starts_local, until: repeat.until })
    : [times.starts_local]
  return locals.flatMap((local) => planTime(times, local) ?? [])
}

const timeOf = (local: string) => local.slice(11)

/** The sessions of a plan that may be saved; throws what is wrong with it, in words. */
export const requirePlan = (times: Times, repeat: RepeatRule | null): PlannedTime[] => {
  if (planTime(times, times.starts_local) === null)
    throw invalidField('starts_local', {
      code: 'invalid',
      message: 'This day or this time zone does not exist.',
    })
  const planned = planTimes(times, repeat)
  if (planned.length === 0)
    throw invalidField('until', { code: 'too_small', message: 'No such weekday lies before the last day.' })
  if (planned.length > OCCURRENCES_MAX)
    throw invalidField('until', {
      code: 'too_large',
      message: `A series has at most ${OCCURRENCES_MAX} sessions. Choose an earlier last day.`,
      params: { max: OCCURRENCES_MAX },
    })
  // A series says in its preview which sessions the clock moves; a single one is asked for another time.
  const [only] = planned
  if (!repeat && only?.clock === 'gap')
    throw invalidField('starts_local', {
      code: 'invalid',
      message: `${timeOf(only.local)} does not exist on this day: the clocks are set forward. The next time is ${timeOf(only.shown)}.`,
      params: { time: timeOf(only.local), next: timeOf(only.shown) },
    })
  return planned
}

export const requireNotPast = (startsAt: Date, now: Date, isAccepted: boolean): void => {
  if (startsAt < now && !isAccepted)
    throw invalidField('past_ok', {
      code: 'must_accept',
      message: 'This start lies in the past. Confirm that you want it.',
    })
}
