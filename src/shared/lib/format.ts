import { type Language, languageInfo } from '#contract/languages.ts'

/** Digits are ASCII in every language, as in the texts around them, so that one screen never mixes two kinds. */
export const localeOf = (language: Language) => `${languageInfo(language).locale}-u-nu-latn`

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Recent enough to say "3 days ago" (DESIGN "Pieces"). */
const RELATIVE_FOR_MS = 7 * DAY_MS

export const formatNumber = (value: number, language: Language, options?: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(localeOf(language), options).format(value)

/** 0.253 becomes "25%". */
export const formatPercent = (part: number, language: Language): string =>
  formatNumber(part, language, { style: 'percent', maximumFractionDigits: 0 })

/** Minor units (cents, paise) as money of the currency. */
export const formatMoney = (minor: number, currency: string, language: Language): string => {
  const format = new Intl.NumberFormat(localeOf(language), { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(minor / 10 ** digits)
}

type When = { timeZone?: string | undefined }

/** "21 Nov 2026"; with `time` also the time of day. A bare day (YYYY-MM-DD) is that day everywhere. */
export const formatDate = (
  iso: string,
  language: Language,
  { timeZone, time = false }: When & { time?: boolean } = {},
): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'medium',
    ...(time ? { timeStyle: 'short' as const } : {}),
    ...zoneOf(iso, timeZone),
  }).format(new Date(iso))

/** "Sat" for charts and calendars. */
export const formatWeekday = (iso: string, language: Language, { timeZone }: When = {}): string =>
  new Intl.DateTimeFormat(localeOf(language), { weekday: 'short', ...zoneOf(iso, timeZone) }).format(
    new Date(iso),
  )

const zoneOf = (iso: string, timeZone: string | undefined) => {
  if (/^\d{4}-\d\d-\d\d$/.test(iso)) return { timeZone: 'UTC' }
  return timeZone ? { timeZone } : {}
}

/** "3 hours ago" within a week of now, otherwise the date. */
export const formatRelative = (iso: string, language: Language, now: number, when: When = {}): string => {
  const away = new Date(iso).getTime() - now
  const size = Math.abs(away)
  if (size >= RELATIVE_FOR_MS) return formatDate(iso, language, when)
  const format = new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' })
  if (size < MINUTE_MS) return format.format(0, 'second')
  if (size < HOUR_MS) return format.format(Math.trunc(away / MINUTE_MS), 'minute')
  if (size < DAY_MS) return format.format(Math.trunc(away / HOUR_MS), 'hour')
  return format.format(Math.trunc(away / DAY_MS), 'day')
}

const UNITS: Record<Language, { hour: string; minute: string }> = {
  en: { hour: 'h', minute: 'min' },
  hi: { hour: 'घं॰', minute: 'मि॰' },
  ar: { hour: 'س', minute: 'د' },
}

/** "2 h 15 min", or minutes only below an hour (spec §2 "Top bar"). */
export const formatDuration = (minutes: number, language: Language): string => {
  const whole = Math.max(0, Math.round(minutes))
  const [hours, rest] = [Math.floor(whole / 60), whole % 60]
  const unit = UNITS[language]
  // No separators below a thousand: an outline says hundreds of these, and each formatter is made anew.
  const written = hours < 1000 ? hours : formatNumber(hours, language)
  const parts = [
    hours > 0 && `${written} ${unit.hour}`,
    (rest > 0 || hours === 0) && `${rest} ${unit.minute}`,
  ]
  return parts.filter(Boolean).join(' ')
}
