import type { Language } from '#contract/languages.ts'
import { formatNumber } from '#src/shared/lib/format.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const STEPS = [
  [DAY_MS, 'day'],
  [HOUR_MS, 'hour'],
  [MINUTE_MS, 'minute'],
  [SECOND_MS, 'second'],
] as const

/** "12 ms", "1.5 sec", "10 min": how long something takes. */
export const formatElapsed = (ms: number, language: Language): string => {
  const [size, unit] = STEPS.find(([step]) => ms >= step) ?? [1, 'millisecond' as const]
  const digits = ms / size < 10 && size > 1 ? 1 : 0
  return formatNumber(ms / size, language, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: digits,
  })
}
