import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDemoServer } from '#tests/support/server/demo.ts'
import type { TestServer } from '#tests/support/server/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startDemoServer()
})
afterAll(() => server.close())

describe("the demo's conversations", () => {
  test('has threads at both academies in three languages, with answers and votes', async () => {
    const rows = await server.db.asSuperuser<{
      client_id: number
      threads: number
      answered: number
      votes: number
    }>(
      `select client_id, count(*)::int as threads, count(accepted_comment_id)::int as answered, sum(upvotes)::int as votes
       from forum_thread group by client_id order by client_id`,
    )
    expect(rows.map((row) => row.client_id)).toEqual([7, 8])
    expect(rows.reduce((sum, row) => sum + row.threads, 0)).toBeGreaterThanOrEqual(12)
    for (const row of rows) expect([row.answered > 1, row.votes > 30]).toEqual([true, true])
    const texts = await server.db.asSuperuser<{ body: string }>(
      'select body from forum_thread where client_id = 7',
    )
    for (const script of [/[a-z]/, /\p{Script=Devanagari}/u, /\p{Script=Arabic}/u])
      expect(texts.some(({ body }) => script.test(body))).toBe(true)
    // The tags that the editor and the fallback tags of the specification name (spec 3).
    const tags = await server.db.asSuperuser<{ name: string }>(
      'select name from forum_tag where client_id = 7',
    )
    expect(tags.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['python', 'excel', 'react', 'typescript', 'api']),
    )
  })

  test('has answered questions about lessons, with mentions', async () => {
    const rows = await server.db.asSuperuser<{ topic: string; answered: boolean }>(
      `select l.title as topic, t.accepted_comment_id is not null as answered
       from forum_thread t join course_topic l on l.client_id = t.client_id and l.id = t.lesson_topic_id order by t.id`,
    )
    expect(rows).toEqual(
      expect.arrayContaining([
        { topic: 'GROUP BY', answered: true },
        { topic: 'Lists and positions', answered: true },
      ]),
    )
    const named = await server.db.asSuperuser(
      'select 1 from forum_comment where cardinality(mention_ids) > 0',
    )
    expect(named.length).toBeGreaterThan(1)
  })

  test('has thread ids in the order of time', async () => {
    const rows = await server.db.asSuperuser<{ created_at: Date }>(
      'select created_at from forum_thread where client_id = 7 order by id',
    )
    const times = rows.map((row) => row.created_at.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })
})
