import type { Language } from '#contract/languages.ts'
import { formatNumber } from '#src/shared/lib/format.ts'

const UNITS = ['kilobyte', 'megabyte', 'gigabyte'] as const

/** The unit stays on the line of its number. */
const NO_BREAK = '\u00A0'

/** "48 MB" in the person's language; kilobytes are the smallest unit. */
export const formatBytes = (bytes: number, language: Language): string => {
  const step = Math.min(UNITS.length - 1, bytes < 1_000_000 ? 0 : Math.floor(Math.log10(bytes) / 3) - 1)
  return formatNumber(bytes / 1000 ** (step + 1), language, {
    style: 'unit',
    unit: UNITS[step] ?? 'kilobyte',
    maximumFractionDigits: step === 0 ? 0 : 1,
  }).replaceAll(/\s/g, NO_BREAK)
}
