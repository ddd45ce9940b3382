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
  test('given threads of several people, some answered, when filtered, then filters hold alone and together, in every order', async () => {
    const tag = await world.tag('mixed')
    const mine = [await world.thread(world.ben, { tags: [tag] }), await world.thread(world.ben)]
    const others = [await world.thread(world.asha, { tags: [tag] }), await world.thread(world.asha)]
    const [first, second] = mine.map(({ id }) => id)
    const [third, fourth] = others.map(({ id }) => id)
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

  test('given a filter that does not exist, when asked, then 422 names it', async () => {
    for (const query of ['ordering=oldest', 'mine=yes', 'unanswered=1'])
      expect((await world.call(world.ben, 'GET', `/threads/?${query}`)).status).toBe(422)
  })

  test('given 31 own threads, when paged, then each stands there once and the links keep the filter', async () => {
    const kim = await world.person('Kim Many')
    const made: number[] = []
    for (let at = 0; at < 31; at += 1) made.push((await world.thread(kim)).id)
    const seen: number[] = []
    let path: string | null = '/threads/?mine=true&unanswered=true'
    while (path !== null) {
      const { body }: { body: ThreadsPage } = await world.call<ThreadsPage>(kim, 'GET', path)
      seen.push(...body.results.map(({ id }) => id))
      path = body.next?.replace(`/community-forum/api/clients/${CLIENT}`, '') ?? null
    }
    expect(seen).toEqual(made.toReversed())
  })
})

describe('answers that are written once', () => {
  /** What the contract would have changed; undefined when the answer breaks it. */
  const checked = async (path: string, schema: { safeParse: (body: unknown) => { data?: unknown } }) => {
    const { status, body } = await world.call(world.ben, 'GET', path)
    expect(status).toBe(200)
    return { body, byContract: schema.safeParse(body).data }
  }

  test('given threads and comments with everything, when read, then the contract would have let out the same', async () => {
    const tag = await world.tag('whole')
    const thread = await world.thread(world.asha, { tags: [tag], body: '<p>@ben-okoro-7 <em>x</em></p>' })
    const comment = await world.comment(world.ben, thread.id, '<p>@asha-rao-7</p>')
    await world.comment(world.teacher, thread.id, '<p>reply</p>', comment.id)
    const gone = await world.comment(world.teacher, thread.id)
    await world.comment(world.ben, thread.id, '<p>under it</p>', gone.id)
    await world.call(world.teacher, 'DELETE', `/comments/${gone.id}/`)
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
      const { body, byContract } = await checked(path, spec.response)
      expect(byContract).toEqual(body)
    }
  })

  test('the control: given a column too many, when checked, then the contract takes it out and the difference shows', () => {
    const body = { count: 0, next: null, previous: null, results: [], client_id: 7 }
    expect(listThreads.response.safeParse(body).data).not.toEqual(body)
  })

  test('given nothing new, when asked again with the tag, then an empty 304; after a vote the page again', async () => {
    const thread = await world.thread(world.asha)
    for (const path of ['/threads/', `/threads/${thread.id}/`]) {
      const etag = String((await world.call(world.ben, 'GET', path)).headers['etag'])
      const again = () =>
        world.call(world.ben, 'GET', path, undefined, { headers: { 'if-none-match': etag } })
      expect((await again()).status).toBe(304)
      await world.call(world.asha, 'POST', `/threads/${thread.id}/vote/`, { vote_type: 'upvote' })
      expect((await again()).status).toBe(200)
    }
  })
})
