/** The schedule against an independent model. */
import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import {
  percentOf,
  priceOf,
  scheduleOf,
  splitByWeight,
  standingOf,
  type Part,
} from '#contract/money/schedule.ts'

const CASES = 1000
const minor = fc.integer({ min: 0, max: 1_000_000_000_000 })
const percent = fc.integer({ min: 0, max: 100 })
const day = (offset: number) =>
  new Date(Date.UTC(2026, 0, 1) + offset * 86_400_000).toISOString().slice(0, 10)
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

const anOffer = fc.record({
  totalMinor: minor,
  scholarshipPercent: fc.constantFrom(0, 25, 50, 75, 100),
  coupon: fc.oneof(fc.constant(null), fc.record({ percent }), fc.record({ amountMinor: minor })),
})
const aPlan = fc.record({
  offer: anOffer,
  atOnce: fc.boolean(),
  gaps: fc.tuple(
    fc.integer({ min: 0, max: 40 }),
    fc.integer({ min: 1, max: 40 }),
    fc.integer({ min: 1, max: 40 }),
  ),
  paidPercent: fc.integer({ min: 0, max: 120 }),
  todayOffset: fc.integer({ min: -5, max: 140 }),
})

/** In exact fractions: the whole part of numerator / denominator by repeated halving, not by division. */
const wholePart = (numerator: bigint, denominator: bigint): number => {
  let low = 0n
  let high = numerator
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    if (middle * denominator <= numerator) low = middle
    else high = middle - 1n
  }
  return Number(low)
}

/** Where each part lies on a line from 0 to what is owed; paying moves a mark along it. */
const modelOf = (parts: readonly Part[], paid: number, today: string) => {
  const ends = parts.map((_, index) => sum(parts.slice(0, index + 1).map(({ amountMinor }) => amountMinor)))
  const lines = parts.map((part, index) => {
    const end = ends[index] ?? 0
    const paidMinor = Math.max(0, Math.min(paid, end) - (end - part.amountMinor))
    return { paidMinor, isOpen: paidMinor < part.amountMinor, dueOn: part.dueOn }
  })
  const lastGraceDay = (dueOn: string) =>
    new Date(Date.parse(dueOn) + 7 * 86_400_000).toISOString().slice(0, 10)
  return {
    paid: lines.map(({ paidMinor }) => paidMinor),
    isReadOnly: lines.some(({ isOpen, dueOn }) => isOpen && lastGraceDay(dueOn) < today),
    open: Math.max(0, (ends.at(-1) ?? 0) - paid),
    credit: Math.max(0, paid - (ends.at(-1) ?? 0)),
  }
}

type Plan = typeof aPlan extends fc.Arbitrary<infer P> ? P : never

const standingIn = ({ offer, atOnce, gaps, paidPercent, todayOffset }: Plan) => {
  const { owedMinor } = priceOf(offer)
  const days = [gaps[0], gaps[0] + gaps[1], gaps[0] + gaps[1] + gaps[2]].map(day)
  const parts = scheduleOf(owedMinor, { bookOn: day(0), days: atOnce ? days.slice(0, 1) : days })
  const paid = percentOf(owedMinor, paidPercent)
  return { owedMinor, parts, paid, today: day(todayOffset) }
}

describe('the schedule of payments', () => {
  it('takes scholarship and coupon off without a fraction, and never below zero', () => {
    fc.assert(
      fc.property(anOffer, (offer) => {
        const { scholarshipMinor, couponMinor, owedMinor } = priceOf(offer)
        expect(scholarshipMinor).toBe(
          wholePart(BigInt(offer.totalMinor) * BigInt(offer.scholarshipPercent), 100n),
        )
        expect(scholarshipMinor + couponMinor + owedMinor).toBe(offer.totalMinor)
        expect(Math.min(scholarshipMinor, couponMinor, owedMinor)).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: CASES },
    )
  })

  it('loses no minor unit in any split', () => {
    fc.assert(
      fc.property(
        minor,
        fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 12 }),
        (amount, weights) => {
          const parts = splitByWeight(amount, weights)
          const total = BigInt(sum(weights))
          expect(sum(parts)).toBe(amount)
          parts.forEach((part, index) => {
            const least = wholePart(BigInt(amount) * BigInt(weights[index] ?? 0), total)
            expect(part - least === 0 || part - least === 1).toBe(true)
          })
        },
      ),
      { numRuns: CASES },
    )
  })

  it('credits the oldest part first and closes access after the grace, like a model', () => {
    fc.assert(
      fc.property(aPlan, (plan) => {
        const { owedMinor, parts, paid, today } = standingIn(plan)
        expect(sum(parts.map(({ amountMinor }) => amountMinor))).toBe(owedMinor)
        const standing = standingOf(parts, paid, today)
        const model = modelOf(parts, paid, today)
        expect(standing.lines.map(({ paidMinor }) => paidMinor)).toEqual(model.paid)
        expect(standing.openMinor).toBe(model.open)
        expect(standing.creditMinor).toBe(model.credit)
        expect(standing.isReadOnly).toBe(model.isReadOnly)
        expect(standing.dueMinor).toBeLessThanOrEqual(standing.openMinor)
      }),
      { numRuns: CASES },
    )
  })

  it('control: the model finds a schedule that credits the newest part first', () => {
    const result = fc.check(
      fc.property(aPlan, (plan) => {
        const { parts, paid, today } = standingIn(plan)
        const newestFirst = standingOf(parts.toReversed(), paid, today).lines.toReversed()
        return newestFirst.every(
          ({ paidMinor }, index) => paidMinor === modelOf(parts, paid, today).paid[index],
        )
      }),
      { numRuns: CASES },
    )
    expect(result.failed).toBe(true)
  })

  it('books 10 % and asks for 30, 35 and 35 % of the rest', () => {
    const days = ['2026-02-01', '2026-03-01', '2026-04-01']
    expect(scheduleOf(100_001, { bookOn: '2026-01-01', days }).map(({ amountMinor }) => amountMinor)).toEqual(
      [10_000, 27_001, 31_500, 31_500],
    )
    expect(scheduleOf(5000, { bookOn: '2026-01-01', days: ['2026-02-01'] })).toEqual([
      { dueOn: '2026-01-01', amountMinor: 500 },
      { dueOn: '2026-02-01', amountMinor: 4500 },
    ])
    expect(scheduleOf(0, { bookOn: '2026-01-01', days })).toEqual([])
  })

  it('lets people pay for seven days after a due date, then read only, until they pay', () => {
    const parts = [{ dueOn: '2026-01-10', amountMinor: 1000 }]
    const at = (today: string, paid = 0) => {
      const { lines, isReadOnly } = standingOf(parts, paid, today)
      return [lines[0]?.state, isReadOnly]
    }
    expect(at('2026-01-09')).toEqual(['upcoming', false])
    expect(at('2026-01-10')).toEqual(['due', false])
    expect(at('2026-01-17')).toEqual(['grace', false])
    expect(at('2026-01-18')).toEqual(['overdue', true])
    expect(at('2026-01-18', 999)).toEqual(['overdue', true])
    expect(at('2026-01-18', 1000)).toEqual(['paid', false])
  })
})
