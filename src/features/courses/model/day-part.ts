export type DayPart = 'morning' | 'afternoon' | 'evening'

/** Which greeting fits the hour of the person's own clock (0 to 23). The small hours still belong to the evening. */
export const dayPart = (hour: number): DayPart => {
  if (hour >= 5 && hour < 12) return 'morning'
  return hour >= 12 && hour < 17 ? 'afternoon' : 'evening'
}

/** What one is called by: the first word of the full name. */
export const firstName = (fullName: string | null): string | null => fullName?.trim().split(/\s+/u)[0] || null
