import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import { streakOf } from '#src/features/leaderboard/model/streak.ts'
import { barsOf } from '#src/features/leaderboard/model/hours.ts'

/** An independent model of the rule (spec 4): write days as letters and match the end with a pattern. */
const model = (hours: readonly number[]): number => {
  const letters = hours.map((value) => (value > 0.5 ? 'y' : 'n')).join('')
  return /(y*)n?$/.exec(letters)?.[1]?.length ?? 0
}
/** A naive implementation: it breaks a streak at midnight and counts exactly half an hour. */
const naive = (hours: readonly number[]): number => {
  const broken = hours.toReversed().findIndex((value) => value < 0.5)
  return broken === -1 ? hours.length : broken
}

const dayHours = fc.oneof(
  fc.constantFrom(0, 0.5, 0.5 + 1 / 3600, 0.5003, 0.4999, 1, 24),
  fc.double({ min: 0, max: 24, noNaN: true }),
)
const series = fc.array(dayHours, { minLength: 0, maxLength: 30 })
const RUNS = 10_000

describe('streakOf', () => {
  it('D12: equals an independent model for 10 000 random series', () => {
    fc.assert(
      fc.property(series, (hours) => {
        expect(streakOf(hours)).toBe(model(hours))
      }),
      { numRuns: RUNS },
    )
  })

  it('control: finds the naive implementation', () => {
    expect(() =>
      fc.assert(
        fc.property(series, (hours) => naive(hours) === model(hours)),
        { numRuns: RUNS },
      ),
    ).toThrow(/Property failed/)
  })

  it('counts a day only above half an hour', () => {
    expect(streakOf([1, 1, 0.5, 0])).toBe(0)
    expect(streakOf([1, 1, 0.5 + 1 / 3600])).toBe(3)
  })

  it("keeps yesterday's streak while today does not count yet", () => {
    expect(streakOf([0, 1, 1, 0])).toBe(2)
    expect(streakOf([0, 1, 0, 0])).toBe(0)
    expect(streakOf([])).toBe(0)
  })

  it('counts days back from today when the response has none', () => {
    const bars = barsOf({ hours_spent: [1, 2, 3] }, new Date(2026, 2, 1, 23, 30))
    expect(bars.map((bar) => bar.day)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  })
})
