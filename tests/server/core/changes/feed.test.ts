import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createChangeFeed, type RunningChangeFeed } from '#server/core/changes/feed.ts'
import { createFreshCache } from '#server/core/changes/fresh-cache.ts'
import type { Change, ChangeFeed } from '#server/core/core.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'

let test: TestDatabase
let local: RunningChangeFeed
let remote: RunningChangeFeed
const silentLog = { warn: () => undefined }
const received: (Change | null)[] = []

/** A TCP proxy to the database that can hold back all data in both directions. */
const startFreezableProxy = async (target: pg.ClientConfig) => {
  let isFrozen = false
  const sockets: [Socket, Socket][] = []
  const server = createServer((clientSide) => {
    const databaseSide =
      target.host?.startsWith('/') === true
        ? connect(`${target.host}/.s.PGSQL.${target.port}`)
        : connect(Number(target.port), target.host ?? '127.0.0.1')
    sockets.push([clientSide, databaseSide])
    for (const side of [clientSide, databaseSide]) side.on('error', () => undefined)
    clientSide.pipe(databaseSide)
    databaseSide.pipe(clientSide)
    if (isFrozen) pause(clientSide, databaseSide)
  })
  const pause = (clientSide: Socket, databaseSide: Socket) => {
    clientSide.unpipe(databaseSide)
    databaseSide.unpipe(clientSide)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => {
      isFrozen = true
      for (const [clientSide, databaseSide] of sockets) pause(clientSide, databaseSide)
    },
    thaw: () => {
      isFrozen = false
      for (const [clientSide, databaseSide] of sockets) {
        clientSide.pipe(databaseSide)
        databaseSide.pipe(clientSide)
      }
    },
    close: async () => {
      for (const sides of sockets) for (const side of sides) side.destroy()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}

const waitUntil = async (isTrue: () => boolean) => {
  for (let round = 0; round < 500 && !isTrue(); round += 1) await sleep(10)
  expect(isTrue()).toBe(true)
}

beforeAll(async () => {
  test = await createTestDatabase()
  local = createChangeFeed(test.connection, silentLog)
  remote = createChangeFeed(test.connection, silentLog)
  await Promise.all([local.start(), remote.start()])
  remote.subscribe((change) => received.push(change))
})
afterAll(async () => {
  await Promise.all([local.stop(), remote.stop()])
  await test.drop()
})

describe('change feed', () => {
  it('delivers a committed change to another process', async () => {
    await test.database.withTenant(7, (db) => local.announce(db, { kind: 'user', clientId: 7, userId: 3 }))
    await waitUntil(() => received.some((change) => change?.kind === 'user'))
    expect(received).toContainEqual({ kind: 'user', clientId: 7, userId: 3 })
  })

  it('delivers nothing when the transaction rolls back', async () => {
    await expect(
      test.database.withTenant(7, async (db) => {
        await local.announce(db, { kind: 'user', clientId: 7, userId: 404 })
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    await test.database.withTenant(7, (db) => local.announce(db, { kind: 'user', clientId: 7, userId: 405 }))
    await waitUntil(() => received.some((change) => change?.kind === 'user' && change.userId === 405))
    expect(received).not.toContainEqual({ kind: 'user', clientId: 7, userId: 404 })
  })

  it("bypasses this process's caches until the echo of its own change arrives", async () => {
    await waitUntil(() => local.live())
    const duringTransaction = await test.database.withTenant(7, async (db) => {
      await local.announce(db, { kind: 'client', clientId: 7 })
      return [local.live(), local.live(({ kind }) => kind === 'client')]
    })
    expect(duringTransaction).toEqual([false, false])
    await waitUntil(() => local.live())
  })

  it('stays live meanwhile for caches that the change does not affect', async () => {
    await waitUntil(() => local.live())
    const affectsJobs = ({ kind }: Change) => kind === 'jobs'
    const duringTransaction = await test.database.withTenant(7, async (db) => {
      await local.announce(db, { kind: 'courses', clientId: 7 })
      return local.live(affectsJobs)
    })
    expect(duringTransaction).toBe(true)
  })

  it('is not live without its connection, notifies listeners and reconnects', async () => {
    await waitUntil(() => remote.live())
    received.length = 0
    const states: boolean[] = []
    remote.subscribe((change) => {
      if (change === null) states.push(remote.live())
    })
    await test.asSuperuser(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lms-changes'",
    )
    await waitUntil(() => states.length >= 2)
    // Notified twice: when the connection broke (not live), and when a new one listens (changes in between are
    // unknown).
    expect(states[0]).toBe(false)
    expect(states.at(-1)).toBe(true)
    expect(received.filter((change) => change === null).length).toBeGreaterThanOrEqual(2)

    await waitUntil(() => local.live())
    await test.database.withTenant(7, (db) => local.announce(db, { kind: 'courses', clientId: 7 }))
    await waitUntil(() => received.some((change) => change?.kind === 'courses'))
  })

  it('stops being live when the network swallows everything without an error', async () => {
    const proxy = await startFreezableProxy(test.connection)
    const proxied = createChangeFeed({ ...test.connection, host: '127.0.0.1', port: proxy.port }, silentLog)
    await proxied.start()
    expect(proxied.live()).toBe(true)
    proxy.freeze()
    await waitUntil(() => !proxied.live())
    proxy.thaw()
    await waitUntil(() => proxied.live())
    await proxied.stop()
    await proxy.close()
  })

  it('is not live once stopped', async () => {
    const feed = createChangeFeed(test.connection, silentLog)
    await feed.start()
    expect(feed.live()).toBe(true)
    await feed.stop()
    expect(feed.live()).toBe(false)
  })
})

const feedUnderTest = () => {
  let isLive = true
  let pending: Change | null = null
  const listeners: ((change: Change | null) => void)[] = []
  const feed: ChangeFeed = {
    announce: async () => undefined,
    subscribe: (listener) => void listeners.push(listener),
    live: (affects = () => true) => isLive && (pending === null || !affects(pending)),
  }
  return {
    feed,
    setLive: (value: boolean) => (isLive = value),
    setPending: (change: Change | null) => (pending = change),
    notify: (change: Change | null) => listeners.forEach((listener) => listener(change)),
  }
}
const clientChange: Change = { kind: 'client', clientId: 7 }
const cacheOn = (feed: ChangeFeed, maxEntries = 10) =>
  createFreshCache<number, string>({
    feed,
    affects: (change) => (change.kind === 'client' ? (key) => key === change.clientId : false),
    maxEntries,
  })

describe('fresh cache', () => {
  it('reloads a changed key and keeps the others', async () => {
    const { feed, notify } = feedUnderTest()
    const cache = cacheOn(feed)
    await cache.get(7, async () => 'old')
    await cache.get(8, async () => 'other')
    notify(clientChange)
    expect(await cache.get(7, async () => 'new')).toBe('new')
    expect(await cache.get(8, async () => 'never')).toBe('other')
  })

  it('loads without caching while the feed is not live', async () => {
    const { feed, setLive } = feedUnderTest()
    const cache = cacheOn(feed)
    await cache.get(7, async () => 'cached')
    setLive(false)
    expect(cache.peek(7)).toBeUndefined()
    expect(await cache.get(7, async () => 'read')).toBe('read')
  })

  it('answers for other keys while the change of one is on its way', async () => {
    const { feed, setPending } = feedUnderTest()
    const cache = cacheOn(feed)
    for (const key of [7, 8]) await cache.get(key, async () => 'cached')
    setPending(clientChange)
    expect([cache.peek(7), cache.peek(8)]).toEqual([undefined, 'cached'])
    expect(await cache.get(7, async () => 'read')).toBe('read')
    setPending(null)
    expect(cache.peek(7)).toBe('cached')
  })

  it('does not cache a value if the change arrives during the load', async () => {
    const { feed, notify } = feedUnderTest()
    const cache = cacheOn(feed)
    let finish = (_value: string): void => undefined
    const slow = cache.get(7, () => new Promise<string>((resolve) => (finish = resolve)))
    notify(clientChange)
    finish('old')
    expect(await slow).toBe('old')
    expect(cache.peek(7)).toBeUndefined()
  })

  it('loads once for simultaneous misses, and again after a change', async () => {
    const { feed, notify } = feedUnderTest()
    const cache = cacheOn(feed)
    const finish: ((value: string) => void)[] = []
    const load = () => new Promise<string>((resolve) => finish.push(resolve))
    const beforeChange = [cache.get(7, load), cache.get(7, load)]
    notify(clientChange)
    const afterChange = [cache.get(7, load), cache.get(7, load)]
    expect(finish).toHaveLength(2)
    finish[0]?.('old')
    finish[1]?.('new')
    expect(await Promise.all(beforeChange)).toEqual(['old', 'old'])
    expect(await Promise.all(afterChange)).toEqual(['new', 'new'])
    expect(cache.peek(7)).toBe('new')
  })

  it('retries after a failed load', async () => {
    const { feed } = feedUnderTest()
    const cache = cacheOn(feed)
    await expect(cache.get(7, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await cache.get(7, async () => 'back')).toBe('back')
  })

  it('removes the oldest entry when full', async () => {
    const { feed } = feedUnderTest()
    const cache = cacheOn(feed, 2)
    for (const key of [1, 2, 3]) await cache.get(key, async () => `value ${key}`)
    expect([1, 2, 3].map((key) => cache.peek(key))).toEqual([undefined, 'value 2', 'value 3'])
  })
})
