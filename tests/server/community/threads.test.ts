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

describe('a thread', () => {
  test('given title, body and tags, when posted, then it is answered as the specification says and can be read', async () => {
    const tag = await world.call<{ id: number; name: string }>(world.asha, 'POST', '/tags/', {
      name: 'python',
    })
    expect(tag.status).toBe(201)
    const made = await world.call<Thread>(world.asha, 'POST', '/threads/', {
      title: '  How do I read a file?  ',
      body: '<p>With <code>open</code></p><script>alert(1)</script>',
      tags: [tag.body.id],
    })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
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
    expect(made.body.id).toBeGreaterThan(0)
    const read = await world.call<Thread>(world.ben, 'GET', `/threads/${made.body.id}/`)
    expect(read.body).toMatchObject({ id: made.body.id, can_edit: false, following: false })
    expect((await world.call<Thread>(world.teacher, 'GET', `/threads/${made.body.id}/`)).body.can_edit).toBe(
      true,
    )
  })

  test.each([
    ['no title', { title: '   ', body: '<p>x</p>', tags: [] }, 'title'],
    ['a long title', { title: 'x'.repeat(201), body: '<p>x</p>', tags: [] }, 'title'],
    ['no body', { title: 'T', body: '', tags: [] }, 'body'],
    ['only empty paragraphs', { title: 'T', body: '<p> &nbsp;</p><p><br></p>', tags: [] }, 'body'],
    ['only a script', { title: 'T', body: '<script>alert(1)</script>', tags: [] }, 'body'],
    ['only invisible characters', { title: 'T', body: '<p>\u200b\ufeff</p>', tags: [] }, 'body'],
    ['an unknown tag', { title: 'T', body: '<p>x</p>', tags: [1_999_999_999] }, 'tags'],
  ])('given %s, when posted, then 422 names the field and nothing is stored', async (_what, body, field) => {
    const before = await world.rows('select 1 from forum_thread')
    const reply = await world.call<ErrorReply>(world.asha, 'POST', '/threads/', body)
    expect([reply.status, Object.keys(reply.body.fields ?? {})]).toEqual([422, [field]])
    expect(await world.rows('select 1 from forum_thread')).toHaveLength(before.length)
  })

  test('given a tag of another client, when posted with it, then 422', async () => {
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

  test('given the same words twice, when posted within ten minutes, then 409 with the first id; later it is a new thread', async () => {
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

  test('given an idempotency key, when ten requests run at once, then one thread is made and all answer with it', async () => {
    const body = { title: 'Keyed', body: '<p>k</p>', tags: [], idempotency_key: randomUUID() }
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => world.call<Thread>(world.asha, 'POST', '/threads/', body)),
    )
    expect(new Set(replies.map((reply) => `${reply.status} ${reply.body.id}`)).size).toBe(1)
    expect(replies[0]?.status).toBe(201)
    expect(await world.rows("select 1 from forum_thread where title = 'Keyed'")).toHaveLength(1)
  })

  test('given an edit, when made by its author, then it says so and moderators see what stood there', async () => {
    const excel = await world.tag('excel')
    const thread = await world.thread(world.asha, { title: 'Before', body: '<p>old</p>', tags: [excel] })
    const edited = await world.call<Thread>(world.asha, 'PUT', `/threads/${thread.id}/`, {
      title: 'After',
      body: '<p>new</p>',
      tags: [],
    })
    expect(edited.body).toMatchObject({ title: 'After', body: '<p>new</p>', tags: [] })
    expect(edited.body.edited_at).not.toBeNull()
    const seen = await world.call<{ versions: object[] }>(
      world.teacher,
      'GET',
      `/history/thread/${thread.id}/`,
    )
    expect(seen.body.versions).toMatchObject([{ title: 'Before', body: '<p>old</p>' }])
    expect((await world.call(world.asha, 'GET', `/history/thread/${thread.id}/`)).status).toBe(403)
    expect(titles((await list('tag=excel')).body)).not.toContain('After')
    expect(titles((await list('search=before')).body)).not.toContain('After')
    expect(titles((await list('search=after')).body)).toContain('After')
  })

  test('given a delete, when its deleter takes it back within ten seconds, then all of it is there again; later it is not', async () => {
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

  test('given a bookmark and a mute, when repeated, then nothing changes more than once', async () => {
    const thread = await world.thread(world.asha, { title: 'Kept' })
    const at = `/threads/${thread.id}`
    for (const _time of [1, 2])
      expect((await world.call(world.ben, 'POST', `${at}/bookmark/`)).body).toEqual({
        bookmarked: true,
        bookmarks_count: 1,
      })
    expect(titles((await list('bookmarked=true', world.ben)).body)).toEqual(['Kept'])
    expect((await list('bookmarked=true', world.teacher)).body.count).toBe(0)
    for (const _time of [1, 2])
      expect((await world.call(world.ben, 'DELETE', `${at}/bookmarks/`)).body).toEqual({
        bookmarked: false,
        bookmarks_count: 0,
      })
    await world.call(world.asha, 'POST', `${at}/follow/`, { following: false })
    await world.comment(world.asha, thread.id)
    expect((await world.call<Thread>(world.asha, 'GET', `${at}/`)).body.following).toBe(false)
  })
})

describe('the list', () => {
  test('given 23 threads of a tag, when read page by page, then each stands there once, newest first, with links', async () => {
    const tag = await world.tag('paged')
    const ids: number[] = []
    for (let at = 0; at < 23; at += 1) ids.push((await world.thread(world.asha, { tags: [tag] })).id)
    const seen: number[] = []
    for (const page of [1, 2, 3]) {
      const { body } = await list(`tag=paged&page=${page}&page_size=10`)
      expect(body.count).toBe(23)
      expect([body.next !== null, body.previous !== null]).toEqual([page < 3, page > 1])
      seen.push(...body.results.map((thread) => thread.id))
    }
    expect(seen).toEqual(ids.toReversed())
    expect((await list('tag=paged&page=4')).body.results).toEqual([])
  })

  test('given everything, when every page is read, also from the far end, then it is the order of the ids', async () => {
    const { body: first } = await list('page_size=7')
    const seen: number[] = []
    for (let page = 1; page <= Math.ceil(first.count / 7); page += 1)
      seen.push(...(await list(`page_size=7&page=${page}`)).body.results.map((thread) => thread.id))
    const rows = await world.rows<{ id: number }>(
      `select id from forum_thread where client_id = ${CLIENT} and deleted_at is null order by id desc`,
    )
    expect(seen).toEqual(rows.map((row) => row.id))
  })

  test('given votes and comments, when ordered by them, then those come first', async () => {
    const [old, liked] = [await world.thread(world.asha), await world.thread(world.asha)]
    await world.thread(world.asha)
    await world.call(world.ben, 'POST', `/threads/${liked.id}/vote/`, { vote_type: 'upvote' })
    world.server.clock.advance(1_000)
    await world.comment(world.ben, old.id)
    expect((await list('ordering=votes')).body.results[0]?.id).toBe(liked.id)
    expect((await list('ordering=active')).body.results[0]?.id).toBe(old.id)
  })

  test('given ten writers, when read, then the eight latest are participants and all are counted', async () => {
    const thread = await world.thread(world.asha)
    for (let at = 1; at <= 10; at += 1)
      await world.comment(await world.person(`Writer ${thread.id} ${at}`), thread.id)
    const { body } = await world.call<Thread>(world.ben, 'GET', `/threads/${thread.id}/`)
    expect(body.participants_count).toBe(11)
    expect(body.participants.map(({ name }) => name)).toEqual(
      [10, 9, 8, 7, 6, 5, 4, 3].map((at) => `Writer ${thread.id} ${at}`),
    )
  })
})

describe('tags', () => {
  test('given a name in other letters, when made again, then it is the same tag; most used ones come first', async () => {
    const first = await world.call<{ id: number }>(world.asha, 'POST', '/tags/', { name: 'TypeScript' })
    const again = await world.call<{ id: number; name: string }>(world.ben, 'POST', '/tags/', {
      name: ' typescript ',
    })
    expect(again.body).toEqual({ id: first.body.id, name: 'TypeScript' })
    const all = await world.call<{ name: string }[]>(world.asha, 'GET', '/tags/')
    expect(all.body[0]?.name).toBe('paged')
    expect(all.body.map(({ name }) => name)).toContain('TypeScript')
  })

  test('given markup, when made a tag or a title, then it stays plain text', async () => {
    const name = '<img src=x onerror=alert(1)>'
    const tag = await world.call<{ id: number; name: string }>(world.asha, 'POST', '/tags/', { name })
    const thread = await world.thread(world.asha, { title: name, tags: [tag.body.id] })
    expect([thread.title, thread.tags]).toEqual([name, [name]])
  })
})
