import { afterEach, describe, expect, test } from 'vitest'
import { ENDPOINT_LIMITS } from '#server/core/http/limit.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { CLIENT, startWorld, type ErrorReply, type World } from './world.ts'

let world: World
afterEach(() => world.server.close())

const post = (user: number, at: number) =>
  world.call<ErrorReply>(user, 'POST', '/threads/', { title: `Thread ${at}`, body: `<p>${at}</p>`, tags: [] })
const statuses = async (count: number, send: (at: number) => Promise<{ status: number }>) => {
  const seen: number[] = []
  for (let at = 0; at < count; at += 1) seen.push((await send(at)).status)
  return seen
}

describe('limits of the forum', () => {
  test('given an account of today, when it posts, then three threads and ten comments an hour pass, and 429 says when the next will', async () => {
    world = await startWorld({ RATE_LIMITS: '1' })
    const newcomer = await addPerson(world.server.db, { clientId: CLIENT, name: 'Nia Newcomer' })
    expect(await statuses(4, (at) => post(newcomer, at))).toEqual([201, 201, 201, 429])
    world.server.clock.advance(30 * 60_000)
    expect((await post(newcomer, 9)).body.retry_after).toBe(30 * 60)
    const { id } = await world.thread(world.asha)
    const comment = (at: number) =>
      world.call(newcomer, 'POST', `/threads/${id}/comments/`, { body: `<p>${at}</p>`, parent: null })
    expect(await statuses(11, comment)).toEqual([...Array<number>(10).fill(201), 429])
    world.server.clock.advance(31 * 60_000)
    expect((await post(newcomer, 10)).status).toBe(201)
  })

  test('given a member of long standing, when posting and voting, then ten threads an hour and 120 votes a minute pass', async () => {
    world = await startWorld({ RATE_LIMITS: '1' })
    expect(await statuses(11, (at) => post(world.asha, at))).toEqual([...Array<number>(10).fill(201), 429])
    const { id } = await world.thread(world.ben)
    const comment = await world.comment(world.ben, id)
    const vote = (at: number) =>
      world.call(world.ben, 'POST', at % 2 ? `/comments/${comment.id}/vote/` : `/threads/${id}/vote/`, {
        vote_type: 'upvote',
      })
    expect((await statuses(121, vote)).filter((status) => status === 200)).toHaveLength(120)
    world.server.clock.advance(60_000)
    expect((await vote(1)).status).toBe(200)
  })

  test('given the table of limits, when read, then it is what TRUST §8.6 says', async () => {
    world = await startWorld({ RATE_LIMITS: 'off' })
    expect(ENDPOINT_LIMITS['community.createThread']).toEqual({ requests: 10, windowMs: 3_600_000 })
    expect(ENDPOINT_LIMITS['community.createComment']).toEqual({ requests: 60, windowMs: 3_600_000 })
    expect(ENDPOINT_LIMITS['community.createTag']).toEqual({ requests: 20, windowMs: 86_400_000 })
    // Switched off (as tests and benches do), none of them counts.
    const newcomer = await addPerson(world.server.db, { clientId: CLIENT, name: 'Nia Newcomer' })
    expect(await statuses(5, (at) => post(newcomer, at))).toEqual([201, 201, 201, 201, 201])
  })
})
