/** Days of the calendar as YYYY-MM-DD, and the instants between which they lie in the viewer's zone. Pure. */
import { localTimeAt, resolveLocalTime } from '#contract/live/zone-time.ts'

export const calendarViews = ['month', 'week', 'agenda', 'list'] as const
export type CalendarView = (typeof calendarViews)[number]

const DAY_MS = 86_400_000
const AGENDA_DAYS = 28
export const WEEK_DAYS = 7

const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`)
export const addDays = (day: string, days: number): string =>
  new Date(timeOf(day) + days * DAY_MS).toISOString().slice(0, 10)

/** The same day of another month; its last day where the month is shorter. */
export const addMonths = (day: string, months: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** Monday of the day's week. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(timeOf(day)).getUTCDay() + 6) % 7))

/** The days that a view shows: whole weeks for a month, a week, or four weeks from the day on. */
export const daysOf = (view: Exclude<CalendarView, 'list'>, day: string): string[] => {
  const list = (from: string, count: number) =>
    Array.from({ length: count }, (_, index) => addDays(from, index))
  if (view === 'week') return list(mondayOf(day), WEEK_DAYS)
  if (view === 'agenda') return list(day, AGENDA_DAYS)
  const first = `${day.slice(0, 7)}-01`
  const from = mondayOf(first)
  const until = addDays(mondayOf(addDays(addMonths(first, 1), -1)), WEEK_DAYS)
  return list(from, Math.round((timeOf(until) - timeOf(from)) / DAY_MS))
}

/** The day before or after in steps of the view. */
export const step = (view: CalendarView, day: string, direction: 1 | -1): string => {
  if (view === 'month') return addMonths(day, direction)
  return addDays(day, direction * (view === 'week' ? WEEK_DAYS : AGENDA_DAYS))
}

export const viewerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

export const dayAt = (zone: string, iso: string): string => localTimeAt(zone, new Date(iso)).slice(0, 10)

/** When the day begins in the zone; where midnight does not exist, with its first minute. */
export const startOfDay = (zone: string, day: string): string =>
  (resolveLocalTime(zone, `${day}T00:00`)?.at ?? new Date(timeOf(day))).toISOString()

/** Sessions by the viewer's day of their start. */
export const byDay = <S extends { starts_at: string }>(
  zone: string,
  sessions: readonly S[],
): ReadonlyMap<string, S[]> => Map.groupBy(sessions, ({ starts_at: at }) => dayAt(zone, at))

export const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && addDaysOrNull(text) === text

const addDaysOrNull = (day: string): string | null => {
  const time = timeOf(day)
  return Number.isNaN(time) ? null : new Date(time).toISOString().slice(0, 10)
}
