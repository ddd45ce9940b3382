import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { streakOf } from '#src/features/leaderboard/model/streak.ts'
import { barsOf } from '#src/features/leaderboard/model/hours.ts'

/** An independent reading of spec §4: write the days as letters and let a pattern find the end. */
const model = (hours: readonly number[]): number => {
  const letters = hours.map((value) => (value > 0.5 ? 'y' : 'n')).join('')
  return /(y*)n?$/.exec(letters)?.[1]?.length ?? 0
}
/** The naive reading that breaks a streak each midnight and counts half an hour as enough. */
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

describe('streak (TRUST D12)', () => {
  it('given 10 000 random series, when counted, then the streak equals the independent model', () => {
    fc.assert(
      fc.property(series, (hours) => {
        expect(streakOf(hours)).toBe(model(hours))
      }),
      { numRuns: RUNS },
    )
  })

  it('given the same series, when the naive reading counts, then it is found out', () => {
    expect(() =>
      fc.assert(
        fc.property(series, (hours) => naive(hours) === model(hours)),
        { numRuns: RUNS },
      ),
    ).toThrow(/Property failed/)
  })

  it('given exactly half an hour, when counted, then the day does not count; one second more does', () => {
    expect(streakOf([1, 1, 0.5, 0])).toBe(0)
    expect(streakOf([1, 1, 0.5 + 1 / 3600])).toBe(3)
  })

  it('given a today that is not over, when counted, then yesterday’s streak stands', () => {
    expect(streakOf([0, 1, 1, 0])).toBe(2)
    expect(streakOf([0, 1, 0, 0])).toBe(0)
    expect(streakOf([])).toBe(0)
  })

  it('given an answer without days, when drawn, then the days are counted back from today', () => {
    const bars = barsOf({ hours_spent: [1, 2, 3] }, new Date(2026, 2, 1, 23, 30))
    expect(bars.map((bar) => bar.day)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  })
})
