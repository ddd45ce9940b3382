import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Thread } from '#contract/community/community.ts'
import { CLIENT, OTHER_CLIENT, startWorld, type ErrorReply, type ThreadsPage, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.server.close())

const list = (query: string, user = world.asha) => world.call<ThreadsPage>(user, 'GET', `/threads/?${query}`)
const titles = (page: ThreadsPage) => page.results.map((thread) => thread.title)

describe('thread', () => {
  test('is created as the specification says and can be read', async () => {
    const tag = await world.call<{ id: number; name: string }>(world.asha, 'POST', '/tags/', {
      name: 'python',
    })
    expect(tag.status).toBe(201)
    const created = await world.call<Thread>(world.asha, 'POST', '/threads/', {
      title: '  How do I read a file?  ',
      body: '<p>With <code>open</code></p><script>alert(1)</script>',
      tags: [tag.body.id],
    })
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      title: 'How do I read a file?',
      body: '<p>With <code>open</code></p>',
      tags: ['python'],
      author: {
        user_name: 'asha-rao-7@example.test'.replace('@example.test', ''),
        name: 'Asha Rao',
        profile_pic_url: null,
      },
      upvotes: 0,
      downvotes: 0,
      bookmarks_count: 0,
      comments_count: 0,
      edited_at: null,
      my_vote: null,
      bookmarked: false,
      following: true,
      can_edit: true,
      accepted_comment_id: null,
      participants_count: 1,
    })
    expect(created.body.id).toBeGreaterThan(0)
    const read = await world.call<Thread>(world.ben, 'GET', `/threads/${created.body.id}/`)
    expect(read.body).toMatchObject({ id: created.body.id, can_edit: false, following: false })
    expect(
      (await world.call<Thread>(world.teacher, 'GET', `/threads/${created.body.id}/`)).body.can_edit,
    ).toBe(true)
  })

  test.each([
    ['no title', { title: '   ', body: '<p>x</p>', tags: [] }, 'title'],
    ['a long title', { title: 'x'.repeat(201), body: '<p>x</p>', tags: [] }, 'title'],
    ['no body', { title: 'T', body: '', tags: [] }, 'body'],
    ['only empty paragraphs', { title: 'T', body: '<p> &nbsp;</p><p><br></p>', tags: [] }, 'body'],
    ['only a script', { title: 'T', body: '<script>alert(1)</script>', tags: [] }, 'body'],
    ['only invisible characters', { title: 'T', body: '<p>\u200b\ufeff</p>', tags: [] }, 'body'],
    ['an unknown tag', { title: 'T', body: '<p>x</p>', tags: [1_999_999_999] }, 'tags'],
  ])('answers 422 naming the field for %s and stores nothing', async (_name, body, field) => {
    const before = await world.rows('select 1 from forum_thread')
    const reply = await world.call<ErrorReply>(world.asha, 'POST', '/threads/', body)
    expect([reply.status, Object.keys(reply.body.fields ?? {})]).toEqual([422, [field]])
    expect(await world.rows('select 1 from forum_thread')).toHaveLength(before.length)
  })

  test('answers 422 to a tag of another client', async () => {
    const foreign = await world.call<{ id: number }>(
      world.stranger,
      'POST',
      '/tags/',
      { name: 'x' },
      { clientId: OTHER_CLIENT },
    )
    const reply = await world.call(world.asha, 'POST', '/threads/', {
      title: 'T',
      body: '<p>x</p>',
      tags: [foreign.body.id],
    })
    expect(reply.status).toBe(422)
  })

  test('answers 409 with the first id to the same text within ten minutes', async () => {
    const body = { title: 'Doubled', body: '<p>once</p>', tags: [] }
    const first = await world.call<Thread>(world.ben, 'POST', '/threads/', body)
    const second = await world.call<ErrorReply>(world.ben, 'POST', '/threads/', body)
    expect([second.status, second.body.code, second.body.fields?.['body']?.[0]?.params]).toEqual([
      409,
      'conflict',
      { id: first.body.id },
    ])
    expect((await world.call(world.asha, 'POST', '/threads/', body)).status).toBe(201)
    world.server.clock.advance(11 * 60_000)
    expect((await world.call(world.ben, 'POST', '/threads/', body)).status).toBe(201)
  })

  test('is created once by ten concurrent requests with one idempotency key', async () => {
    const body = { title: 'Keyed', body: '<p>k</p>', tags: [], idempotency_key: randomUUID() }
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => world.call<Thread>(world.asha, 'POST', '/threads/', body)),
    )
    expect(new Set(replies.map((reply) => `${reply.status} ${reply.body.id}`)).size).toBe(1)
    expect(replies[0]?.status).toBe(201)
    expect(await world.rows("select 1 from forum_thread where title = 'Keyed'")).toHaveLength(1)
  })

  test('shows an edit, and its history to moderators', async () => {
    const excel = await world.tag('excel')
    const thread = await world.thread(world.asha, { title: 'Before', body: '<p>old</p>', tags: [excel] })
    const edited = await world.call<Thread>(world.asha, 'PUT', `/threads/${thread.id}/`, {
      title: 'After',
      body: '<p>new</p>',
      tags: [],
    })
    expect(edited.body).toMatchObject({ title: 'After', body: '<p>new</p>', tags: [] })
    expect(edited.body.edited_at).not.toBeNull()
    const history = await world.call<{ versions: object[] }>(
      world.teacher,
      'GET',
      `/history/thread/${thread.id}/`,
    )
    expect(history.body.versions).toMatchObject([{ title: 'Before', body: '<p>old</p>' }])
    expect((await world.call(world.asha, 'GET', `/history/thread/${thread.id}/`)).status).toBe(403)
    expect(titles((await list('tag=excel')).body)).not.toContain('After')
    expect(titles((await list('search=before')).body)).not.toContain('After')
    expect(titles((await list('search=after')).body)).toContain('After')
  })

  test('finds and counts the threads of a tag in any spelling of its name', async () => {
    const tag = await world.tag('Data Frames')
    await world.thread(world.asha, { title: 'About frames', tags: [tag] })
    for (const spelling of ['Data%20Frames', 'data%20frames', 'DATA%20%20FRAMES'])
      expect((await list(`tag=${spelling}`)).body).toMatchObject({
        count: 1,
        results: [{ title: 'About frames' }],
      })
    expect((await list('tag=Data')).body).toMatchObject({ count: 0, results: [] })
  })

  test('is restored completely within ten seconds of its deletion, and not later', async () => {
    const tag = await world.tag('gone')
    const thread = await world.thread(world.asha, { title: 'Fleeting', tags: [tag] })
    const path = `/threads/${thread.id}/`
    expect((await world.call(world.asha, 'DELETE', path)).status).toBe(204)
    expect((await world.call(world.asha, 'GET', path)).status).toBe(404)
    expect((await list('tag=gone')).body).toMatchObject({ count: 0, results: [] })
    expect(titles((await list('search=fleeting')).body)).toEqual([])
    expect((await world.call(world.ben, 'POST', `${path}restore/`)).status).toBe(404)
    expect((await world.call(world.teacher, 'POST', `${path}restore/`)).status).toBe(404)
    world.server.clock.advance(9_000)
    expect((await world.call<Thread>(world.asha, 'POST', `${path}restore/`)).body).toMatchObject({
      id: thread.id,
      tags: ['gone'],
    })
    expect((await world.call(world.asha, 'POST', `${path}restore/`)).status).toBe(200)
    expect((await list('tag=gone')).body.count).toBe(1)
    await world.call(world.asha, 'DELETE', path)
    world.server.clock.advance(20_000)
    expect((await world.call(world.asha, 'POST', `${path}restore/`)).status).toBe(404)
  })

  test('changes only once on repeated bookmarks and mutes', async () => {
    const thread = await world.thread(world.asha, { title: 'Kept' })
    const path = `/threads/${thread.id}`
    for (const _ of [1, 2])
      expect((await world.call(world.ben, 'POST', `${path}/bookmark/`)).body).toEqual({
        bookmarked: true,
        bookmarks_count: 1,
      })
    expect(titles((await list('bookmarked=true', world.ben)).body)).toEqual(['Kept'])
    expect((await list('bookmarked=true', world.teacher)).body.count).toBe(0)
    for (const _ of [1, 2])
      expect((await world.call(world.ben, 'DELETE', `${path}/bookmarks/`)).body).toEqual({
        bookmarked: false,
        bookmarks_count: 0,
      })
    await world.call(world.asha, 'POST', `${path}/follow/`, { following: false })
    await world.comment(world.asha, thread.id)
    expect((await world.call<Thread>(world.asha, 'GET', `${path}/`)).body.following).toBe(false)
  })
})

describe('thread list', () => {
  test('pages through 23 threads of a tag newest first, with links', async () => {
    const tag = await world.tag('paged')
    const ids: number[] = []
    for (let index = 0; index < 23; index += 1) ids.push((await world.thread(world.asha, { tags: [tag] })).id)
    const listed: number[] = []
    for (const page of [1, 2, 3]) {
      const { body } = await list(`tag=paged&page=${page}&page_size=10`)
      expect(body.count).toBe(23)
      expect([body.next !== null, body.previous !== null]).toEqual([page < 3, page > 1])
      listed.push(...body.results.map((thread) => thread.id))
    }
    expect(listed).toEqual(ids.toReversed())
    expect((await list('tag=paged&page=4')).body.results).toEqual([])
  })

  test('keeps the order of ids on every page, also from the far end', async () => {
    const { body: first } = await list('page_size=7')
    const listed: number[] = []
    for (let page = 1; page <= Math.ceil(first.count / 7); page += 1)
      listed.push(...(await list(`page_size=7&page=${page}`)).body.results.map((thread) => thread.id))
    const rows = await world.rows<{ id: number }>(
      `select id from forum_thread where client_id = ${CLIENT} and deleted_at is null order by id desc`,
    )
    expect(listed).toEqual(rows.map((row) => row.id))
  })

  test('orders by votes and by activity', async () => {
    const [commented, liked] = [await world.thread(world.asha), await world.thread(world.asha)]
    await world.thread(world.asha)
    await world.call(world.ben, 'POST', `/threads/${liked.id}/vote/`, { vote_type: 'upvote' })
    world.server.clock.advance(1_000)
    await world.comment(world.ben, commented.id)
    expect((await list('ordering=votes')).body.results[0]?.id).toBe(liked.id)
    expect((await list('ordering=active')).body.results[0]?.id).toBe(commented.id)
  })

  test('shows the eight latest writers and counts all', async () => {
    const thread = await world.thread(world.asha)
    for (let index = 1; index <= 10; index += 1)
      await world.comment(await world.person(`Writer ${thread.id} ${index}`), thread.id)
    const { body } = await world.call<Thread>(world.ben, 'GET', `/threads/${thread.id}/`)
    expect(body.participants_count).toBe(11)
    expect(body.participants.map(({ name }) => name)).toEqual(
      [10, 9, 8, 7, 6, 5, 4, 3].map((index) => `Writer ${thread.id} ${index}`),
    )
  })
})

describe('tags', () => {
  test('treats spellings in other letter case as one tag and lists most used ones first', async () => {
    const first = await world.call<{ id: number }>(world.asha, 'POST', '/tags/', { name: 'TypeScript' })
    const repeated = await world.call<{ id: number; name: string }>(world.ben, 'POST', '/tags/', {
      name: ' typescript ',
    })
    expect(repeated.body).toEqual({ id: first.body.id, name: 'TypeScript' })
    const all = await world.call<{ name: string }[]>(world.asha, 'GET', '/tags/')
    expect(all.body[0]?.name).toBe('paged')
    expect(all.body.map(({ name }) => name)).toContain('TypeScript')
  })

  test('keeps markup in tags and titles as plain text', async () => {
    const name = '<img src=x onerror=alert(1)>'
    const tag = await world.call<{ id: number; name: string }>(world.asha, 'POST', '/tags/', { name })
    const thread = await world.thread(world.asha, { title: name, tags: [tag.body.id] })
    expect([thread.title, thread.tags]).toEqual([name, [name]])
  })
})
