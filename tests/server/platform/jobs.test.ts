/** Background jobs across servers, a run on demand, and what was given up. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { FailedWork, JobList } from '#contract/platform/jobs.ts'
import { createRepeatingJob } from '#server/core/jobs/repeating.ts'
import { createHeartbeat, createSampler } from '#server/features/platform/index.ts'
import { createPlatformWorld, OTHER, OWN, type PlatformWorld } from './world.ts'

let world: PlatformWorld
beforeAll(async () => {
  world = await createPlatformWorld()
})
afterAll(() => world.close())

const aJob = (look: () => Promise<void>) =>
  createRepeatingJob(world.server.core, {
    name: 'ranking',
    firstMs: 3_600_000,
    everyMs: 60_000,
    failure: 'ranks were not refreshed',
    look,
  })
const aServer = (job: ReturnType<typeof aJob>) => {
  const { core } = world.server
  return createHeartbeat({
    core,
    jobs: [job],
    health: createSampler({
      core,
      version: '1',
      migrations: [],
      workers: () => ({ threads: 2, waiting: 0 }),
      askBucket: () => Promise.resolve(null),
    }),
  })
}
const jobs = async () => (await world.call<JobList>('GET', 'jobs/')).body

describe('jobs', () => {
  it('show their last run on any server, and the failure of a single client', async () => {
    const good = aJob(() => Promise.resolve())
    const bad = aJob(() => {
      world.server.core.log.error({ err: new Error('no such table'), clientId: OTHER }, 'not refreshed')
      return Promise.resolve()
    })
    const servers = [aServer(good), aServer(bad)]
    await good.look()
    await bad.look()
    await bad.look()
    for (const server of servers) await server.beat()
    const list = await jobs()
    expect(list.servers).toBe(2)
    expect(list.jobs).toEqual([
      expect.objectContaining({
        name: 'ranking',
        servers: 2,
        every_ms: 60_000,
        failures: 2,
        failure: expect.objectContaining({ message: 'no such table', client_id: OTHER }) as unknown,
      }),
    ])
    for (const server of servers) await server.stop()
    expect(await jobs()).toMatchObject({ servers: 0, jobs: [] })
  })

  it('tell of a run that failed as a whole, until one goes well', async () => {
    const look = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('disk full'))
    const job = aJob(look)
    await expect(job.look()).rejects.toThrow('disk full')
    expect(job.state).toMatchObject({ failures: 1, failure: { message: 'disk full', clientId: null } })
    look.mockResolvedValue()
    await job.look()
    expect(job.state).toMatchObject({ failures: 0, isRunning: false, failure: { message: 'disk full' } })
  })

  it('run once when somebody asks, on one server, and the log tells who asked', async () => {
    const runs = Array.from({ length: 2 }, () => vi.fn<() => Promise<void>>(() => Promise.resolve()))
    const [first, second] = runs.map(aJob)
    if (!first || !second) throw new Error('two jobs')
    const servers = [aServer(first), aServer(second)]
    for (const job of [first, second]) job.start()
    await Promise.all(servers.map((server) => server.beat()))
    expect((await world.call('POST', 'jobs/run/', { name: 'ranking' })).status).toBe(202)
    expect((await world.call('POST', 'jobs/run/', { name: 'ranking' })).status, 'a repeat').toBe(202)
    expect((await jobs()).jobs[0]?.is_asked).toBe(true)
    await Promise.all(servers.map((server) => server.beat()))
    await vi.waitFor(() => expect(runs.flatMap((run) => run.mock.calls)).toHaveLength(1))
    await Promise.all(servers.map((server) => server.beat()))
    expect((await jobs()).jobs[0]?.is_asked).toBe(false)
    for (const job of [first, second]) await job.stop()
    for (const server of servers) await server.stop()
    expect(runs.flatMap((run) => run.mock.calls)).toHaveLength(1)
    expect((await world.events(OWN)).at(-1)).toMatchObject({
      action: 'platform.job_asked',
      actor_id: world.superadmin,
      object: 'job:ranking',
    })
  })
})

describe('what was given up', () => {
  const list = async () =>
    (await world.call<{ count: number; results: FailedWork[] }>('GET', 'failed-work/')).body
  const fail = async (clientId: number, daysAgo: number) => {
    await world.server.core.db.withTenant(clientId, (db) =>
      world.server.core.outbox.add(db, {
        ...{ to: 'secret@kite.test', channel: 'email', language: 'en' },
        ...{ subject: 'Secret', text: 'Secret', html: null },
      }),
    )
    await world.server.db.asSuperuser(
      `update outbox_message set state = 'failed', attempts = 7, last_error = 'connection refused',
         settled_at = $2::timestamptz - make_interval(days => $3) where client_id = $1 and state = 'queued'`,
      [clientId, world.clock.now(), daysAgo],
    )
  }

  it('is listed for all clients without people or contents, newest first, for a month', async () => {
    await fail(OWN, 2)
    await fail(OTHER, 1)
    await fail(OTHER, 40)
    const { count, results } = await list()
    expect(count).toBe(2)
    expect(results.map(({ kind, client, tries, message }) => [kind, client.id, tries, message])).toEqual([
      ['mail', OTHER, 7, 'connection refused'],
      ['mail', OWN, 7, 'connection refused'],
    ])
    expect(JSON.stringify(results)).not.toMatch(/secret/i)
  })

  it('begins again in its own client alone, once, and both logs tell of it', async () => {
    const { results } = await list()
    const [other] = results
    if (!other) throw new Error('nothing failed')
    const retry = (clientId: number) =>
      world.call<{ retried: number }>('POST', 'failed-work/retry/', {
        work: [{ kind: 'mail', client_id: clientId, id: other.id }],
      })
    expect((await retry(OWN)).body, 'the id of another client').toEqual({ retried: 0 })
    expect((await retry(OTHER)).body).toEqual({ retried: 1 })
    expect((await retry(OTHER)).body, 'a repeat').toEqual({ retried: 0 })
    expect((await list()).results.map(({ client }) => client.id)).toEqual([OWN])
    const [row] = await world.server.db.asSuperuser<{ state: string; attempts: number }>(
      'select state, attempts from outbox_message where client_id = $1 and id = $2',
      [OTHER, other.id],
    )
    expect(row).toEqual({ state: 'queued', attempts: 0 })
    for (const clientId of [OWN, OTHER])
      expect((await world.events(clientId)).map(({ action }) => action)).toContain('platform.work_retried')
  })
})
