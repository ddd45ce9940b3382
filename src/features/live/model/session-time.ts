/** A session's time on the viewer's clock, with the host's zone beside it (LV1). Pure. */
import type { Language } from '#contract/languages.ts'
import { localeOf } from '#src/shared/lib/format.ts'

const DAY_MS = 86_400_000

const formatter = (language: Language, options: Intl.DateTimeFormatOptions) => {
  try {
    return new Intl.DateTimeFormat(localeOf(language), options)
  } catch {
    // A zone that this browser does not know.
    return new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: 'UTC' })
  }
}

const viewerZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

const dayKey = (time: number, timeZone: string) =>
  formatter('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(time)

interface Times {
  starts_at: string
  ends_at: string
  time_zone: string
}

/** "today", "tomorrow", or "Mon 2 March", with the year if it is another one. */
export const dayText = (iso: string, language: Language, now: number, timeZone = viewerZone()): string => {
  const time = Date.parse(iso)
  const relative = new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' })
  if (dayKey(time, timeZone) === dayKey(now, timeZone)) return relative.format(0, 'day')
  if (dayKey(time, timeZone) === dayKey(now + DAY_MS, timeZone)) return relative.format(1, 'day')
  const year = (at: number) => formatter('en', { timeZone, year: 'numeric' }).format(at)
  return formatter(language, {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    ...(year(time) !== year(now) && { year: 'numeric' }),
  }).format(time)
}

const range = (times: Times, language: Language, timeZone: string) => {
  const time = formatter(language, { timeZone, timeStyle: 'short' })
  const [start, end] = [Date.parse(times.starts_at), Date.parse(times.ends_at)]
  // Past midnight a range would name both dates: the day stands beside it.
  return dayKey(start, timeZone) === dayKey(end, timeZone)
    ? time.formatRange(start, end)
    : `${time.format(start)} – ${time.format(end)}`
}

/** "6:30 – 7:30 PM" on the viewer's clock. */
export const timeRange = (times: Times, language: Language, timeZone = viewerZone()): string =>
  range(times, language, timeZone)

export const timeText = (iso: string, language: Language, timeZone = viewerZone()): string =>
  formatter(language, { timeZone, timeStyle: 'short' }).format(Date.parse(iso))

/** The name of the host's zone, and the time there if it is another one than the viewer's. */
export const hostTime = (
  times: Times,
  language: Language,
  timeZone = viewerZone(),
): { zone: string; time: string | null } => {
  const zone =
    formatter(language, { timeZone: times.time_zone, timeZoneName: 'long' })
      .formatToParts(Date.parse(times.starts_at))
      .find(({ type }) => type === 'timeZoneName')?.value ?? times.time_zone
  const day = (at: string) => dayKey(Date.parse(times.starts_at), at)
  const isSame =
    day(timeZone) === day(times.time_zone) &&
    range(times, 'en', timeZone) === range(times, 'en', times.time_zone)
  if (isSame) return { zone, time: null }
  const weekday = day(timeZone) === day(times.time_zone) ? {} : { weekday: 'short' as const }
  const options: Intl.DateTimeFormatOptions = {
    timeZone: times.time_zone,
    hour: 'numeric',
    minute: '2-digit',
    ...weekday,
  }
  return {
    zone,
    time: formatter(language, options).formatRange(Date.parse(times.starts_at), Date.parse(times.ends_at)),
  }
}

/** Whole minutes of a session. */
export const lengthMinutes = ({
  starts_at,
  ends_at,
  ended_at,
}: Times & { ended_at: string | null }): number => {
  const end = Math.min(
    Date.parse(ends_at),
    ended_at === null ? Number.POSITIVE_INFINITY : Date.parse(ended_at),
  )
  return Math.max(0, Math.round((end - Date.parse(starts_at)) / 60_000))
}
