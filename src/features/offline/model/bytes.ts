import type { Language } from '#contract/common.ts'
import { formatNumber } from '#src/shared/lib/format.ts'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** `48 MB` in the words of the language. */
export const formatBytes = (bytes: number, language: Language): string => {
  const step = Math.min(UNITS.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  return formatNumber(bytes / 1000 ** step, language, {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    maximumFractionDigits: step < 2 ? 0 : 1,
  })
}
