/** Quiet hours on a person's local clock, also in nights when that clock changes. */
import type { QuietHours } from '#contract/notifications/notifications.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1440
/** No time zone changes its clock by more at once. */
const SHIFT_MAX_MINUTES = 120

const formats = new Map<string, Intl.DateTimeFormat>()

const formatFor = (zone: string): Intl.DateTimeFormat => {
  const cached = formats.get(zone)
  if (cached) return cached
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone })
  } catch {
    format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
  }
  formats.set(zone, format)
  return format
}

/** Minutes after midnight on the local clock of the zone; an unknown zone counts as UTC. */
export const minuteIn = (zone: string, at: Date): number => {
  const [hours = 0, minutes = 0] = formatFor(zone).format(at).split(':').map(Number)
  return hours * 60 + minutes
}

const isQuiet = ({ from, to }: QuietHours, minute: number): boolean =>
  from < to ? minute >= from && minute < to : minute >= from || minute < to

/** When the current quiet hours end; null outside quiet hours. */
export const quietUntil = (hours: QuietHours | null, zone: string, now: Date): Date | null => {
  if (!hours) return null
  const minute = minuteIn(zone, now)
  if (!isQuiet(hours, minute)) return null
  const left = (hours.to - minute + DAY_MINUTES) % DAY_MINUTES
  // This is local time, and the clock may change before then: the last stretch is checked minute by minute.
  const start = Math.floor(now.getTime() / MINUTE_MS) + Math.max(1, left - SHIFT_MAX_MINUTES)
  for (let step = 0; step <= 3 * SHIFT_MAX_MINUTES; step += 1) {
    const at = new Date((start + step) * MINUTE_MS)
    if (!isQuiet(hours, minuteIn(zone, at))) return at
  }
  return new Date(now.getTime() + left * MINUTE_MS)
}
