import type { Language } from '#contract/languages.ts'
import { localeOf } from '#src/shared/lib/format.ts'

const intlRange = (start: string, end: string, language: Language, timeZone?: string): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    ...(timeZone && { timeZone }),
  }).formatRange(new Date(start), new Date(end))

/** "Saturday, 20 June 2026, 10:00 – 11:30" on the clock of a zone, by default the device's. */
export const rangeText = (
  { starts_at: start, ends_at: end }: { starts_at: string; ends_at: string },
  language: Language,
  timeZone?: string,
): string => intlRange(start, end, language, timeZone)

/** "Kolkata" for Asia/Kolkata. */
export const zoneName = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

/** Whether the device's clock shows another time than the host's. */
export const differsHere = (workshop: { starts_at: string; ends_at: string; time_zone: string }): boolean =>
  intlRange(workshop.starts_at, workshop.ends_at, 'en') !==
  intlRange(workshop.starts_at, workshop.ends_at, 'en', workshop.time_zone)
