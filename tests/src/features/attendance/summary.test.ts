import { describe, expect, it } from 'vitest'
import { GOAL_PERCENT, noAttendance, percentOf, type AttendanceCounts } from '#contract/attendance/rules.ts'
import { adviceOf } from '#src/features/attendance/model/summary.ts'

const all = Array.from({ length: 20 }, (_, present) =>
  Array.from({ length: 10 }, (_each, absent): AttendanceCounts => ({ ...noAttendance, present, absent })),
).flat()
const percentAfter = (counts: AttendanceCounts, absent: number) =>
  percentOf({ ...counts, absent: counts.absent + absent }) ?? 0

describe('the advice of a summary', () => {
  it('counts the classes that can be missed: that many leave the goal, one more does not', () => {
    const spare = all.flatMap((counts) => {
      const advice = adviceOf(counts)
      return advice.kind === 'spare' ? [{ counts, count: advice.count }] : []
    })
    expect(spare.length).toBeGreaterThan(20)
    for (const { counts, count } of spare) {
      expect(percentAfter(counts, count)).toBeGreaterThanOrEqual(GOAL_PERCENT)
      expect(percentAfter(counts, count + 1)).toBeLessThan(GOAL_PERCENT)
    }
  })

  it('asks for the next class where the goal is reached and one missed class ends that', () => {
    const good = all.filter((counts) => adviceOf(counts).kind === 'good')
    expect(good).toContainEqual({ ...noAttendance, present: 3, absent: 1 })
    for (const counts of good) {
      expect(percentAfter(counts, 0)).toBeGreaterThanOrEqual(GOAL_PERCENT)
      expect(percentAfter(counts, 1)).toBeLessThan(GOAL_PERCENT)
    }
  })
})
