/** Months as YYYY-MM, and their days as a calendar shows them. */

/** The month so many months later. */
export const shiftMonth = (month: string, by: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}

/** Days of the month in weeks; null before the first and after the last one. `firstDay`: 1 is Monday, 7 Sunday. */
export const weeksOf = (month: string, firstDay: number): (string | null)[][] => {
  const first = new Date(`${month}-01T00:00:00Z`)
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  const gap = (first.getUTCDay() - firstDay + 14) % 7
  const days = [
    ...Array.from({ length: gap }, () => null),
    ...Array.from({ length }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`),
  ]
  return Array.from({ length: Math.ceil(days.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => days[week * 7 + day] ?? null),
  )
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The calendar day of an instant in a zone. */
export const dayOf = (iso: string, timeZone: string): string => {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formats.set(timeZone, format)
  return format.format(new Date(iso))
}

/** The first day of the week where the language is spoken most. */
export const firstDayOf = (locale: string): number => {
  const info = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } }
  return info.getWeekInfo?.().firstDay ?? 1
}
