import type { Language } from '#contract/languages.ts'
import { formatNumber } from '../format.ts'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** The unit stays on the line of its number. */
const NO_BREAK = '\u00A0'

/** `1.4 MB` in the digits and the words of the language. */
export const formatBytes = (bytes: number, language: Language): string => {
  const step = Math.min(UNITS.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const unit = UNITS[step] ?? 'byte'
  return formatNumber(bytes / 1000 ** step, language, {
    style: 'unit',
    unit,
    maximumFractionDigits: step === 0 ? 0 : 1,
  }).replaceAll(/\s/g, NO_BREAK)
}
