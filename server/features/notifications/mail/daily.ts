/** When the mail of a day is due on a person's own clock, also on days when that clock is changed. */
import { dayIn, shiftDay } from '#server/core/days.ts'
import { minuteIn } from '../quiet-hours.ts'

const MINUTE_MS = 60_000
/** No zone changes its clock by more at once. */
const SHIFT_MAX_MINUTES = 120

/** What a clock in the zone shows, written as if it were UTC. */
const wallIn = (zone: string, at: Date): number =>
  Date.parse(`${dayIn(zone, at)}T00:00:00Z`) + minuteIn(zone, at) * MINUTE_MS

/**
 * The first moment of the day at which a clock shows that minute; where it leaves the minute out, the first one behind
 * it. A minute that comes twice counts once.
 */
const dueOn = (day: string, minute: number, zone: string): Date => {
  const wall = Date.parse(`${day}T00:00:00Z`) + minute * MINUTE_MS
  const near = wall - (wallIn(zone, new Date(wall)) - wall)
  const aheadAt = (ms: number) => wallIn(zone, new Date(ms)) - ms
  const [before, after] = [near - SHIFT_MAX_MINUTES * MINUTE_MS, near + SHIFT_MAX_MINUTES * MINUTE_MS]
  // On most days no clock is changed around that hour.
  if (aheadAt(before) === aheadAt(after)) return new Date(wall - aheadAt(before))
  for (let step = -SHIFT_MAX_MINUTES; step <= SHIFT_MAX_MINUTES; step += 1) {
    const at = new Date(near + step * MINUTE_MS)
    if (wallIn(zone, at) >= wall) return at
  }
  return new Date(near)
}

/** The first due moment after `after`: one on each day of the person's calendar. */
export const dailyAfter = (minute: number, zone: string, after: Date): Date => {
  const today = dayIn(zone, after)
  const due = dueOn(today, minute, zone)
  return due > after ? due : dueOn(shiftDay(today, 1), minute, zone)
}
