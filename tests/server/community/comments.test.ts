import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Comment, Thread } from '#contract/community/community.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { OTHER_CLIENT, startWorld, type CommentsPage, type ErrorReply, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.server.close())

const readComments = (threadId: number, query = '', user = world.asha) =>
  world.call<CommentsPage>(user, 'GET', `/threads/${threadId}/comments/${query}`)
const readThread = async (id: number) => (await world.call<Thread>(world.asha, 'GET', `/threads/${id}/`)).body

describe('comments', () => {
  test('lists comments and replies newest first, paged by top-level comments', async () => {
    const { id } = await world.thread(world.asha)
    const tops: Comment[] = []
    for (let index = 0; index < 12; index += 1) tops.push(await world.comment(world.ben, id))
    const first = tops[0]?.id ?? 0
    const replies = [
      await world.comment(world.asha, id, '<p>a</p>', first),
      await world.comment(world.ben, id, '<p>b</p>', first),
    ]
    const firstPage = (await readComments(id)).body
    expect([firstPage.count, firstPage.results.length, firstPage.next !== null, firstPage.previous]).toEqual([
      12,
      10,
      true,
      null,
    ])
    const secondPage = (await readComments(id, '?page=2')).body
    expect([...firstPage.results, ...secondPage.results].map((comment) => comment.id)).toEqual(
      tops.map((top) => top.id).toReversed(),
    )
    expect(secondPage.results.at(-1)?.replies).toMatchObject(
      replies.toReversed().map((reply) => ({ id: reply.id, parent: first, replies: [] })),
    )
    expect((await readThread(id)).comments_count).toBe(14)
  })

  test('answers 422 to a reply to a reply, or to a foreign or deleted comment', async () => {
    const [thread, otherThread] = [await world.thread(world.asha), await world.thread(world.asha)]
    const top = await world.comment(world.asha, thread.id)
    const reply = await world.comment(world.ben, thread.id, '<p>r</p>', top.id)
    const foreign = await world.comment(world.asha, otherThread.id)
    const deleted = await world.comment(world.asha, thread.id)
    await world.call(world.asha, 'DELETE', `/comments/${deleted.id}/`)
    for (const parent of [reply.id, foreign.id, deleted.id, 1_999_999_999]) {
      const response = await world.call<ErrorReply>(world.ben, 'POST', `/threads/${thread.id}/comments/`, {
        body: '<p>x</p>',
        parent,
      })
      expect([response.status, Object.keys(response.body.fields ?? {})]).toEqual([422, ['parent']])
    }
    expect((await readThread(thread.id)).comments_count).toBe(2)
  })

  test('keeps a deleted comment as an empty entry as long as it has replies', async () => {
    const { id } = await world.thread(world.asha)
    const top = await world.comment(world.ben, id, '<p>secret words</p>')
    const reply = await world.comment(world.asha, id, '<p>r</p>', top.id)
    expect((await world.call(world.ben, 'DELETE', `/comments/${top.id}/`)).status).toBe(204)
    const entry = (await readComments(id)).body.results[0]
    expect(entry).toMatchObject({ id: top.id, deleted: true, body: '', author: null, can_edit: false })
    expect(entry?.replies.map((each) => each.id)).toEqual([reply.id])
    expect(await readThread(id)).toMatchObject({ comments_count: 1, participants_count: 1 })
    expect(
      (await world.call(world.asha, 'POST', `/comments/${top.id}/vote/`, { vote_type: 'upvote' })).status,
    ).toBe(404)
    await world.call(world.asha, 'DELETE', `/comments/${reply.id}/`)
    expect((await readComments(id)).body).toMatchObject({ count: 0, results: [] })
    expect((await world.call<Comment>(world.asha, 'POST', `/comments/${reply.id}/restore/`)).body.body).toBe(
      '<p>r</p>',
    )
    expect((await readComments(id)).body.results[0]).toMatchObject({ id: top.id, deleted: true })
    expect((await world.call(world.asha, 'POST', `/comments/${top.id}/restore/`)).status).toBe(404)
    expect((await world.call(world.ben, 'POST', `/comments/${top.id}/restore/`)).status).toBe(200)
    expect(await readThread(id)).toMatchObject({ comments_count: 2, participants_count: 2 })
  })

  test('creates one comment for a repeated key or the same text', async () => {
    const { id } = await world.thread(world.asha)
    const body = { body: '<p>Thanks!</p>', parent: null, idempotency_key: randomUUID() }
    const replies = await Promise.all(
      [1, 2].map(() => world.call<Comment>(world.ben, 'POST', `/threads/${id}/comments/`, body)),
    )
    expect(replies.map((reply) => [reply.status, reply.body.id])).toEqual(
      [1, 2].map(() => [201, replies[0]?.body.id]),
    )
    const repeated = await world.call<ErrorReply>(world.ben, 'POST', `/threads/${id}/comments/`, {
      body: '<p>Thanks!</p>',
      parent: null,
    })
    expect([repeated.status, repeated.body.fields?.['body']?.[0]?.params]).toEqual([
      409,
      { id: replies[0]?.body.id },
    ])
    expect((await readThread(id)).comments_count).toBe(1)
  })

  test('answers 304 to an unchanged page, and the page after a comment or vote', async () => {
    const { id } = await world.thread(world.asha)
    const comment = await world.comment(world.ben, id)
    const tagOf = async () => String((await readComments(id)).headers['etag'])
    const poll = (etag: string) =>
      world.call(world.asha, 'GET', `/threads/${id}/comments/`, undefined, {
        headers: { 'if-none-match': etag },
      })
    const first = await tagOf()
    expect((await poll(first)).status).toBe(304)
    await world.call(world.ben, 'POST', `/comments/${comment.id}/vote/`, { vote_type: 'upvote' })
    expect((await poll(first)).status).toBe(200)
    const second = await tagOf()
    await world.comment(world.ben, id)
    expect((await poll(second)).status).toBe(200)
  })

  test("lets only the thread's author and moderators accept an answer", async () => {
    const { id } = await world.thread(world.asha)
    const [first, second] = [await world.comment(world.ben, id), await world.comment(world.ben, id)]
    const accept = (user: number, commentId: number, accepted: boolean) =>
      world.call<{ accepted_comment_id: number | null }>(user, 'POST', `/comments/${commentId}/accept/`, {
        accepted,
      })
    expect((await accept(world.ben, first.id, true)).status).toBe(403)
    expect((await accept(world.asha, first.id, true)).body).toEqual({ accepted_comment_id: first.id })
    expect((await accept(world.teacher, second.id, true)).body).toEqual({ accepted_comment_id: second.id })
    expect((await accept(world.asha, first.id, false)).body).toEqual({ accepted_comment_id: second.id })
    expect((await readComments(id)).body.results.map((comment) => comment.accepted)).toEqual([true, false])
    await world.call(world.ben, 'DELETE', `/comments/${second.id}/`)
    expect((await readThread(id)).accepted_comment_id).toBeNull()
  })

  test('answers 404 to everything below a deleted thread', async () => {
    const { id } = await world.thread(world.asha)
    const comment = await world.comment(world.ben, id)
    await world.call(world.asha, 'DELETE', `/threads/${id}/`)
    const replies = [
      await readComments(id),
      await world.call(world.ben, 'POST', `/threads/${id}/comments/`, { body: '<p>x</p>', parent: null }),
      await world.call(world.ben, 'PUT', `/comments/${comment.id}/`, { body: '<p>x</p>' }),
      await world.call(world.ben, 'POST', `/comments/${comment.id}/vote/`, { vote_type: 'upvote' }),
      await world.call(world.ben, 'POST', `/threads/${id}/bookmark/`),
    ]
    expect(replies.map((reply) => reply.status)).toEqual([404, 404, 404, 404, 404])
  })

  test('tells the total on full, partial and empty pages, with deleted comments', async () => {
    const thread = await world.thread(world.asha)
    const ids: number[] = []
    for (let index = 0; index < 4; index += 1) ids.push((await world.comment(world.ben, thread.id)).id)
    for (let index = 0; index < 3; index += 1)
      await world.comment(world.asha, thread.id, `<p>R ${index}</p>`, ids[1] ?? 0)
    await world.call(world.ben, 'DELETE', `/comments/${ids[1]}/`)
    await world.call(world.ben, 'DELETE', `/comments/${ids[2]}/`)
    const pageFacts = async (query: string) => {
      const { body } = await world.call<CommentsPage>(
        world.asha,
        'GET',
        `/threads/${thread.id}/comments/?${query}`,
      )
      return [body.count, body.results.length, body.next !== null]
    }
    expect(await pageFacts('')).toEqual([3, 3, false])
    expect(await pageFacts('page_size=3')).toEqual([3, 3, false])
    expect(await pageFacts('page_size=2')).toEqual([3, 2, true])
    expect(await pageFacts('page_size=2&page=2')).toEqual([3, 1, false])
    expect(await pageFacts('page_size=1&page=3')).toEqual([3, 1, false])
    expect(await pageFacts('page_size=2&page=3')).toEqual([3, 0, false])
    const empty = await world.thread(world.asha)
    expect(
      (await world.call<CommentsPage>(world.asha, 'GET', `/threads/${empty.id}/comments/`)).body.count,
    ).toBe(0)
  })
})

describe('names are not keys (B10)', () => {
  test('B10: refuses a namesake to edit, delete or accept', async () => {
    const namesake = await world.server.db
      .asSuperuser<{ id: number }>(
        `insert into app_user (client_id, email, email_key, username, username_key, full_name, role, time_zone, created_at)
         values (7, 'n@example.test', 'n@example.test', 'ASHA-RAO-7', 'namesake', 'Asha Rao', 'student', 'UTC', now() - interval '9 days')
         returning id`,
      )
      .then((rows) => rows[0]?.id ?? 0)
    const thread = await world.thread(world.asha)
    const comment = await world.comment(world.asha, thread.id)
    const attempts = [
      await world.call(namesake, 'PUT', `/threads/${thread.id}/`, {
        title: 'Mine',
        body: '<p>x</p>',
        tags: [],
      }),
      await world.call(namesake, 'DELETE', `/threads/${thread.id}/`),
      await world.call(namesake, 'PUT', `/comments/${comment.id}/`, { body: '<p>mine</p>' }),
      await world.call(namesake, 'DELETE', `/comments/${comment.id}/`),
      await world.call(namesake, 'POST', `/comments/${comment.id}/accept/`, { accepted: true }),
    ]
    expect(attempts.map((reply) => reply.status)).toEqual([403, 403, 403, 403, 403])
    expect((await world.call<Thread>(namesake, 'GET', `/threads/${thread.id}/`)).body.can_edit).toBe(false)
    expect(await readThread(thread.id)).toMatchObject({ title: thread.title, edited_at: null })
    // Control: the app's rule for showing its buttons (name or username, spec 6) would let this namesake in.
    const namesakeAuthor = (await world.thread(namesake)).author
    const byName =
      namesakeAuthor.name === thread.author.name || namesakeAuthor.user_name === thread.author.user_name
    expect(byName).toBe(true)
    expect((await world.call(world.teacher, 'DELETE', `/comments/${comment.id}/`)).status).toBe(204)
  })

  test('answers 404 to ids of another client', async () => {
    const thread = await world.thread(world.asha)
    const comment = await world.comment(world.asha, thread.id)
    const admin = await addPerson(world.server.db, {
      clientId: OTHER_CLIENT,
      name: 'Adam Admin',
      role: 'admin',
    })
    const callAsAdmin = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
      world.call(admin, method, path, body, { clientId: OTHER_CLIENT })
    const replies = [
      await callAsAdmin('GET', `/threads/${thread.id}/`),
      await callAsAdmin('PUT', `/threads/${thread.id}/`, { title: 'T', body: '<p>x</p>', tags: [] }),
      await callAsAdmin('DELETE', `/threads/${thread.id}/`),
      await callAsAdmin('POST', `/threads/${thread.id}/vote/`, { vote_type: 'upvote' }),
      await callAsAdmin('POST', `/threads/${thread.id}/comments/`, { body: '<p>x</p>', parent: null }),
      await callAsAdmin('DELETE', `/comments/${comment.id}/`),
      await callAsAdmin('GET', `/history/comment/${comment.id}/`),
      await callAsAdmin('POST', '/reports/', {
        subject_type: 'thread',
        subject_id: thread.id,
        reason: 'spam',
      }),
    ]
    expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => 404))
  })
})

describe('reports', () => {
  test('lists three reports of one comment as one row and settles all by removing it', async () => {
    const thread = await world.thread(world.asha)
    const comment = await world.comment(
      world.ben,
      thread.id,
      `<p>Buy <b>now</b></p><p>${'all of my notes '.repeat(20)}</p>`,
    )
    const report = (user: number, reason: string) =>
      world.call(user, 'POST', '/reports/', {
        subject_type: 'comment',
        subject_id: comment.id,
        reason,
        note: 'see',
      })
    for (const user of [world.asha, world.asha, world.teacher])
      expect((await report(user, 'spam')).status).toBe(201)
    const queue = () =>
      world.call<{ count: number; results: { id: number }[] }>(world.teacher, 'GET', '/reports/')
    const open = (await queue()).body
    expect(open).toMatchObject({
      count: 1,
      results: [
        {
          subject_type: 'comment',
          subject_id: comment.id,
          thread_id: thread.id,
          title: thread.title,
          // Whole words, with an ellipsis for the rest.
          excerpt: `Buy now ${'all of my notes '.repeat(20)}`.slice(0, 197).replace(/\s\S*$/, '…'),
          reason: 'spam',
          note: 'see',
          reports: 2,
        },
      ],
    })
    expect((await world.call(world.asha, 'GET', '/reports/')).status).toBe(403)
    const decide = () =>
      world.call(world.teacher, 'POST', `/reports/${open.results[0]?.id}/settle/`, {
        decision: 'remove',
        reason: 'Advertising',
      })
    expect((await decide()).status).toBe(200)
    expect((await decide()).status).toBe(409)
    expect((await queue()).body.count).toBe(0)
    expect((await readComments(thread.id)).body.count).toBe(0)
  })

  test('keeps the thread when the report is dismissed', async () => {
    const thread = await world.thread(world.asha)
    await world.call(world.ben, 'POST', '/reports/', {
      subject_type: 'thread',
      subject_id: thread.id,
      reason: 'off_topic',
    })
    const [row] = (await world.call<{ results: { id: number }[] }>(world.teacher, 'GET', '/reports/')).body
      .results
    await world.call(world.teacher, 'POST', `/reports/${row?.id}/settle/`, {
      decision: 'keep',
      reason: 'On topic',
    })
    expect((await readThread(thread.id)).id).toBe(thread.id)
  })
})
