/**
 * The schedule of a programme's payments (rules: Money): scholarship and coupon, booking amount, the rest at once or in
 * instalments, what is paid, due and late. Whole minor units only; every rounding keeps the sum.
 */
export const BOOKING_PERCENT = 10
export const INSTALMENT_PERCENTS: readonly number[] = [30, 35, 35]
/** Paying works this long after a due date; then what was bought can only be read. */
export const GRACE_DAYS = 7

const DAY_MS = 86_400_000

/** A share of an amount, rounded down, without floating point: amounts reach 10^12. */
export const percentOf = (minor: number, percent: number): number =>
  Number((BigInt(minor) * BigInt(percent)) / 100n)

/** An amount in parts by weight. What rounding leaves over goes to the first parts, one minor unit each. */
export const splitByWeight = (minor: number, weights: readonly number[]): number[] => {
  const whole = BigInt(weights.reduce((sum, weight) => sum + weight, 0))
  const parts = weights.map((weight) => Number((BigInt(minor) * BigInt(weight)) / whole))
  const rest = minor - parts.reduce((sum, part) => sum + part, 0)
  return parts.map((part, index) => part + (index < rest ? 1 : 0))
}

export interface PriceTerms {
  totalMinor: number
  scholarshipPercent: number
  /** Applies to what the scholarship leaves. */
  coupon: { percent: number } | { amountMinor: number } | null
}

/** What somebody owes in all; never below zero. */
export const priceOf = ({ totalMinor, scholarshipPercent, coupon }: PriceTerms) => {
  const scholarshipMinor = percentOf(totalMinor, scholarshipPercent)
  const left = totalMinor - scholarshipMinor
  const asked =
    coupon === null ? 0 : 'percent' in coupon ? percentOf(left, coupon.percent) : coupon.amountMinor
  const couponMinor = Math.min(left, asked)
  return { scholarshipMinor, couponMinor, owedMinor: left - couponMinor }
}

export interface Part {
  dueOn: string
  amountMinor: number
}

/** The booking amount first, then the rest on each of the days. Parts of nothing are left out. */
export const scheduleOf = (
  owedMinor: number,
  {
    bookOn,
    days,
    percents = INSTALMENT_PERCENTS,
    bookingPercent = BOOKING_PERCENT,
  }: { bookOn: string; days: readonly string[]; percents?: readonly number[]; bookingPercent?: number },
): Part[] => {
  const bookingMinor = percentOf(owedMinor, bookingPercent)
  const weights = days.length === 1 ? [100] : percents
  if (weights.length !== days.length) throw new Error('schedule: each instalment needs its day')
  const rest = splitByWeight(owedMinor - bookingMinor, weights)
  return [
    { dueOn: bookOn, amountMinor: bookingMinor },
    ...days.map((dueOn, index) => ({ dueOn, amountMinor: rest[index] ?? 0 })),
  ].filter(({ amountMinor }) => amountMinor > 0)
}

export const partStates = ['paid', 'upcoming', 'due', 'grace', 'overdue'] as const

const stateOf = (
  openMinor: number,
  dueOn: string,
  today: string,
  graceDays: number,
): (typeof partStates)[number] => {
  if (openMinor === 0) return 'paid'
  const lateDays = (Date.parse(today) - Date.parse(dueOn)) / DAY_MS
  if (lateDays < 0) return 'upcoming'
  if (lateDays === 0) return 'due'
  return lateDays <= graceDays ? 'grace' : 'overdue'
}

/** Credits what was paid to the oldest part first. Days are YYYY-MM-DD; parts are in the order of their days. */
export const standingOf = (
  parts: readonly Part[],
  paidMinor: number,
  today: string,
  graceDays: number = GRACE_DAYS,
) => {
  let credit = paidMinor
  const lines = parts.map((part) => {
    const paid = Math.min(credit, part.amountMinor)
    credit -= paid
    const openMinor = part.amountMinor - paid
    return {
      ...part,
      paidMinor: paid,
      openMinor,
      state: stateOf(openMinor, part.dueOn, today, graceDays),
    } as const
  })
  const sumOpen = (isWanted: (state: (typeof lines)[number]['state']) => boolean) =>
    lines.filter(({ state }) => isWanted(state)).reduce((sum, { openMinor }) => sum + openMinor, 0)
  return {
    lines,
    openMinor: sumOpen(() => true),
    dueMinor: sumOpen((state) => state !== 'upcoming' && state !== 'paid'),
    /** Nothing is deleted; paying what is overdue restores everything at once. */
    isReadOnly: lines.some(({ state }) => state === 'overdue'),
    /** More than was owed. */
    creditMinor: credit,
  }
}
