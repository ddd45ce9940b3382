import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CLAIM_DAYS,
  CLAIM_SLACK_SECONDS,
  creditWatch,
  FASTEST_SPEED,
} from '#server/features/courses/learning/video/watch-credit.ts'
import {
  secondsOf,
  subtractRanges,
  unionOfRanges,
  type Range,
} from '#server/features/courses/learning/video/watched-ranges.ts'

const NOW = 1_700_000_000
const nothing = { claimed: [], watched: [], clock: [] }
const facts = { durationSeconds: 600, elsewhere: [] as Range[], from: NOW - 86_400, now: NOW }
const seconds = ({ watched }: { watched: readonly Range[] }) => secondsOf(watched)

describe('credit for watched video', () => {
  test('given a whole video in one call without time, when credited, then only the slack counts', () => {
    const credit = creditWatch(nothing, { ranges: [[0, 600]], clock: [] }, facts)
    expect(seconds(credit)).toBe(CLAIM_SLACK_SECONDS)
    // Control: the claim itself is kept whole.
    expect(secondsOf(credit.claimed)).toBe(600)
  })

  test('given ten honest minutes offline an hour ago, when credited, then all of them count', () => {
    const clock: Range[] = [[NOW - 4200, NOW - 3600]]
    expect(seconds(creditWatch(nothing, { ranges: [[0, 600]], clock }, facts))).toBe(600)
  })

  test('given double speed, when credited, then it counts whole; faster does not', () => {
    const at = (length: number) =>
      seconds(creditWatch(nothing, { ranges: [[0, 600]], clock: [[NOW - length, NOW]] }, facts))
    expect([at(300), at(292.5), at(200)]).toEqual([600, 600, 415])
  })

  test('given too much claimed, when time passes and it is said again, then the rest counts as well', () => {
    const first = creditWatch(nothing, { ranges: [[0, 600]], clock: [] }, facts)
    const later = { ...facts, now: NOW + 400 }
    expect(seconds(creditWatch(first, { ranges: [], clock: [[NOW, NOW + 400]] }, later))).toBe(600)
  })

  test('given moments of another video, before enrolling or in the future, when claimed, then they give nothing', () => {
    const clock: Range[] = [[NOW - 1000, NOW + 1000]]
    const claim = { ranges: [[0, 600]] as Range[], clock }
    expect(seconds(creditWatch(nothing, claim, { ...facts, elsewhere: clock }))).toBe(CLAIM_SLACK_SECONDS)
    expect(seconds(creditWatch(nothing, claim, { ...facts, from: NOW - 10 }))).toBe(20 + CLAIM_SLACK_SECONDS)
    // Control: without those the same claim counts whole.
    expect(seconds(creditWatch(nothing, claim, facts))).toBe(600)
  })

  test('given very old moments, when new ones come, then their sum still counts and lies as one stretch', () => {
    const old = NOW - (CLAIM_DAYS + 2) * 86_400
    const before = {
      claimed: [],
      watched: [],
      clock: [
        [old, old + 50],
        [old + 60, old + 110],
      ] as Range[],
    }
    const credit = creditWatch(before, { ranges: [[0, 600]], clock: [] }, facts)
    expect(credit.clock).toEqual([[0, 100]])
    expect(seconds(credit)).toBe(200 + CLAIM_SLACK_SECONDS)
  })

  test('given any claims in any order, when credited, then never more than twice the distinct time and the slack, and repeats add nothing', () => {
    const interval = (max: number) =>
      fc
        .tuple(fc.integer({ min: 0, max }), fc.integer({ min: 0, max }))
        .map(([a, b]): Range => [Math.min(a, b), Math.max(a, b)])
    const claims = fc.array(
      fc.record({
        ranges: fc.array(interval(600), { maxLength: 4 }),
        clock: fc.array(
          interval(900).map(([a, b]): Range => [NOW - 900 + a, NOW - 900 + b]),
          { maxLength: 4 },
        ),
      }),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(claims, (all) => {
        let state: ReturnType<typeof creditWatch> = nothing
        for (const claim of all) {
          const next = creditWatch(state, claim, facts)
          expect(seconds(next)).toBeGreaterThanOrEqual(seconds(state))
          expect(creditWatch(next, claim, facts)).toEqual(next)
          state = next
        }
        // The model: a set of whole seconds.
        const distinct = (list: readonly Range[]) =>
          new Set(list.flatMap(([a, b]) => Array.from({ length: b - a }, (_, index) => a + index))).size
        const time = distinct(all.flatMap((claim) => claim.clock))
        const claimed = distinct(all.flatMap((claim) => claim.ranges))
        expect(seconds(state)).toBe(Math.min(claimed, FASTEST_SPEED * time + CLAIM_SLACK_SECONDS))
      }),
    )
  })
})

describe('what is not in the other stretches', () => {
  test('given any two unions, when one is taken from the other, then exactly the rest is left', () => {
    const list = fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 })), {
      maxLength: 8,
    })
    fc.assert(
      fc.property(list, list, (a, b) => {
        const [from, taken] = [unionOfRanges(a, 60), unionOfRanges(b, 60)]
        const rest = subtractRanges(from, taken)
        const inside = (ranges: readonly Range[], second: number) =>
          ranges.some(([start, end]) => start <= second && second < end)
        for (let second = 0; second < 60; second += 1)
          expect(inside(rest, second)).toBe(inside(from, second) && !inside(taken, second))
      }),
    )
  })
})
