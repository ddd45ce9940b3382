/**
 * Wall-clock times of a time zone: a class on Sundays at 09:00 in London stays at 09:00 when the clocks change. A time
 * that a clock change skips or repeats is never resolved silently (rules: Live classes).
 */

/** `2026-03-29T09:00`, without a zone. */
export const LOCAL_TIME = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat | null>()

const makeFormat = (timeZone: string): Intl.DateTimeFormat | null => {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
  } catch {
    return null
  }
}

const formatFor = (zone: string): Intl.DateTimeFormat | null => {
  const cached = formats.get(zone)
  if (cached !== undefined) return cached
  const format = makeFormat(zone)
  formats.set(zone, format)
  return format
}

/** Whether it is the name of an IANA time zone. Offsets such as `+05:30` have no clock changes and do not count. */
export const isTimeZone = (zone: string): boolean => /^[A-Za-z]/.test(zone) && formatFor(zone) !== null

/** The local time as if it were UTC; null for a day that no calendar has, such as 31 April. */
const asUtc = (local: string): number | null => {
  const time = Date.parse(`${local}:00Z`)
  return LOCAL_TIME.test(local) && new Date(time).toISOString().startsWith(local) ? time : null
}

const fromUtc = (time: number): string => new Date(time).toISOString().slice(0, 16)

/** What a clock in the zone shows at the instant. */
export const localTimeAt = (zone: string, instant: Date): string => {
  const format = formatFor(zone)
  if (!format) throw new RangeError(`unknown time zone: ${zone}`)
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
  return `${(part['year'] ?? '').padStart(4, '0')}-${part['month']}-${part['day']}T${part['hour']}:${part['minute']}`
}

/** How far the zone's clock is ahead of UTC, in minutes. */
export const offsetAt = (zone: string, instant: Date): number => {
  const floor = Math.floor(instant.getTime() / MINUTE_MS) * MINUTE_MS
  return ((asUtc(localTimeAt(zone, new Date(floor))) ?? floor) - floor) / MINUTE_MS
}

export type ResolvedTime =
  | { kind: 'exact'; at: Date }
  /** The clock skips it. `at` is as much later as the clock jumps (RFC 5545); `local` is what the clock shows then. */
  | { kind: 'gap'; at: Date; local: string }
  /** The clock shows it twice. `at` is the first time (RFC 5545). */
  | { kind: 'overlap'; at: Date; second: Date }

/** The instant of a local time in a zone; null for a malformed time or an unknown zone. */
export const resolveLocalTime = (zone: string, local: string): ResolvedTime | null => {
  const time = asUtc(local)
  if (time === null || !isTimeZone(zone)) return null
  const before = offsetAt(zone, new Date(time - DAY_MS))
  const after = offsetAt(zone, new Date(time + DAY_MS))
  const instants = [...new Set([before, after])]
    .map((offset) => new Date(time - offset * MINUTE_MS))
    .filter((instant) => localTimeAt(zone, instant) === local)
    .toSorted((a, b) => a.getTime() - b.getTime())
  const [at, second] = instants
  if (at === undefined) {
    const shifted = new Date(time - before * MINUTE_MS)
    return { kind: 'gap', at: shifted, local: localTimeAt(zone, shifted) }
  }
  return second === undefined ? { kind: 'exact', at } : { kind: 'overlap', at, second }
}

/** Monday is 1, Sunday is 7 (ISO 8601). */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7

export interface WeeklyRule {
  weekdays: readonly Weekday[]
  /** The first session, in the zone's time. Its day counts only if it is one of the weekdays. */
  start: string
  /** The last day that may have a session. */
  until: string
}

/** Two years of classes on one day a week. */
export const OCCURRENCES_MAX = 104

export const weekdayOf = (day: string): Weekday =>
  (((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1) as Weekday

/** The local times of a weekly rule, in order; one more than the maximum tells that there are too many. */
export const weeklyTimes = ({ weekdays, start, until }: WeeklyRule): string[] => {
  const first = asUtc(start)
  if (first === null) return []
  const times: string[] = []
  for (let time = first; times.length <= OCCURRENCES_MAX; time += DAY_MS) {
    const local = fromUtc(time)
    const day = local.slice(0, 10)
    if (day > until) break
    if (weekdays.length === 0) break
    if (weekdays.includes(weekdayOf(day))) times.push(local)
  }
  return times
}
