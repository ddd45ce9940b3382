/** When the daily mail is due on a person's local clock, also on days when that clock changes. */
import { dayIn, shiftDay } from '#server/core/days.ts'
import { minuteIn } from '../quiet-hours.ts'

const MINUTE_MS = 60_000
/** No time zone changes its clock by more at once. */
const SHIFT_MAX_MINUTES = 120

/** The local time in the zone, as if it were UTC. */
const localTime = (zone: string, at: Date): number =>
  Date.parse(`${dayIn(zone, at)}T00:00:00Z`) + minuteIn(zone, at) * MINUTE_MS

/**
 * The first moment of the day when the local clock shows that minute. If the clock skips it, the first moment after it;
 * if it occurs twice, the first time counts.
 */
const dueOn = (day: string, minute: number, zone: string): Date => {
  const target = Date.parse(`${day}T00:00:00Z`) + minute * MINUTE_MS
  const estimate = target - (localTime(zone, new Date(target)) - target)
  const offsetAt = (ms: number) => localTime(zone, new Date(ms)) - ms
  const [before, after] = [estimate - SHIFT_MAX_MINUTES * MINUTE_MS, estimate + SHIFT_MAX_MINUTES * MINUTE_MS]
  // Usually the clock does not change around that hour.
  if (offsetAt(before) === offsetAt(after)) return new Date(target - offsetAt(before))
  for (let step = -SHIFT_MAX_MINUTES; step <= SHIFT_MAX_MINUTES; step += 1) {
    const at = new Date(estimate + step * MINUTE_MS)
    if (localTime(zone, at) >= target) return at
  }
  return new Date(estimate)
}

/** The first due moment after `after`: one for each calendar day of the person. */
export const dailyAfter = (minute: number, zone: string, after: Date): Date => {
  const today = dayIn(zone, after)
  const due = dueOn(today, minute, zone)
  return due > after ? due : dueOn(shiftDay(today, 1), minute, zone)
}
