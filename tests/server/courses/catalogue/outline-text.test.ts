import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Gate } from '#server/features/courses/gates.ts'
import { outlineText } from '#server/features/courses/catalogue/outline-text.ts'
import {
  courseStatusOf,
  itemState,
  itemStatusFrom,
  topicState,
  type ItemStatus,
  type Outline,
  type ItemStatuses,
} from '#server/features/courses/progress.ts'

const DAY = new Date('2026-11-21T08:00:00Z')
/** A number of items for each topic of each section; every item, topic and section has an id of its own. */
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
const STANDINGS: readonly (ItemStatus | null)[] = [
  null,
  { completedAt: null, lastAt: DAY },
  { completedAt: DAY, lastAt: DAY },
]
const itemStatusesOf = (outline: Outline, digits: readonly number[]): ItemStatuses =>
  new Map(
    itemIds(outline).flatMap((id, at) => {
      const standing = STANDINGS[digits[at % Math.max(1, digits.length)] ?? 0]
      return standing ? [[id, standing] as const] : []
    }),
  )

/** What the text must say, told the plain way. */
const told = (outline: Outline, statuses: ItemStatuses, gates: readonly (Gate | null)[]) =>
  outline.map((section, at) => ({
    id: section.id,
    title: section.title,
    ...(gates[at] && { lock: { opens_at: DAY.toISOString(), requires: [] } }),
    topics: section.topics.map((topic) => {
      const locked = gates[at] != null && !topic.freePreview
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
const viewOf = (outline: Outline, gates: readonly (Gate | null)[]) => ({
  mayOpen: () => true,
  gate: (section: Outline[number]) => gates[outline.indexOf(section)] ?? null,
})

describe('the outline as text', () => {
  const world = fc.record({
    sections: fc.array(fc.array(fc.nat(4), { maxLength: 4 }), { maxLength: 4 }),
    people: fc.array(fc.array(fc.nat(2), { minLength: 1, maxLength: 12 }), { minLength: 2, maxLength: 5 }),
    closed: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  })

  test('given any course and several people, when written for each, then it says what is true for that one, and the mark differs exactly when the text does', () => {
    fc.assert(
      fc.property(world, ({ sections, people, closed }) => {
        const outline = outlineOf(sections)
        const gates = closed.map((shut): Gate | null => (shut ? { reason: 'opens', at: DAY } : null))
        const marks = new Map<string, string>()
        for (const barred of [gates, closed.map(() => null)])
          for (const digits of people) {
            const statuses = itemStatusesOf(outline, digits)
            const { text, mark, counted } = outlineText(outline, statuses, viewOf(outline, barred))
            expect(JSON.parse(text)).toEqual(told(outline, statuses, barred))
            const enrolment = { courseId: 1, enrolledAt: DAY, lastActivityAt: null }
            expect(itemStatusFrom(counted, enrolment)).toEqual(courseStatusOf(outline, enrolment, statuses))
            expect(marks.get(mark) ?? text).toBe(text)
            marks.set(mark, text)
          }
        expect(new Set(marks.values()).size).toBe(marks.size)
      }),
      { numRuns: 60 },
    )
  })

  test('given a topic of 40 items and more combinations than are kept, when written, then each is right', () => {
    const outline = outlineOf([[40, 6]])
    for (let person = 0; person < 200; person += 1) {
      const digits = person.toString(3).padStart(6, '0').split('').map(Number)
      const statuses = itemStatusesOf(outline, digits)
      const { text } = outlineText(outline, statuses, viewOf(outline, [null]))
      expect(JSON.parse(text)).toEqual(told(outline, statuses, [null]))
    }
  })

  test('given two courses that differ in one title alone, when written for the same person, then their marks differ', () => {
    const [one, other] = [outlineOf([[2]]), outlineOf([[2]])]
    const renamed = other.map((section) => ({ ...section, title: 'Renamed' }))
    const mark = (outline: Outline) => outlineText(outline, new Map(), viewOf(outline, [null])).mark
    expect(mark(outlineOf([[2]]))).toBe(mark(one))
    expect(mark(renamed)).not.toBe(mark(one))
  })
})
