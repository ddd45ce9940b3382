import fc from 'fast-check'
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

/** The independent model: a set of whole seconds. */
const secondsOf = (list: readonly Range[]) =>
  new Set(list.flatMap(([from, to]) => Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)))

describe('watched stretches', () => {
  it('given any stretches, when united, then exactly their seconds remain, apart and in order', () => {
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

  it('given a skip, when only the last position is believed, then the naive length is too long', () => {
    const watched: Range[] = [
      [0, 5],
      [50, 60],
    ]
    const naive = Math.max(...watched.map(([, to]) => to))
    expect(naive).toBe(60)
    expect(totalSeconds(watched)).toBe(15)
  })

  it('given what was handed over, when subtracted, then only the new seconds are left', () => {
    fc.assert(
      fc.property(ranges, ranges, (list, taken) => {
        const left = secondsOf(subtract(list, taken))
        const gone = secondsOf(taken)
        expect([...left]).toEqual([...secondsOf(union(list))].filter((second) => !gone.has(second)))
      }),
    )
  })

  it('given the media element’s own list, when read, then noise is left out', () => {
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
