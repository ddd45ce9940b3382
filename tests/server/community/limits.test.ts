import { afterEach, describe, expect, test } from 'vitest'
import { ENDPOINT_LIMITS } from '#server/core/http/limit.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { CLIENT, startWorld, type ErrorReply, type World } from './world.ts'

let world: World
afterEach(() => world.server.close())

const post = (user: number, index: number) =>
  world.call<ErrorReply>(user, 'POST', '/threads/', {
    title: `Thread ${index}`,
    body: `<p>${index}</p>`,
    tags: [],
  })
const statuses = async (count: number, send: (index: number) => Promise<{ status: number }>) => {
  const statuses: number[] = []
  for (let index = 0; index < count; index += 1) statuses.push((await send(index)).status)
  return statuses
}

describe('forum limits', () => {
  test('allows newcomers three threads and ten comments an hour and says when to retry', async () => {
    world = await startWorld({ RATE_LIMITS: '1' })
    const newcomer = await addPerson(world.server.db, { clientId: CLIENT, name: 'Nia Newcomer' })
    expect(await statuses(4, (at) => post(newcomer, at))).toEqual([201, 201, 201, 429])
    world.server.clock.advance(30 * 60_000)
    expect((await post(newcomer, 9)).body.retry_after).toBe(30 * 60)
    const { id } = await world.thread(world.asha)
    const comment = (index: number) =>
      world.call(newcomer, 'POST', `/threads/${id}/comments/`, { body: `<p>${index}</p>`, parent: null })
    expect(await statuses(11, comment)).toEqual([...Array<number>(10).fill(201), 429])
    world.server.clock.advance(31 * 60_000)
    expect((await post(newcomer, 10)).status).toBe(201)
  })

  test('allows long-standing members ten threads an hour and 120 votes a minute', async () => {
    world = await startWorld({ RATE_LIMITS: '1' })
    expect(await statuses(11, (at) => post(world.asha, at))).toEqual([...Array<number>(10).fill(201), 429])
    const { id } = await world.thread(world.ben)
    const comment = await world.comment(world.ben, id)
    const vote = (index: number) =>
      world.call(world.ben, 'POST', index % 2 ? `/comments/${comment.id}/vote/` : `/threads/${id}/vote/`, {
        vote_type: 'upvote',
      })
    expect((await statuses(121, vote)).filter((status) => status === 200)).toHaveLength(120)
    world.server.clock.advance(60_000)
    expect((await vote(1)).status).toBe(200)
  })

  test('has the documented limits (trust 8.6)', async () => {
    world = await startWorld({ RATE_LIMITS: 'off' })
    expect(ENDPOINT_LIMITS['community.createThread']).toEqual({ requests: 10, windowMs: 3_600_000 })
    expect(ENDPOINT_LIMITS['community.createComment']).toEqual({ requests: 60, windowMs: 3_600_000 })
    expect(ENDPOINT_LIMITS['community.createTag']).toEqual({ requests: 20, windowMs: 86_400_000 })
    // Switched off, as in tests and benchmarks, no limit applies.
    const newcomer = await addPerson(world.server.db, { clientId: CLIENT, name: 'Nia Newcomer' })
    expect(await statuses(5, (at) => post(newcomer, at))).toEqual([201, 201, 201, 201, 201])
  })
})
