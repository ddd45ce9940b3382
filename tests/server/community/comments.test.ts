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

const page = (threadId: number, query = '', user = world.asha) =>
  world.call<CommentsPage>(user, 'GET', `/threads/${threadId}/comments/${query}`)
const threadNow = async (id: number) => (await world.call<Thread>(world.asha, 'GET', `/threads/${id}/`)).body

describe('comments', () => {
  test('given comments and replies, when read, then both are newest first, and paged by top-level comments', async () => {
    const { id } = await world.thread(world.asha)
    const tops: Comment[] = []
    for (let at = 0; at < 12; at += 1) tops.push(await world.comment(world.ben, id))
    const first = tops[0]?.id ?? 0
    const replies = [
      await world.comment(world.asha, id, '<p>a</p>', first),
      await world.comment(world.ben, id, '<p>b</p>', first),
    ]
    const one = (await page(id)).body
    expect([one.count, one.results.length, one.next !== null, one.previous]).toEqual([12, 10, true, null])
    const two = (await page(id, '?page=2')).body
    expect([...one.results, ...two.results].map((comment) => comment.id)).toEqual(
      tops.map((top) => top.id).toReversed(),
    )
    expect(two.results.at(-1)?.replies).toMatchObject(
      replies.toReversed().map((reply) => ({ id: reply.id, parent: first, replies: [] })),
    )
    expect((await threadNow(id)).comments_count).toBe(14)
  })

  test('given a reply, a comment of another thread or a deleted one, when replied to, then 422', async () => {
    const [here, there] = [await world.thread(world.asha), await world.thread(world.asha)]
    const top = await world.comment(world.asha, here.id)
    const reply = await world.comment(world.ben, here.id, '<p>r</p>', top.id)
    const elsewhere = await world.comment(world.asha, there.id)
    const gone = await world.comment(world.asha, here.id)
    await world.call(world.asha, 'DELETE', `/comments/${gone.id}/`)
    for (const parent of [reply.id, elsewhere.id, gone.id, 1_999_999_999]) {
      const answer = await world.call<ErrorReply>(world.ben, 'POST', `/threads/${here.id}/comments/`, {
        body: '<p>x</p>',
        parent,
      })
      expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, ['parent']])
    }
    expect((await threadNow(here.id)).comments_count).toBe(2)
  })

  test('given a comment with replies, when deleted, then a deleted line without words or author keeps them; the last reply takes the line with it', async () => {
    const { id } = await world.thread(world.asha)
    const top = await world.comment(world.ben, id, '<p>secret words</p>')
    const reply = await world.comment(world.asha, id, '<p>r</p>', top.id)
    expect((await world.call(world.ben, 'DELETE', `/comments/${top.id}/`)).status).toBe(204)
    const line = (await page(id)).body.results[0]
    expect(line).toMatchObject({ id: top.id, deleted: true, body: '', author: null, can_edit: false })
    expect(line?.replies.map((each) => each.id)).toEqual([reply.id])
    expect(await threadNow(id)).toMatchObject({ comments_count: 1, participants_count: 1 })
    expect(
      (await world.call(world.asha, 'POST', `/comments/${top.id}/vote/`, { vote_type: 'upvote' })).status,
    ).toBe(404)
    await world.call(world.asha, 'DELETE', `/comments/${reply.id}/`)
    expect((await page(id)).body).toMatchObject({ count: 0, results: [] })
    expect((await world.call<Comment>(world.asha, 'POST', `/comments/${reply.id}/restore/`)).body.body).toBe(
      '<p>r</p>',
    )
    expect((await page(id)).body.results[0]).toMatchObject({ id: top.id, deleted: true })
    expect((await world.call(world.asha, 'POST', `/comments/${top.id}/restore/`)).status).toBe(404)
    expect((await world.call(world.ben, 'POST', `/comments/${top.id}/restore/`)).status).toBe(200)
    expect(await threadNow(id)).toMatchObject({ comments_count: 2, participants_count: 2 })
  })

  test('given an idempotency key or the same words, when sent twice, then there is one comment', async () => {
    const { id } = await world.thread(world.asha)
    const body = { body: '<p>Thanks!</p>', parent: null, idempotency_key: randomUUID() }
    const twice = await Promise.all(
      [1, 2].map(() => world.call<Comment>(world.ben, 'POST', `/threads/${id}/comments/`, body)),
    )
    expect(twice.map((reply) => [reply.status, reply.body.id])).toEqual(
      [1, 2].map(() => [201, twice[0]?.body.id]),
    )
    const again = await world.call<ErrorReply>(world.ben, 'POST', `/threads/${id}/comments/`, {
      body: '<p>Thanks!</p>',
      parent: null,
    })
    expect([again.status, again.body.fields?.['body']?.[0]?.params]).toEqual([409, { id: twice[0]?.body.id }])
    expect((await threadNow(id)).comments_count).toBe(1)
  })

  test('given an unchanged page, when asked again with its tag, then 304; a new comment or vote changes it', async () => {
    const { id } = await world.thread(world.asha)
    const comment = await world.comment(world.ben, id)
    const tagOf = async () => String((await page(id)).headers['etag'])
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

  test('given an answer, when its thread’s author accepts it, then it says so until unmarked or deleted; others may not', async () => {
    const { id } = await world.thread(world.asha)
    const [one, two] = [await world.comment(world.ben, id), await world.comment(world.ben, id)]
    const accept = (user: number, commentId: number, accepted: boolean) =>
      world.call<{ accepted_comment_id: number | null }>(user, 'POST', `/comments/${commentId}/accept/`, {
        accepted,
      })
    expect((await accept(world.ben, one.id, true)).status).toBe(403)
    expect((await accept(world.asha, one.id, true)).body).toEqual({ accepted_comment_id: one.id })
    expect((await accept(world.teacher, two.id, true)).body).toEqual({ accepted_comment_id: two.id })
    expect((await accept(world.asha, one.id, false)).body).toEqual({ accepted_comment_id: two.id })
    expect((await page(id)).body.results.map((comment) => comment.accepted)).toEqual([true, false])
    await world.call(world.ben, 'DELETE', `/comments/${two.id}/`)
    expect((await threadNow(id)).accepted_comment_id).toBeNull()
  })

  test('given a deleted thread, when anything below it is asked for, then it is not there', async () => {
    const { id } = await world.thread(world.asha)
    const comment = await world.comment(world.ben, id)
    await world.call(world.asha, 'DELETE', `/threads/${id}/`)
    const replies = [
      await page(id),
      await world.call(world.ben, 'POST', `/threads/${id}/comments/`, { body: '<p>x</p>', parent: null }),
      await world.call(world.ben, 'PUT', `/comments/${comment.id}/`, { body: '<p>x</p>' }),
      await world.call(world.ben, 'POST', `/comments/${comment.id}/vote/`, { vote_type: 'upvote' }),
      await world.call(world.ben, 'POST', `/threads/${id}/bookmark/`),
    ]
    expect(replies.map((reply) => reply.status)).toEqual([404, 404, 404, 404, 404])
  })

  test('given a deleted comment with replies among others, when pages are full, have room or lie beyond the end, then each says how many there are', async () => {
    const thread = await world.thread(world.asha)
    const ids: number[] = []
    for (let at = 0; at < 4; at += 1) ids.push((await world.comment(world.ben, thread.id)).id)
    for (let at = 0; at < 3; at += 1)
      await world.comment(world.asha, thread.id, `<p>R ${at}</p>`, ids[1] ?? 0)
    await world.call(world.ben, 'DELETE', `/comments/${ids[1]}/`)
    await world.call(world.ben, 'DELETE', `/comments/${ids[2]}/`)
    const told = async (query: string) => {
      const { body } = await world.call<CommentsPage>(
        world.asha,
        'GET',
        `/threads/${thread.id}/comments/?${query}`,
      )
      return [body.count, body.results.length, body.next !== null]
    }
    expect(await told('')).toEqual([3, 3, false])
    expect(await told('page_size=3')).toEqual([3, 3, false])
    expect(await told('page_size=2')).toEqual([3, 2, true])
    expect(await told('page_size=2&page=2')).toEqual([3, 1, false])
    expect(await told('page_size=1&page=3')).toEqual([3, 1, false])
    expect(await told('page_size=2&page=3')).toEqual([3, 0, false])
    const empty = await world.thread(world.asha)
    expect(
      (await world.call<CommentsPage>(world.asha, 'GET', `/threads/${empty.id}/comments/`)).body.count,
    ).toBe(0)
  })
})

describe('B10: names are not keys', () => {
  test('given a namesake with the same full name, when editing, deleting or accepting, then 403 every time', async () => {
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
    expect(await threadNow(thread.id)).toMatchObject({ title: thread.title, edited_at: null })
    // The control: the app's rule for showing its buttons (name or username, spec §6) would let this namesake in.
    const own = (await world.thread(namesake)).author
    const byName = own.name === thread.author.name || own.user_name === thread.author.user_name
    expect(byName).toBe(true)
    expect((await world.call(world.teacher, 'DELETE', `/comments/${comment.id}/`)).status).toBe(204)
  })

  test('given ids of another client, when used in every way, then they are not there', async () => {
    const mine = await world.thread(world.asha)
    const comment = await world.comment(world.asha, mine.id)
    const admin = await addPerson(world.server.db, {
      clientId: OTHER_CLIENT,
      name: 'Adam Admin',
      role: 'admin',
    })
    const at = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
      world.call(admin, method, path, body, { clientId: OTHER_CLIENT })
    const replies = [
      await at('GET', `/threads/${mine.id}/`),
      await at('PUT', `/threads/${mine.id}/`, { title: 'T', body: '<p>x</p>', tags: [] }),
      await at('DELETE', `/threads/${mine.id}/`),
      await at('POST', `/threads/${mine.id}/vote/`, { vote_type: 'upvote' }),
      await at('POST', `/threads/${mine.id}/comments/`, { body: '<p>x</p>', parent: null }),
      await at('DELETE', `/comments/${comment.id}/`),
      await at('GET', `/history/comment/${comment.id}/`),
      await at('POST', '/reports/', { subject_type: 'thread', subject_id: mine.id, reason: 'spam' }),
    ]
    expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => 404))
  })
})

describe('reports', () => {
  test('given three reports of one comment by two people, when the queue is read, then it is one line; removing settles it', async () => {
    const thread = await world.thread(world.asha)
    const comment = await world.comment(
      world.ben,
      thread.id,
      `<p>Buy <b>now</b></p><p>${'all of my notes '.repeat(20)}</p>`,
    )
    const tell = (user: number, reason: string) =>
      world.call(user, 'POST', '/reports/', {
        subject_type: 'comment',
        subject_id: comment.id,
        reason,
        note: 'see',
      })
    for (const user of [world.asha, world.asha, world.teacher])
      expect((await tell(user, 'spam')).status).toBe(201)
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
          // Whole words, and a sign that there is more.
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
    expect((await page(thread.id)).body.count).toBe(0)
  })

  test('given a report that is kept, when settled, then the thread stays', async () => {
    const thread = await world.thread(world.asha)
    await world.call(world.ben, 'POST', '/reports/', {
      subject_type: 'thread',
      subject_id: thread.id,
      reason: 'off_topic',
    })
    const [line] = (await world.call<{ results: { id: number }[] }>(world.teacher, 'GET', '/reports/')).body
      .results
    await world.call(world.teacher, 'POST', `/reports/${line?.id}/settle/`, {
      decision: 'keep',
      reason: 'On topic',
    })
    expect((await threadNow(thread.id)).id).toBe(thread.id)
  })
})
