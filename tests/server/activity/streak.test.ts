import fc from '#tests/support/property.ts'
import { describe, expect, test } from 'vitest'
import { dayIn, lastDays, shiftDay } from '#server/core/days.ts'
import {
  currentStreak,
  isCounted,
  minutesToGo,
  toHours,
  toHoursAndMinutes,
} from '#server/features/activity/streak.ts'

const HALF = 1800
const seconds = fc.oneof(fc.constantFrom(0, HALF - 1, HALF, HALF + 1), fc.integer({ min: 0, max: 86_400 }))
const series = fc.array(seconds, { minLength: 30, maxLength: 30 })

/** The model walks back day by day, as with a paper calendar. */
const modelStreak = (days: readonly number[]): number => {
  let day = days.length - 1
  if ((days[day] ?? 0) / 3600 <= 0.5) day -= 1
  let streak = 0
  while (day >= 0 && (days[day] ?? 0) / 3600 > 0.5) {
    streak += 1
    day -= 1
  }
  return streak
}

describe('streak', () => {
  test('equals the model for any 30 days', () => {
    fc.assert(
      fc.property(series, (days) => {
        expect(currentStreak(days)).toBe(modelStreak(days))
      }),
      { numRuns: 10_000 },
    )
  })

  test('control: finds streaks that count exactly half an hour or start strictly today', () => {
    const inclusive = (days: readonly number[]) => days.length - 1 - days.findLastIndex((day) => day < HALF)
    const strict = (days: readonly number[]) => days.length - 1 - days.findLastIndex((day) => day <= HALF)
    for (const naive of [inclusive, strict]) {
      const result = fc.check(fc.property(series, (days) => naive(days) === modelStreak(days)))
      expect(result.failed).toBe(true)
    }
  })

  test.each([
    [[], 0],
    [[0], 0],
    [[HALF], 0],
    [[HALF + 1], 1],
    [[4000, 4000, 0], 2],
    [[4000, 0, 0], 0],
    [[4000, 0, 4000], 1],
    [[4000, 4000, HALF], 2],
    [[4000, 4000, HALF + 1], 3],
  ])('is right for the days %j: %i', (days, streak) => {
    expect(currentStreak(days)).toBe(streak)
  })

  test('tells exactly the minutes that are missing today', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4000 }), (today) => {
        const minutes = minutesToGo(today)
        expect(isCounted(today + minutes * 60)).toBe(true)
        expect(minutes === 0 || !isCounted(today + (minutes - 1) * 60)).toBe(true)
      }),
    )
  })

  test('shows a second more than half an hour as more than half', () => {
    expect(toHours(HALF)).toBe(0.5)
    expect(toHours(HALF + 1)).toBeGreaterThan(0.5)
    expect(toHoursAndMinutes(3 * 3600 + 59 * 60 + 59)).toEqual({ hours: 3, minutes: 59 })
  })
})

describe('days', () => {
  test.each([
    ['Asia/Kolkata', '2026-11-20T18:29:59Z', '2026-11-20'],
    ['Asia/Kolkata', '2026-11-20T18:30:00Z', '2026-11-21'],
    ['Pacific/Kiritimati', '2026-11-20T10:00:00Z', '2026-11-21'],
    ['Etc/GMT+12', '2026-11-21T11:59:59Z', '2026-11-20'],
    ['No/Such_Zone', '2026-11-21T00:00:00Z', '2026-11-21'],
  ])('is right in %s at %s: %s', (zone, at, day) => {
    expect(dayIn(zone, new Date(at))).toBe(day)
  })

  test('contains each calendar day once, also with 23 and 25 hours', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 366 }), fc.integer({ min: 0, max: 3000 }), (count, offset) => {
        const today = shiftDay('2026-01-01', offset)
        const days = lastDays(today, count)
        expect([days.length, new Set(days).size, days.at(-1)]).toEqual([count, count, today])
        expect([...days].sort()).toEqual(days)
      }),
    )
  })
})
