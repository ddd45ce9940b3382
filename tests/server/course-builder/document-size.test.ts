/** How large a course can grow, save by save. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ARTICLE_MAX, DOCUMENT_MAX_CHARS } from '#contract/course-builder/draft.ts'
import { TURN_MAX_MS, usualTurnMs } from '#tests/support/server/loop-delay.ts'
import { addSection, section, startBuilderWorld, topic, type BuilderWorld } from './world.ts'

let world: BuilderWorld
beforeAll(async () => {
  world = await startBuilderWorld()
})
afterAll(() => world.server.close())

const longArticle = (key: string) => ({
  key,
  title: 'Long',
  titles: {},
  minutes: 2,
  content: { type: 'article' as const, html: `<p>${'word '.repeat(ARTICLE_MAX / 5 - 100)}</p>` },
})

describe('the size of a course', () => {
  it('ends at four million characters, and a shorter course is saved again', async () => {
    const courseId = await world.create()
    await world.save(courseId, [addSection(section('s1', [topic('t1', [])]))])
    const add = (key: string) =>
      world.save(courseId, [{ op: 'add_item', parent: 't1', index: 0, node: longArticle(key) }])
    const statuses: number[] = []
    for (let count = 0; count <= DOCUMENT_MAX_CHARS / ARTICLE_MAX; count += 1)
      statuses.push((await add(`a${count}`)).status)
    expect(statuses).toEqual([...Array<number>(8).fill(200), 422])

    const longest = await usualTurnMs((attempt) =>
      world.save(courseId, [{ op: 'item', key: 'a0', set: { minutes: attempt + 3 } }]),
    )
    expect(longest).toBeLessThan(TURN_MAX_MS)
    await world.save(courseId, [{ op: 'remove', kind: 'item', key: 'a0' }])
    expect((await add('again')).status).toBe(200)
  })
})
