/** G2: counters equal rows and each user has one vote, under any concurrency. */
import fc from '#tests/support/property.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWorld, type World } from './world.ts'

let world: World
let people: number[]
beforeAll(async () => {
  world = await startWorld()
  people = [
    world.asha,
    world.ben,
    world.teacher,
    ...(await Promise.all(['Cleo', 'Dan', 'Eve'].map((name) => world.person(name)))),
  ]
})
afterAll(() => world.server.close())

/** Every counter that differs from the rows it counts, with table, row and counter. */
const differences = () =>
  world.rows<{ what: string }>(`
    select 'thread ' || t.id || ' votes' as what from forum_thread t where
      upvotes <> (select count(*) from forum_thread_vote v where v.thread_id = t.id and value = 1) or
      downvotes <> (select count(*) from forum_thread_vote v where v.thread_id = t.id and value = -1)
    union all select 'thread ' || t.id || ' bookmarks' from forum_thread t where
      bookmarks_count <> (select count(*) from forum_bookmark b where b.thread_id = t.id)
    union all select 'thread ' || t.id || ' comments' from forum_thread t where
      comments_count <> (select count(*) from forum_comment c where c.thread_id = t.id and c.deleted_at is null)
    union all select 'thread ' || t.id || ' participants' from forum_thread t where
      participants_count <> (select count(*) from (select t.author_id union
        select c.author_id from forum_comment c where c.thread_id = t.id and c.deleted_at is null) w)
      or cardinality(participant_ids) <> least(8, participants_count)
    union all select 'comment ' || k.id || ' votes' from forum_comment k where
      upvotes <> (select count(*) from forum_comment_vote v where v.comment_id = k.id and value = 1) or
      downvotes <> (select count(*) from forum_comment_vote v where v.comment_id = k.id and value = -1)
    union all select 'comment ' || k.id || ' replies' from forum_comment k where
      live_replies <> (select count(*) from forum_comment r where r.parent_id = k.id and r.deleted_at is null)
    union all select 'tag ' || g.id from forum_tag g where
      threads_count <> (select count(*) from forum_thread t where g.id = any (t.tag_ids) and t.deleted_at is null) or
      threads_count <> (select count(*) from forum_thread_tag x where x.tag_id = g.id)
    union all select 'stats' from forum_stats s where
      threads <> (select count(*) from forum_thread t where t.client_id = s.client_id and t.deleted_at is null)`)

/** Number of operations: 10,000 with FORUM_OPERATIONS=10000, a smaller series by default. */
const OPERATIONS = Number(process.env['FORUM_OPERATIONS'] ?? 1_000)
const CONCURRENT = 6

describe('counters (G2)', () => {
  test('G2: keeps counters equal to rows through thousands of concurrent operations', async () => {
    const tags = [await world.tag('one'), await world.tag('two'), await world.tag('three')]
    const threads: number[] = []
    for (let index = 0; index < 4; index += 1)
      threads.push((await world.thread(world.asha, { tags: [tags[index % 3] ?? 0] })).id)
    const comments: number[] = []
    for (const id of threads)
      for (let index = 0; index < 3; index += 1) comments.push((await world.comment(world.ben, id)).id)
    const statuses = new Map<number, number>()
    const step = async (kind: number, userIndex: number, targetIndex: number, up: boolean) => {
      const user = people[userIndex % people.length] ?? world.asha
      const thread = threads[targetIndex % threads.length]
      const comment = comments[targetIndex % comments.length]
      const vote = { vote_type: up ? 'upvote' : 'downvote' }
      const reply = await [
        () => world.call(user, 'POST', `/threads/${thread}/vote/`, vote),
        () => world.call(user, 'POST', `/comments/${comment}/vote/`, vote),
        () =>
          world.call(user, up ? 'POST' : 'DELETE', `/threads/${thread}/${up ? 'bookmark' : 'bookmarks'}/`),
        () =>
          world.call<{ id: number }>(user, 'POST', `/threads/${thread}/comments/`, {
            body: `<p>${kind}-${userIndex}-${targetIndex}-${Math.random()}</p>`,
            parent: null,
          }),
        () =>
          world.call<{ id: number }>(
            user,
            'POST',
            `/threads/${threads[Math.floor(comments.indexOf(comment ?? 0) / 3)]}/comments/`,
            { body: `<p>r${Math.random()}</p>`, parent: comment },
          ),
        () => world.call(world.teacher, 'DELETE', `/comments/${comment}/`),
        () => world.call(world.teacher, 'POST', `/comments/${comment}/restore/`),
        () => world.call(world.teacher, up ? 'POST' : 'DELETE', `/threads/${thread}/${up ? 'restore/' : ''}`),
        () =>
          world.call(world.teacher, 'PUT', `/threads/${thread}/`, {
            title: 'T',
            body: '<p>x</p>',
            tags: up ? tags : [tags[userIndex % 3]],
          }),
      ][kind % 9]!()
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
    }
    const plan = fc.sample(fc.tuple(fc.nat(8), fc.nat(50), fc.nat(50), fc.boolean()), {
      numRuns: OPERATIONS,
      seed: 20261121,
    })
    for (let index = 0; index < plan.length; index += CONCURRENT)
      await Promise.all(plan.slice(index, index + CONCURRENT).map((each) => step(...each)))
    expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([])
    expect([...statuses.values()].reduce((sum, n) => sum + n, 0)).toBe(OPERATIONS)
    expect(await differences()).toEqual([])
  }, 600_000)

  test('G2: stores one vote or none after a hundred concurrent toggles of one user', async () => {
    const { id } = await world.thread(world.asha)
    const comment = await world.comment(world.asha, id)
    for (const path of [`/threads/${id}/vote/`, `/comments/${comment.id}/vote/`]) {
      const replies = await Promise.all(
        Array.from({ length: 101 }, () => world.call(world.ben, 'POST', path, { vote_type: 'upvote' })),
      )
      expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]))
    }
    await Promise.all(
      Array.from({ length: 50 }, () => world.call(world.ben, 'POST', `/threads/${id}/bookmark/`)),
    )
    // After an odd number of toggles the vote exists.
    expect(
      await world.rows(
        `select upvotes, downvotes, bookmarks_count, (select upvotes from forum_comment where id = $2) as comment_up
         from forum_thread where id = $1`,
        [id, comment.id],
      ),
    ).toEqual([{ upvotes: 1, downvotes: 0, bookmarks_count: 1, comment_up: 1 }])
    expect(await differences()).toEqual([])
  })

  test('moves an upvote when voted down and removes it when repeated', async () => {
    const { id } = await world.thread(world.asha)
    const vote = async (vote_type: string) =>
      (await world.call(world.ben, 'POST', `/threads/${id}/vote/`, { vote_type })).body
    expect(await vote('upvote')).toEqual({ upvotes: 1, downvotes: 0, my_vote: 'upvote' })
    expect(await vote('downvote')).toEqual({ upvotes: 0, downvotes: 1, my_vote: 'downvote' })
    expect(await vote('downvote')).toEqual({ upvotes: 0, downvotes: 0, my_vote: null })
  })

  test('control: finds counters that differ after votes without the lock', async () => {
    const { id } = await world.thread(world.asha)
    // Everybody reads before anybody writes, as without a lock.
    const read = await Promise.all(
      people.map(() =>
        world.rows<{ upvotes: number }>('select upvotes from forum_thread where id = $1', [id]),
      ),
    )
    for (const [index, user] of people.entries()) {
      await world.rows(
        'insert into forum_thread_vote (client_id, thread_id, user_id, value) values (7, $1, $2, 1)',
        [id, user],
      )
      const before = read[index]?.[0]?.upvotes ?? 0
      await world.rows('update forum_thread set upvotes = $2 where id = $1', [id, before + 1])
    }
    expect(await differences()).toEqual([{ what: `thread ${id} votes` }])
  })
})
