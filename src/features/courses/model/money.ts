/** What a person types as an amount, in minor units of the currency. */
import { foldDigits } from '#src/shared/lib/text/digits.ts'

/** How many minor digits a currency has: 2 for most, 0 for yen, 3 for dinars. */
const minorDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** "1 250,50" and "1250.5" are 125050 of a currency with two digits; null for what is no amount. */
export const minorFrom = (text: string, currency: string): number | null => {
  const plain = foldDigits(text)
    .replace(/[\s\u00A0\u202F]/g, '')
    .replace(/[,٫]/g, '.')
  const match = /^(\d{1,10})(?:\.(\d*))?$/.exec(plain)
  const digits = minorDigits(currency)
  const fraction = match?.[2] ?? ''
  if (!match || fraction.length > digits) return null
  return Number(match[1]) * 10 ** digits + Number(fraction.padEnd(digits, '0') || '0')
}

/** Minor units as a person would type them: 125050 is "1250.50" of a currency with two digits. */
export const typedFrom = (minor: number | null, currency: string): string =>
  minor === null ? '' : (minor / 10 ** minorDigits(currency)).toFixed(minorDigits(currency))
