import type { Language } from '#contract/languages.ts'
import { formatNumber } from '#src/shared/lib/format.ts'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** `1.4 MB` in the digits and the words of the language. */
export const formatBytes = (bytes: number, language: Language): string => {
  const step = Math.min(UNITS.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const unit = UNITS[step] ?? 'byte'
  return formatNumber(bytes / 1000 ** step, language, {
    style: 'unit',
    unit,
    maximumFractionDigits: step === 0 ? 0 : 1,
  })
}

/** A moment of today to the second, in the device's own zone: it is this device that is looked at. */
export const formatMoment = (at: number, language: Language): string =>
  new Intl.DateTimeFormat(`${language}-u-nu-latn`, { dateStyle: 'medium', timeStyle: 'medium' }).format(at)
