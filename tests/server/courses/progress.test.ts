import fc from '#tests/support/property.ts'
import { describe, expect, test } from 'vitest'
import {
  courseStatusOf,
  nextItem,
  topicState,
  type ItemStatus,
  type Outline,
  type ItemStatuses,
} from '#server/features/courses/progress.ts'
import { isWatched, secondsOf, unionOfRanges } from '#server/core/watched-ranges.ts'

const seconds = fc.integer({ min: 0, max: 600 }).map((tenths) => tenths / 10)
const ranges = fc.array(fc.tuple(seconds, seconds), { maxLength: 30 })

/** Model: one flag per tenth of a second. */
const watchedTenths = (all: readonly (readonly [number, number])[], duration: number) => {
  const seen = new Set<number>()
  for (const [from, to] of all)
    for (
      let tenth = Math.round(from * 10);
      tenth < Math.min(Math.round(to * 10), Math.round(duration * 10));
      tenth += 1
    )
      seen.add(tenth)
  return seen.size
}

describe('watched ranges', () => {
  test('counts exactly the distinct tenths of any ranges', () => {
    fc.assert(
      fc.property(ranges, fc.integer({ min: 1, max: 60 }), (all, duration) => {
        const union = unionOfRanges(all, duration)
        expect(Math.round(secondsOf(union) * 10)).toBe(watchedTenths(all, duration))
        expect(unionOfRanges([...union, ...all], duration)).toEqual(union)
        union.forEach(([from, to], index) => {
          expect(to).toBeGreaterThan(from)
          expect(from).toBeGreaterThan(union[index - 1]?.[1] ?? -1)
        })
      }),
    )
  })

  test('control: a naive sum differs from the model', () => {
    const naive = (all: readonly (readonly [number, number])[]) =>
      all.reduce((sum, [from, to]) => sum + Math.max(0, Math.round(to * 10) - Math.round(from * 10)), 0)
    const found = fc.check(fc.property(ranges, (all) => naive(all) === watchedTenths(all, 60)))
    expect(found.failed).toBe(true)
  })

  test('counts as watched at 90 % of the seconds, not below', () => {
    expect([isWatched(36, 40), isWatched(35.9, 40)]).toEqual([true, false])
  })
})

const outline: Outline = [
  {
    id: 1,
    title: 'S',
    topics: [
      { id: 1, title: 'empty', freePreview: false, items: [] },
      {
        id: 2,
        title: 'T',
        freePreview: false,
        items: [10, 11, 12].map((id) => ({ id, type: 'article' as const, title: `I${id}`, minutes: 1 })),
      },
    ],
  },
]
const at = (second: number) => new Date(second * 1000)
const completed = (second: number): ItemStatus => ({ completedAt: at(second), lastAt: at(second) })
const started = (second: number): ItemStatus => ({ completedAt: null, lastAt: at(second) })

describe('roll-up', () => {
  test('never completes an empty topic, and ignores it for the course', () => {
    const statuses = new Map([10, 11, 12].map((id) => [id, completed(id)]))
    expect(topicState(outline[0]!.topics[0]!, statuses)).toBe('not_started')
    const enrolment = { courseId: 1, enrolledAt: at(0), lastActivityAt: null }
    expect(courseStatusOf(outline, enrolment, statuses)).toMatchObject({ state: 'completed', percent: 100 })
  })

  test.each<[string, ItemStatuses, number | null]>([
    ['nothing started', new Map(), 10],
    ['the first completed', new Map([[10, completed(1)]]), 11],
    [
      'the middle started last',
      new Map([
        [10, completed(1)],
        [11, started(2)],
      ]),
      11,
    ],
    [
      'the middle skipped',
      new Map([
        [10, completed(1)],
        [12, completed(2)],
      ]),
      11,
    ],
    [
      'the last started before the first was completed',
      new Map([
        [12, started(1)],
        [10, completed(2)],
      ]),
      11,
    ],
    [
      'two completed at the same moment',
      new Map([
        [10, completed(1)],
        [11, completed(1)],
      ]),
      12,
    ],
    [
      'all completed',
      new Map([
        [10, completed(1)],
        [11, completed(2)],
        [12, completed(3)],
      ]),
      null,
    ],
  ])('chooses the next item with %s', (_, statuses, expected) => {
    expect(nextItem(outline, statuses)?.item.id ?? null).toBe(expected)
  })
})
