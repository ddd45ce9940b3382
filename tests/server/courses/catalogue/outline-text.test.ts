import fc from '#tests/support/property.ts'
import { describe, expect, test } from 'vitest'
import type { SectionLock } from '#server/features/courses/section-locks.ts'
import { outlineText } from '#server/features/courses/catalogue/outline-text.ts'
import {
  courseStatusOf,
  itemState,
  courseProgressFrom,
  topicState,
  type ItemStatus,
  type Outline,
  type ItemStatuses,
} from '#server/features/courses/progress.ts'

const DAY = new Date('2026-11-21T08:00:00Z')
/** Builds an outline from item counts per topic; all ids are unique. */
const outlineOf = (sections: readonly (readonly number[])[]): Outline => {
  let id = 0
  return sections.map((topics) => ({
    id: ++id,
    title: `Section "${id}"`,
    topics: topics.map((items) => ({
      id: ++id,
      title: `विषय ${id}`,
      freePreview: items % 3 === 1,
      items: Array.from({ length: items }, () => ({
        id: ++id,
        type: 'article' as const,
        title: `درس ${id}`,
        minutes: 5,
      })),
    })),
  }))
}
const itemIds = (outline: Outline) =>
  outline.flatMap(({ topics }) => topics.flatMap(({ items }) => items.map(({ id }) => id)))
const STATUSES: readonly (ItemStatus | null)[] = [
  null,
  { completedAt: null, lastAt: DAY },
  { completedAt: DAY, lastAt: DAY },
]
const itemStatusesOf = (outline: Outline, digits: readonly number[]): ItemStatuses =>
  new Map(
    itemIds(outline).flatMap((id, index) => {
      const status = STATUSES[digits[index % Math.max(1, digits.length)] ?? 0]
      return status ? [[id, status] as const] : []
    }),
  )

/** The expected outline, built in the simple way. */
const expectedOutline = (outline: Outline, statuses: ItemStatuses, locks: readonly (SectionLock | null)[]) =>
  outline.map((section, index) => ({
    id: section.id,
    title: section.title,
    ...(locks[index] && { lock: { opens_at: DAY.toISOString(), requires: [] } }),
    topics: section.topics.map((topic) => {
      const locked = locks[index] != null && !topic.freePreview
      return {
        id: topic.id,
        title: topic.title,
        state: locked ? 'locked' : topicState(topic, statuses),
        free_preview: topic.freePreview,
        items: topic.items.map(({ id, type, title, minutes }) => ({
          id,
          type,
          title,
          minutes,
          state: locked ? 'locked' : itemState(statuses.get(id)),
        })),
      }
    }),
  }))
const viewOf = (outline: Outline, locks: readonly (SectionLock | null)[]) => ({
  mayOpen: () => true,
  lock: (section: Outline[number]) => locks[outline.indexOf(section)] ?? null,
})

describe('outline text', () => {
  const world = fc.record({
    sections: fc.array(fc.array(fc.nat(4), { maxLength: 4 }), { maxLength: 4 }),
    learners: fc.array(fc.array(fc.nat(2), { minLength: 1, maxLength: 12 }), { minLength: 2, maxLength: 5 }),
    lockedSections: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  })

  test('writes the right outline for each learner, and a fingerprint that changes with it', () => {
    fc.assert(
      fc.property(world, ({ sections, learners, lockedSections }) => {
        const outline = outlineOf(sections)
        const locks = lockedSections.map((isLocked): SectionLock | null =>
          isLocked ? { reason: 'opens', at: DAY } : null,
        )
        const textByFingerprint = new Map<string, string>()
        for (const activeLocks of [locks, lockedSections.map(() => null)])
          for (const digits of learners) {
            const statuses = itemStatusesOf(outline, digits)
            const { text, fingerprint, counted } = outlineText(
              outline,
              statuses,
              viewOf(outline, activeLocks),
            )
            expect(JSON.parse(text)).toEqual(expectedOutline(outline, statuses, activeLocks))
            const enrolment = { courseId: 1, enrolledAt: DAY, lastActivityAt: null }
            expect(courseProgressFrom(counted, enrolment)).toEqual(
              courseStatusOf(outline, enrolment, statuses),
            )
            expect(textByFingerprint.get(fingerprint) ?? text).toBe(text)
            textByFingerprint.set(fingerprint, text)
          }
        expect(new Set(textByFingerprint.values()).size).toBe(textByFingerprint.size)
      }),
      { numRuns: 60 },
    )
  })

  test('writes long topics and uncached combinations correctly', () => {
    const outline = outlineOf([[40, 6]])
    for (let learner = 0; learner < 200; learner += 1) {
      const digits = learner.toString(3).padStart(6, '0').split('').map(Number)
      const statuses = itemStatusesOf(outline, digits)
      const { text } = outlineText(outline, statuses, viewOf(outline, [null]))
      expect(JSON.parse(text)).toEqual(expectedOutline(outline, statuses, [null]))
    }
  })

  test('gives courses that differ in one title different fingerprints', () => {
    const [first, second] = [outlineOf([[2]]), outlineOf([[2]])]
    const renamed = second.map((section) => ({ ...section, title: 'Renamed' }))
    const fingerprint = (outline: Outline) =>
      outlineText(outline, new Map(), viewOf(outline, [null])).fingerprint
    expect(fingerprint(outlineOf([[2]]))).toBe(fingerprint(first))
    expect(fingerprint(renamed)).not.toBe(fingerprint(first))
  })
})
