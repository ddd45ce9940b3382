import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getThread, listComments, listThreads } from '#contract/community/community.ts'
import { CLIENT, startWorld, type ThreadsPage, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.server.close())

const ids = async (query: string, user: number) => {
  const { body } = await world.call<ThreadsPage>(user, 'GET', `/threads/?${query}`)
  expect(body.count).toBe(body.results.length)
  return body.results.map(({ id }) => id)
}

describe('own and unanswered threads', () => {
  test('filters by each criterion and by combinations, in every order', async () => {
    const tag = await world.tag('mixed')
    const bensThreads = [await world.thread(world.ben, { tags: [tag] }), await world.thread(world.ben)]
    const ashasThreads = [await world.thread(world.asha, { tags: [tag] }), await world.thread(world.asha)]
    const [first, second] = bensThreads.map(({ id }) => id)
    const [third, fourth] = ashasThreads.map(({ id }) => id)
    await world.call(world.asha, 'POST', `/threads/${first}/vote/`, { vote_type: 'upvote' })
    const answer = await world.comment(world.asha, second ?? 0)
    await world.comment(world.ben, third ?? 0)
    expect(await ids('mine=true', world.ben)).toEqual([second, first])
    expect(await ids('mine=true&ordering=votes', world.ben)).toEqual([first, second])
    expect(await ids('mine=true&ordering=active', world.ben)).toEqual([second, first])
    expect(await ids('unanswered=true', world.ben)).toEqual([fourth, first])
    expect(await ids('unanswered=true&ordering=votes', world.ben)).toEqual([first, fourth])
    expect(await ids('unanswered=true&mine=true', world.ben)).toEqual([first])
    expect(await ids('unanswered=true&tag=mixed', world.ben)).toEqual([first])
    expect(await ids('mine=true&tag=mixed', world.asha)).toEqual([third])
    await world.call(world.ben, 'POST', `/threads/${fourth}/bookmark/`)
    expect(await ids('bookmarked=true&unanswered=true', world.ben)).toEqual([fourth])
    expect(await ids('bookmarked=true&mine=true', world.ben)).toEqual([])
    await world.call(world.asha, 'DELETE', `/comments/${answer.id}/`)
    expect(await ids('unanswered=true&mine=true', world.ben)).toEqual([second, first])
    await world.call(world.ben, 'DELETE', `/threads/${second}/`)
    expect(await ids('mine=true', world.ben)).toEqual([first])
  })

  test('answers 422 to an unknown filter value', async () => {
    for (const query of ['ordering=oldest', 'mine=yes', 'unanswered=1'])
      expect((await world.call(world.ben, 'GET', `/threads/?${query}`)).status).toBe(422)
  })

  test('pages through 31 own threads without duplicates and keeps the filter in links', async () => {
    const kim = await world.person('Kim Many')
    const created: number[] = []
    for (let index = 0; index < 31; index += 1) created.push((await world.thread(kim)).id)
    const listed: number[] = []
    let path: string | null = '/threads/?mine=true&unanswered=true'
    while (path !== null) {
      const { body }: { body: ThreadsPage } = await world.call<ThreadsPage>(kim, 'GET', path)
      listed.push(...body.results.map(({ id }) => id))
      path = body.next?.replace(`/community-forum/api/clients/${CLIENT}`, '') ?? null
    }
    expect(listed).toEqual(created.toReversed())
  })
})

describe('pre-serialized responses', () => {
  /** The body, and what the contract would make of it; undefined when the response violates it. */
  const readChecked = async (path: string, schema: { safeParse: (body: unknown) => { data?: unknown } }) => {
    const { status, body } = await world.call(world.ben, 'GET', path)
    expect(status).toBe(200)
    return { body, byContract: schema.safeParse(body).data }
  }

  test('matches the contract for threads and comments with all features', async () => {
    const tag = await world.tag('whole')
    const thread = await world.thread(world.asha, { tags: [tag], body: '<p>@ben-okoro-7 <em>x</em></p>' })
    const comment = await world.comment(world.ben, thread.id, '<p>@asha-rao-7</p>')
    await world.comment(world.teacher, thread.id, '<p>reply</p>', comment.id)
    const deleted = await world.comment(world.teacher, thread.id)
    await world.comment(world.ben, thread.id, '<p>under it</p>', deleted.id)
    await world.call(world.teacher, 'DELETE', `/comments/${deleted.id}/`)
    await world.call(world.asha, 'POST', `/comments/${comment.id}/accept/`, { accepted: true })
    await world.call(world.ben, 'POST', `/threads/${thread.id}/vote/`, { vote_type: 'downvote' })
    await world.call(world.asha, 'PUT', `/comments/${comment.id}/`, { body: '<p>no</p>' })
    await world.call(world.ben, 'PUT', `/comments/${comment.id}/`, { body: '<p>edited</p>' })
    for (const [path, spec] of [
      ['/threads/', listThreads],
      ['/threads/?search=nothing-like-it', listThreads],
      ['/threads/?ordering=votes&page_size=2', listThreads],
      [`/threads/${thread.id}/`, getThread],
      [`/threads/${thread.id}/comments/`, listComments],
    ] as const) {
      const { body, byContract } = await readChecked(path, spec.response)
      expect(byContract).toEqual(body)
    }
  })

  test('control: finds a response with a column too many', () => {
    const body = { count: 0, next: null, previous: null, results: [], client_id: 7 }
    expect(listThreads.response.safeParse(body).data).not.toEqual(body)
  })

  test('answers 304 to an unchanged page and 200 after a vote', async () => {
    const thread = await world.thread(world.asha)
    for (const path of ['/threads/', `/threads/${thread.id}/`]) {
      const etag = String((await world.call(world.ben, 'GET', path)).headers['etag'])
      const poll = () => world.call(world.ben, 'GET', path, undefined, { headers: { 'if-none-match': etag } })
      expect((await poll()).status).toBe(304)
      await world.call(world.asha, 'POST', `/threads/${thread.id}/vote/`, { vote_type: 'upvote' })
      expect((await poll()).status).toBe(200)
    }
  })
})
