export type DayPart = 'morning' | 'afternoon' | 'evening'

/** The greeting for an hour (0 to 23) of the person's local time. The hours after midnight count as evening. */
export const dayPart = (hour: number): DayPart => {
  if (hour >= 5 && hour < 12) return 'morning'
  return hour >= 12 && hour < 17 ? 'afternoon' : 'evening'
}

/** The first word of the full name. */
export const firstName = (fullName: string | null): string | null => fullName?.trim().split(/\s+/u)[0] || null
