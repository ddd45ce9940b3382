/** Converts between typed amounts and minor units of a currency. */
import { foldDigits } from './text/digits.ts'

/** Number of minor digits: 2 for most currencies, 0 for yen, 3 for dinars. */
const minorDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** "1 250,50" and "1250.5" are 125050 in a currency with two digits; null when the text is not an amount. */
export const parseAmount = (text: string, currency: string): number | null => {
  const normalized = foldDigits(text)
    .replace(/[\s\u00A0\u202F]/g, '')
    .replace(/[,٫]/g, '.')
  const match = /^(\d{1,10})(?:\.(\d*))?$/.exec(normalized)
  const digits = minorDigits(currency)
  const fraction = match?.[2] ?? ''
  if (!match || fraction.length > digits) return null
  return Number(match[1]) * 10 ** digits + Number(fraction.padEnd(digits, '0') || '0')
}

/** Minor units as text for an input: 125050 is "1250.50" in a currency with two digits. */
export const formatAmountInput = (minor: number | null, currency: string): string =>
  minor === null ? '' : (minor / 10 ** minorDigits(currency)).toFixed(minorDigits(currency))
