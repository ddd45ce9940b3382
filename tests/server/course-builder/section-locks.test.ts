import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sectionLockOf } from '#server/features/courses/section-locks.ts'
import type { SectionNode } from '#server/features/courses/progress.ts'
import { addSection, article, section, startBuilderWorld, topic, type BuilderWorld } from './world.ts'

const DAY_MS = 86_400_000
const NOW = new Date('2026-03-10T12:00:00Z')
const at = (days: number) => new Date(NOW.getTime() + days * DAY_MS)

describe('section locks', () => {
  const node = (id: number, changes: Partial<SectionNode> = {}): SectionNode => ({
    id,
    title: `Section ${id}`,
    topics: [
      {
        id: id * 10,
        title: 'Topic',
        freePreview: false,
        items: [{ id: id * 100, type: 'article', title: 'A', minutes: 1 }],
      },
    ],
    ...changes,
  })
  const facts = (done: number[] = [], enrolledAt: Date | null = at(-3)) => ({
    enrolledAt,
    now: NOW,
    statuses: new Map(done.map((id) => [id, { completedAt: NOW, lastAt: NOW }])),
  })

  it.each([
    ['no rule', {}, [], null],
    ['a future date', { opensAt: at(1) }, [], { reason: 'opens', at: at(1) }],
    ['a past date', { opensAt: at(-1) }, [], null],
    ['this moment', { opensAt: NOW }, [], null],
    ['five days after joining three days ago', { opensAfterDays: 5 }, [], { reason: 'opens', at: at(2) }],
    ['three days after joining three days ago', { opensAfterDays: 3 }, [], null],
    [
      'both a date and days (the later counts)',
      { opensAt: at(1), opensAfterDays: 9 },
      [],
      { reason: 'opens', at: at(6) },
    ],
    ['another section first', { requires: [1] }, [], { reason: 'requires', titles: ['Section 1'] }],
    ['another section that is completed', { requires: [1] }, [100], null],
    ['itself', { requires: [2] }, [], null],
    ['a deleted section', { requires: [77] }, [], null],
  ])('computes the lock for: %s', (_what, rule, done, expected) => {
    const second = node(2, rule)

    expect(sectionLockOf([node(1), second], second, facts(done))).toEqual(expected)
  })
})

describe('course with locked sections', () => {
  let world: BuilderWorld
  let courseId: number
  beforeAll(async () => {
    world = await startBuilderWorld()
    courseId = await world.create()
    const soon = new Date(world.server.clock.now().getTime() + 2 * DAY_MS).toISOString()
    await world.save(courseId, [
      addSection(section('s1', [topic('t1', [article('a1')])])),
      addSection(section('s2', [topic('t2', [article('a2')])], { requires: ['s1'] })),
      addSection(
        section(
          's3',
          [topic('t3', [article('a3')]), { ...topic('t4', [article('a4')]), free_preview: true }],
          {
            opens_at: soon,
          },
        ),
      ),
    ])
    await world.publish(courseId)
    await world.ask(world.sam, 'POST', `/courses/${courseId}/enrolment/`)
  })
  afterAll(() => world.server.close())

  const sections = async (user = world.sam) => (await world.detail(courseId, user)).body.sections
  const open = (topicId: number | undefined, user = world.sam) =>
    world.ask(user, 'GET', `/courses/${courseId}/topics/${topicId}/`)
  const completeItem = (itemId: number | undefined) =>
    world.ask(world.sam, 'POST', `/items/${itemId}/complete/`)

  it('shows why a section is locked, and opens free previews', async () => {
    const [first, second, third] = await sections()

    expect(first?.lock).toBeUndefined()
    expect(second?.lock).toEqual({ opens_at: null, requires: ['Section s1'] })
    expect(third?.lock?.opens_at).toMatch(/^20/)
    expect(third?.topics.map(({ state }) => state)).toEqual(['locked', 'not_started'])
  })

  it('rejects opening or completing locked topics; instructors may look', async () => {
    const [, second, third] = await sections()

    for (const closed of [second?.topics[0], third?.topics[0]]) {
      expect((await open(closed?.id)).status).toBe(403)
      expect((await completeItem(closed?.items[0]?.id)).status).toBe(403)
      expect((await open(closed?.id, world.tara)).status).toBe(200)
    }
    expect((await open(third?.topics[1]?.id)).status).toBe(200)
  })

  it('opens sections once their condition or date is met', async () => {
    const [first, second, third] = await sections()
    await completeItem(first?.topics[0]?.items[0]?.id)

    expect((await open(second?.topics[0]?.id)).status).toBe(200)
    expect((await open(third?.topics[0]?.id)).status).toBe(403)
    world.server.clock.advance(2 * DAY_MS)
    expect((await open(third?.topics[0]?.id)).status).toBe(200)
    expect((await completeItem(third?.topics[0]?.items[0]?.id)).status).toBe(200)
  })
})
