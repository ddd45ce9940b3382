/** A job's salary and deadline in words. Pure. */
import type { Language } from '#contract/languages.ts'
import type { JobCard, Salary } from '#contract/jobs/shapes.ts'
import { localeOf } from '#src/shared/lib/format.ts'

const DAY_MS = 86_400_000
/** From here on the days that are left are counted. */
const SOON_DAYS = 7

/** India writes lakhs, in English too. */
const moneyLocale = (currency: string, language: Language) =>
  currency === 'INR' && language === 'en' ? 'en-IN' : localeOf(language)

export const salaryRange = ({ min, max, currency }: Salary, language: Language): string => {
  const format = new Intl.NumberFormat(moneyLocale(currency, language), {
    style: 'currency',
    currency,
    maximumFractionDigits: 0,
  })
  return min === max ? format.format(min) : format.formatRange(min, max)
}

/** Whole days until applying ends: 0 on the last day; null when that is far away or over. */
export const daysLeft = ({ deadline_at: end, closed }: JobCard, now: number): number | null => {
  const left = Math.ceil((Date.parse(end) - now) / DAY_MS) - 1
  return closed === null && left >= 0 && left <= SOON_DAYS ? left : null
}
