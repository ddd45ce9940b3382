import { type Language, languageInfo } from '#contract/languages.ts'

/** ASCII digits in every language, as in the texts around them: one screen never mixes two kinds. */
export const localeOf = (language: Language) => `${languageInfo(language).locale}-u-nu-latn`

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Newer dates read "3 days ago" (design: Pieces). */
const RELATIVE_FOR_MS = 7 * DAY_MS

export const formatNumber = (value: number, language: Language, options?: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(localeOf(language), options).format(value)

/** 0.253 becomes "25%". */
export const formatPercent = (ratio: number, language: Language): string =>
  formatNumber(ratio, language, { style: 'percent', maximumFractionDigits: 0 })

/** Rupees group by lakh in English, too: ₹12,34,567. */
const moneyLocale = (currency: string, language: Language) =>
  currency === 'INR' && language === 'en' ? 'en-IN-u-nu-latn' : localeOf(language)

/** Minor units (cents, paise) as money of the currency. */
export const formatMoney = (
  minor: number,
  currency: string,
  language: Language,
  options?: Intl.NumberFormatOptions,
): string => {
  const format = new Intl.NumberFormat(moneyLocale(currency, language), {
    ...options,
    style: 'currency',
    currency,
  })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(minor / 10 ** digits)
}

type ZoneOption = { timeZone?: string | undefined }

/** "21 Nov 2026"; with `time` also the time of day. A bare day (YYYY-MM-DD) has no time zone. */
export const formatDate = (
  iso: string,
  language: Language,
  { timeZone, time = false }: ZoneOption & { time?: boolean } = {},
): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'medium',
    ...(time ? { timeStyle: 'short' as const } : {}),
    ...zoneOption(iso, timeZone),
  }).format(new Date(iso))

/** "Nov" for charts and calendars. */
export const formatMonth = (iso: string, language: Language, { timeZone }: ZoneOption = {}): string =>
  new Intl.DateTimeFormat(localeOf(language), { month: 'short', ...zoneOption(iso, timeZone) }).format(
    new Date(iso),
  )

/** "Sat" for charts and calendars; narrow: "S". Arabic has no short form: it writes the whole name. */
export const formatWeekday = (
  iso: string,
  language: Language,
  { timeZone, width = 'short' }: ZoneOption & { width?: 'short' | 'narrow' } = {},
): string =>
  new Intl.DateTimeFormat(localeOf(language), { weekday: width, ...zoneOption(iso, timeZone) }).format(
    new Date(iso),
  )

const zoneOption = (iso: string, timeZone: string | undefined) => {
  if (/^\d{4}-\d\d-\d\d$/.test(iso)) return { timeZone: 'UTC' }
  return timeZone ? { timeZone } : {}
}

/** "3 hours ago" within a week of now, otherwise the date. */
export const formatRelative = (
  iso: string,
  language: Language,
  now: number,
  zone: ZoneOption = {},
): string => {
  const difference = new Date(iso).getTime() - now
  const size = Math.abs(difference)
  if (size >= RELATIVE_FOR_MS) return formatDate(iso, language, zone)
  const format = new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' })
  if (size < MINUTE_MS) return format.format(0, 'second')
  if (size < HOUR_MS) return format.format(Math.trunc(difference / MINUTE_MS), 'minute')
  if (size < DAY_MS) return format.format(Math.trunc(difference / HOUR_MS), 'hour')
  return format.format(Math.trunc(difference / DAY_MS), 'day')
}

const UNITS: Record<Language, { hour: string; minute: string }> = {
  en: { hour: 'h', minute: 'min' },
  hi: { hour: 'घं॰', minute: 'मि॰' },
  ar: { hour: 'س', minute: 'د' },
}

/** "2 h 15 min", or only minutes below an hour (spec 2: Top bar). */
export const formatDuration = (minutes: number, language: Language): string => {
  const rounded = Math.max(0, Math.round(minutes))
  const [hours, rest] = [Math.floor(rounded / 60), rounded % 60]
  const unit = UNITS[language]
  // A course outline formats hundreds of these, and each call creates a formatter. Below 1000 there is no
  // separator.
  const hoursText = hours < 1000 ? hours : formatNumber(hours, language)
  const parts = [
    hours > 0 && `${hoursText} ${unit.hour}`,
    (rest > 0 || hours === 0) && `${rest} ${unit.minute}`,
  ]
  return parts.filter(Boolean).join(' ')
}
