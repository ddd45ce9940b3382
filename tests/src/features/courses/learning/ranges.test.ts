import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import {
  fromTimeRanges,
  totalSeconds,
  subtract,
  union,
  type Range,
} from '#src/features/courses/learning/model/ranges.ts'

const SECONDS = 60
const range = fc.tuple(fc.integer({ min: 0, max: SECONDS }), fc.integer({ min: 0, max: SECONDS }))
const ranges = fc.array(range, { maxLength: 12 }) as fc.Arbitrary<Range[]>

/** An independent model: a set of whole seconds. */
const secondsOf = (list: readonly Range[]) =>
  new Set(list.flatMap(([from, to]) => Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)))

describe('watched intervals', () => {
  it('keeps exactly the seconds of all intervals, separate and sorted', () => {
    fc.assert(
      fc.property(ranges, (list) => {
        const joined = union(list)
        expect(secondsOf(joined)).toEqual(secondsOf(list))
        expect(totalSeconds(list)).toBe(secondsOf(list).size)
        for (const [index, [from]] of joined.entries())
          expect(from).toBeGreaterThan(joined[index - 1]?.[1] ?? -1)
      }),
    )
  })

  it('control: the last position overstates the length after a skip', () => {
    const watched: Range[] = [
      [0, 5],
      [50, 60],
    ]
    const naive = Math.max(...watched.map(([, to]) => to))
    expect(naive).toBe(60)
    expect(totalSeconds(watched)).toBe(15)
  })

  it('keeps only the seconds that are not subtracted', () => {
    fc.assert(
      fc.property(ranges, ranges, (list, removed) => {
        const remaining = secondsOf(subtract(list, removed))
        const removedSeconds = secondsOf(removed)
        expect([...remaining]).toEqual(
          [...secondsOf(union(list))].filter((second) => !removedSeconds.has(second)),
        )
      }),
    )
  })

  it('drops noise from the played ranges of a media element', () => {
    const list: Range[] = [
      [0, 4.00049],
      [9, 9.01],
    ]
    const played = {
      length: 2,
      start: (i: number) => list[i]?.[0] ?? 0,
      end: (i: number) => list[i]?.[1] ?? 0,
    }
    expect(fromTimeRanges(played)).toEqual([[0, 4]])
  })
})
