/** Which amounts the page offers to pay. Pure. */
import type { Programme } from '#contract/money/programmes.ts'
import { parseAmount } from '#src/shared/lib/amount-input.ts'

export type PayChoice = 'booking' | 'due' | 'next' | 'least' | 'all' | 'other'

export interface PayOption {
  choice: Exclude<PayChoice, 'other'>
  minor: number
}

/** At most one of an amount; the first is what to do now. */
export const payOptions = ({ order, payable }: Pick<Programme, 'order' | 'payable'>): PayOption[] => {
  if (!payable) return []
  const { min_minor: min, max_minor: max } = payable
  const next = order?.parts.find(({ open_minor: open }) => open > 0)?.open_minor
  const wanted: (PayOption | null)[] = [
    order ? null : { choice: 'booking', minor: min },
    order && order.due_minor > 0 ? { choice: 'due', minor: order.due_minor } : null,
    next === undefined ? null : { choice: 'next', minor: next },
    { choice: 'all', minor: max },
  ]
  const found: PayOption[] = []
  for (const option of wanted)
    if (option && option.minor >= min && option.minor <= max)
      if (!found.some(({ minor }) => minor === option.minor)) found.push(option)
  return found
}

const GROUPED = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d*)?$/

/** As people write it: "1,20,000" and "120000" are one amount. Null for what is none. */
export const typedAmount = (text: string, currency: string): number | null => {
  const trimmed = text.trim()
  return parseAmount(GROUPED.test(trimmed) ? trimmed.replaceAll(',', '') : trimmed, currency)
}

export type AmountProblem = 'missing' | 'tooSmall' | 'tooLarge'

export const amountProblem = (
  minor: number | null,
  payable: NonNullable<Programme['payable']>,
): AmountProblem | null => {
  if (minor === null) return 'missing'
  if (minor < payable.min_minor) return 'tooSmall'
  return minor > payable.max_minor ? 'tooLarge' : null
}
