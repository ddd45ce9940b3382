import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import {
  betterOf,
  bestPercent,
  countStatuses,
  heldOf,
  isBelowGoal,
  minutesNeeded,
  noAttendance,
  percentOf,
  pointsOf,
  sessionsToGoal,
  statusOfArrival,
  statusOfPresence,
} from '#contract/attendance/rules.ts'

const MINUTE = 60_000

describe('the status of a session', () => {
  const cases: [string, number, number | null, string][] = [
    ['the whole hour', 60, 0, 'present'],
    ['exactly 75 % of it', 45, 0, 'present'],
    ['a minute less', 44, 0, 'absent'],
    ['nobody came', 0, null, 'absent'],
    ['early and to the end', 60, -5, 'present'],
    ['joined in the tenth minute', 50, 10, 'present'],
    ['joined after it', 49, 10.02, 'late'],
    ['joined late and missed too much', 44, 16, 'absent'],
  ]
  it.each(cases)('for %s of 60 minutes', (_, minutes, joined, expected) => {
    expect(statusOfPresence({ minutes, joinedAfterMs: joined === null ? null : joined * MINUTE }, 60)).toBe(
      expected,
    )
  })

  it('rounds what is needed down to whole minutes, as presence is', () => {
    expect(minutesNeeded(45)).toBe(33)
    expect(statusOfPresence({ minutes: 33, joinedAfterMs: 0 }, 45)).toBe('present')
    expect(statusOfPresence({ minutes: 32, joinedAfterMs: 0 }, 45)).toBe('absent')
  })

  it('takes a check-in in the first ten minutes as present, later as late', () => {
    expect(statusOfArrival(-MINUTE)).toBe('present')
    expect(statusOfArrival(10 * MINUTE)).toBe('present')
    expect(statusOfArrival(10 * MINUTE + 1)).toBe('late')
  })

  it('keeps the better of two that were found', () => {
    expect(betterOf('absent', 'late')).toBe('late')
    expect(betterOf('present', 'late')).toBe('present')
  })
})

describe('the percentage', () => {
  it('counts present and late over held sessions and leaves excused ones out', () => {
    const counts = { present: 2, late: 1, excused: 5, absent: 1 }
    expect(heldOf(counts)).toBe(4)
    expect(percentOf(counts)).toBe(75)
    expect(pointsOf(counts)).toBe(2 * 2 + 1 + 5)
  })

  it('is unknown before the first session and never rounded up to the goal', () => {
    expect(percentOf(noAttendance)).toBeNull()
    expect(percentOf({ ...noAttendance, excused: 3 })).toBeNull()
    expect(percentOf({ ...noAttendance, present: 749, absent: 251 })).toBe(74)
  })

  it('warns below 75 % only after five held sessions', () => {
    expect(isBelowGoal({ ...noAttendance, present: 2, absent: 2 })).toBe(false)
    expect(isBelowGoal({ ...noAttendance, present: 2, absent: 2, excused: 4 })).toBe(false)
    expect(isBelowGoal({ ...noAttendance, present: 3, absent: 2 })).toBe(true)
    expect(isBelowGoal({ ...noAttendance, present: 3, late: 1, absent: 1 })).toBe(false)
  })

  it('says how many sessions reach 75 %: that many do and one fewer does not', () => {
    const amount = fc.integer({ min: 0, max: 200 })
    fc.assert(
      fc.property(amount, amount, amount, amount, (present, late, excused, absent) => {
        const counts = { present, late, excused, absent }
        const needed = sessionsToGoal(counts)
        const share = (more: number) => (present + late + more) / (present + late + absent + more || 1)
        expect(heldOf(counts) + needed === 0 || share(needed) >= 0.75).toBe(true)
        expect(needed === 0 || share(needed - 1) < 0.75).toBe(true)
        expect(bestPercent(counts, needed) ?? 75).toBeGreaterThanOrEqual(75)
      }),
    )
  })

  it('counts statuses', () => {
    expect(countStatuses(['present', 'absent', 'present', 'excused'])).toEqual({
      present: 2,
      late: 0,
      excused: 1,
      absent: 1,
    })
  })
})
