/** Calendar days as YYYY-MM-DD. Arithmetic on days never touches clocks: a day has 23, 24 or 25 hours. */
const DAY_MS = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

const formatFor = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone)
  if (known) return known
  const made = makeFormat(zone) ?? makeFormat('UTC')
  if (!made) throw new Error('this runtime knows no UTC')
  formats.set(zone, made)
  return made
}

const makeFormat = (timeZone: string): Intl.DateTimeFormat | null => {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  } catch {
    return null
  }
}

/** The calendar day in an IANA zone; an unknown zone reads as UTC. */
export const dayIn = (zone: string, at: Date): string => {
  const parts = Object.fromEntries(
    formatFor(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return `${(parts['year'] ?? '').padStart(4, '0')}-${parts['month']}-${parts['day']}`
}

/** The day some days later (or earlier, with a negative number). */
export const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** Monday of the week that a day belongs to (ISO 8601). */
export const mondayOf = (day: string): string =>
  shiftDay(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** The last days, oldest first; the last one is `today`. */
export const lastDays = (today: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => shiftDay(today, index - count + 1))
