import fc from '#tests/support/property.ts'
import { describe, expect, test } from 'vitest'
import {
  CLAIM_DAYS,
  CLAIM_SLACK_SECONDS,
  creditWatch,
  FASTEST_SPEED,
} from '#server/features/courses/learning/video/watch-credit.ts'
import { secondsOf, subtractRanges, unionOfRanges, type Range } from '#server/core/watched-ranges.ts'

const NOW = 1_700_000_000
const noCredit = { claimed: [], watched: [], clock: [] }
const facts = { durationSeconds: 600, otherVideos: [] as Range[], from: NOW - 86_400, now: NOW }
const seconds = ({ watched }: { watched: readonly Range[] }) => secondsOf(watched)

describe('credit for watched video', () => {
  test('credits only the slack for a whole video claimed without time', () => {
    const credit = creditWatch(noCredit, { ranges: [[0, 600]], clock: [] }, facts)
    expect(seconds(credit)).toBe(CLAIM_SLACK_SECONDS)
    // Control: the claim itself is kept.
    expect(secondsOf(credit.claimed)).toBe(600)
  })

  test('credits ten minutes watched offline an hour ago', () => {
    const clock: Range[] = [[NOW - 4200, NOW - 3600]]
    expect(seconds(creditWatch(noCredit, { ranges: [[0, 600]], clock }, facts))).toBe(600)
  })

  test('credits double speed fully, but not faster', () => {
    const creditAfter = (length: number) =>
      seconds(creditWatch(noCredit, { ranges: [[0, 600]], clock: [[NOW - length, NOW]] }, facts))
    expect([creditAfter(300), creditAfter(292.5), creditAfter(200)]).toEqual([600, 600, 415])
  })

  test('credits the rest of a claim once enough time has passed', () => {
    const first = creditWatch(noCredit, { ranges: [[0, 600]], clock: [] }, facts)
    const later = { ...facts, now: NOW + 400 }
    expect(seconds(creditWatch(first, { ranges: [], clock: [[NOW, NOW + 400]] }, later))).toBe(600)
  })

  test('credits nothing for moments of other videos, before enrolment or in the future', () => {
    const clock: Range[] = [[NOW - 1000, NOW + 1000]]
    const claim = { ranges: [[0, 600]] as Range[], clock }
    expect(seconds(creditWatch(noCredit, claim, { ...facts, otherVideos: clock }))).toBe(CLAIM_SLACK_SECONDS)
    expect(seconds(creditWatch(noCredit, claim, { ...facts, from: NOW - 10 }))).toBe(20 + CLAIM_SLACK_SECONDS)
    // Control: without these limits the claim counts fully.
    expect(seconds(creditWatch(noCredit, claim, facts))).toBe(600)
  })

  test('sums up very old moments as one range', () => {
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

  test('credits at most twice the distinct time plus slack, and nothing for repeats', () => {
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
      fc.property(claims, (claimList) => {
        let state: ReturnType<typeof creditWatch> = noCredit
        for (const claim of claimList) {
          const next = creditWatch(state, claim, facts)
          expect(seconds(next)).toBeGreaterThanOrEqual(seconds(state))
          expect(creditWatch(next, claim, facts)).toEqual(next)
          state = next
        }
        // Model: a set of whole seconds.
        const distinct = (list: readonly Range[]) =>
          new Set(list.flatMap(([a, b]) => Array.from({ length: b - a }, (_, index) => a + index))).size
        const time = distinct(claimList.flatMap((claim) => claim.clock))
        const claimed = distinct(claimList.flatMap((claim) => claim.ranges))
        expect(seconds(state)).toBe(Math.min(claimed, FASTEST_SPEED * time + CLAIM_SLACK_SECONDS))
      }),
    )
  })
})

describe('subtracting ranges', () => {
  test('leaves exactly the rest', () => {
    const list = fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 })), {
      maxLength: 8,
    })
    fc.assert(
      fc.property(list, list, (a, b) => {
        const [from, taken] = [unionOfRanges(a, 60), unionOfRanges(b, 60)]
        const rest = subtractRanges(from, taken)
        const covers = (ranges: readonly Range[], second: number) =>
          ranges.some(([start, end]) => start <= second && second < end)
        for (let second = 0; second < 60; second += 1)
          expect(covers(rest, second)).toBe(covers(from, second) && !covers(taken, second))
      }),
    )
  })
})
