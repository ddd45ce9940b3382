/** Calendar days as YYYY-MM-DD. Day arithmetic never uses clocks, because a day has 23, 24 or 25 hours. */
const DAY_MS = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

const formatFor = (zone: string): Intl.DateTimeFormat => {
  const cached = formats.get(zone)
  if (cached) return cached
  const format = makeFormat(zone) ?? makeFormat('UTC')
  if (!format) throw new Error('this runtime does not support UTC')
  formats.set(zone, format)
  return format
}

const makeFormat = (timeZone: string): Intl.DateTimeFormat | null => {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  } catch {
    return null
  }
}

/** The calendar day in an IANA time zone; an unknown zone counts as UTC. */
export const dayIn = (zone: string, instant: Date): string => {
  const parts = Object.fromEntries(
    formatFor(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  return `${(parts['year'] ?? '').padStart(4, '0')}-${parts['month']}-${parts['day']}`
}

/** The day a number of days later, or earlier with a negative number. */
export const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** Monday of the day's week (ISO 8601). */
export const mondayOf = (day: string): string =>
  shiftDay(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** The last days, oldest first, ending with `today`. */
export const lastDays = (today: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => shiftDay(today, index - count + 1))
