/** Quiet hours on a person's own clock, over nights when that clock is changed. */
import type { QuietHours } from '#contract/notifications/notifications.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1440
/** No zone changes its clock by more at once. */
const SHIFT_MAX_MINUTES = 120

const formats = new Map<string, Intl.DateTimeFormat>()

const formatFor = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone)
  if (known) return known
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  let made: Intl.DateTimeFormat
  try {
    made = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone })
  } catch {
    made = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
  }
  formats.set(zone, made)
  return made
}

/** Minutes after midnight that a clock in the zone shows; an unknown zone reads as UTC. */
export const minuteIn = (zone: string, at: Date): number => {
  const [hours = 0, minutes = 0] = formatFor(zone).format(at).split(':').map(Number)
  return hours * 60 + minutes
}

const isQuiet = ({ from, to }: QuietHours, minute: number): boolean =>
  from < to ? minute >= from && minute < to : minute >= from || minute < to

/** When the quiet hours that hold now are over; null when none hold. */
export const quietUntil = (hours: QuietHours | null, zone: string, now: Date): Date | null => {
  if (!hours) return null
  const minute = minuteIn(zone, now)
  if (!isQuiet(hours, minute)) return null
  const left = (hours.to - minute + DAY_MINUTES) % DAY_MINUTES
  // By the clock on the wall it is so long; the clock may be changed meanwhile, so the last stretch is walked.
  const start = Math.floor(now.getTime() / MINUTE_MS) + Math.max(1, left - SHIFT_MAX_MINUTES)
  for (let step = 0; step <= 3 * SHIFT_MAX_MINUTES; step += 1) {
    const at = new Date((start + step) * MINUTE_MS)
    if (!isQuiet(hours, minuteIn(zone, at))) return at
  }
  return new Date(now.getTime() + left * MINUTE_MS)
}
