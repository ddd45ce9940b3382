import type { Language } from '#contract/languages.ts'
import { formatDuration, formatNumber } from '#src/shared/lib/format.ts'

/** In seconds below a minute, so that short intervals do not all read "0 min". */
export const intervalTime = (seconds: number, language: Language): string =>
  seconds < 60
    ? formatNumber(seconds, language, { style: 'unit', unit: 'second', unitDisplay: 'short' })
    : formatDuration(seconds / 60, language)

/** "10:05" in the device's time zone. */
export const clockTime = (iso: string, language: Language): string =>
  new Intl.DateTimeFormat(`${language}-u-nu-latn`, { timeStyle: 'short' }).format(new Date(iso))

const DAY_MS = 86_400_000

/** The day `by` days later (YYYY-MM-DD). */
export const otherDay = (day: string, by: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * DAY_MS).toISOString().slice(0, 10)

/** A day from the URL; null (today) for anything else. */
export const dayFrom = (text: string | null): string | null =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null
