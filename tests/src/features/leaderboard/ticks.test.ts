import { describe, expect, it } from 'vitest'
import { withTicks } from '#src/features/leaderboard/model/ticks.ts'

const days = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ day: `2026-11-${String(index + 1).padStart(2, '0')}` }))

describe('withTicks', () => {
  it('names the days of a week, with letters on phones where the names are long', () => {
    expect(withTicks(days(7), 'en')[0]).toEqual({ day: '2026-11-01', tick: 'Sun' })
    expect(withTicks(days(7), 'hi').some(({ phoneTick }) => phoneTick !== undefined)).toBe(false)
    expect(withTicks(days(7), 'ar').map(({ phoneTick }) => phoneTick)).toEqual([
      'ح',
      'ن',
      'ث',
      'ر',
      'خ',
      'ج',
      'س',
    ])
  })

  it('counts the days of a longer period', () => {
    expect(withTicks(days(15), 'ar').at(-1)).toMatchObject({ tick: '15' })
  })
})
