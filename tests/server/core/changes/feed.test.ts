import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createChangeFeed, type RunningChangeFeed } from '#server/core/changes/feed.ts'
import { createFreshCache } from '#server/core/changes/fresh-cache.ts'
import type { Change, ChangeFeed } from '#server/core/core.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'

let test: TestDatabase
let here: RunningChangeFeed
let there: RunningChangeFeed
const silent = { warn: () => undefined }
const heard: (Change | null)[] = []

/** A TCP door to the database that can hold back everything in both directions. */
const startFreezableWire = async (to: pg.ClientConfig) => {
  let frozen = false
  const pairs: [Socket, Socket][] = []
  const server = createServer((near) => {
    const far =
      to.host?.startsWith('/') === true
        ? connect(`${to.host}/.s.PGSQL.${to.port}`)
        : connect(Number(to.port), to.host ?? '127.0.0.1')
    pairs.push([near, far])
    for (const side of [near, far]) side.on('error', () => undefined)
    near.pipe(far)
    far.pipe(near)
    if (frozen) hold(near, far)
  })
  const hold = (near: Socket, far: Socket) => {
    near.unpipe(far)
    far.unpipe(near)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => {
      frozen = true
      for (const [near, far] of pairs) hold(near, far)
    },
    thaw: () => {
      frozen = false
      for (const [near, far] of pairs) {
        near.pipe(far)
        far.pipe(near)
      }
    },
    close: async () => {
      for (const pair of pairs) for (const side of pair) side.destroy()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}

const until = async (holds: () => boolean) => {
  for (let round = 0; round < 500 && !holds(); round += 1) await sleep(10)
  expect(holds()).toBe(true)
}

beforeAll(async () => {
  test = await createTestDatabase()
  here = createChangeFeed(test.connection, silent)
  there = createChangeFeed(test.connection, silent)
  await Promise.all([here.start(), there.start()])
  there.subscribe((change) => heard.push(change))
})
afterAll(async () => {
  await Promise.all([here.stop(), there.stop()])
  await test.drop()
})

describe('change feed', () => {
  it('given two processes, when one commits a change, then the other hears it', async () => {
    await test.database.withTenant(7, (db) => here.announce(db, { kind: 'user', clientId: 7, userId: 3 }))
    await until(() => heard.some((change) => change?.kind === 'user'))
    expect(heard).toContainEqual({ kind: 'user', clientId: 7, userId: 3 })
  })

  it('given a change announced in a transaction, when it rolls back, then nobody hears it', async () => {
    await expect(
      test.database.withTenant(7, async (db) => {
        await here.announce(db, { kind: 'user', clientId: 7, userId: 404 })
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    await test.database.withTenant(7, (db) => here.announce(db, { kind: 'user', clientId: 7, userId: 405 }))
    await until(() => heard.some((change) => change?.kind === 'user' && change.userId === 405))
    expect(heard).not.toContainEqual({ kind: 'user', clientId: 7, userId: 404 })
  })

  it('given an announced change, when it is not yet heard here, then this process’s caches are passed by', async () => {
    await until(() => here.live())
    const duringWork = await test.database.withTenant(7, async (db) => {
      await here.announce(db, { kind: 'client', clientId: 7 })
      return here.live()
    })
    expect(duringWork).toBe(false)
    await until(() => here.live())
  })

  it('given a killed listener connection, when it is gone, then the feed is not live, says so and comes back', async () => {
    await until(() => there.live())
    heard.length = 0
    const states: boolean[] = []
    there.subscribe((change) => {
      if (change === null) states.push(there.live())
    })
    await test.asSuperuser(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lms-changes'",
    )
    await until(() => states.length >= 2)
    // Told twice: when the connection broke (not live) and when a new one listens (what happened between is unknown).
    expect(states[0]).toBe(false)
    expect(states.at(-1)).toBe(true)
    expect(heard.filter((change) => change === null).length).toBeGreaterThanOrEqual(2)

    await until(() => here.live())
    await test.database.withTenant(7, (db) => here.announce(db, { kind: 'courses', clientId: 7 }))
    await until(() => heard.some((change) => change?.kind === 'courses'))
  })

  it('given a network that swallows everything, when no answer comes, then the feed stops being live without any error', async () => {
    const wire = await startFreezableWire(test.connection)
    const behind = createChangeFeed({ ...test.connection, host: '127.0.0.1', port: wire.port }, silent)
    await behind.start()
    expect(behind.live()).toBe(true)
    wire.freeze()
    await until(() => !behind.live())
    wire.thaw()
    await until(() => behind.live())
    await behind.stop()
    await wire.close()
  })

  it('given a stopped feed, when it is asked, then it is not live', async () => {
    const third = createChangeFeed(test.connection, silent)
    await third.start()
    expect(third.live()).toBe(true)
    await third.stop()
    expect(third.live()).toBe(false)
  })
})

const feedUnderTest = () => {
  let live = true
  const listeners: ((change: Change | null) => void)[] = []
  const feed: ChangeFeed = {
    announce: async () => undefined,
    subscribe: (listener) => void listeners.push(listener),
    live: () => live,
  }
  return {
    feed,
    setLive: (value: boolean) => (live = value),
    tell: (change: Change | null) => listeners.forEach((listener) => listener(change)),
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
  it('given a cached value, when its key changes, then it is read anew and others stay', async () => {
    const { feed, tell } = feedUnderTest()
    const cache = cacheOn(feed)
    await cache.get(7, async () => 'old')
    await cache.get(8, async () => 'other')
    tell(clientChange)
    expect(await cache.get(7, async () => 'new')).toBe('new')
    expect(await cache.get(8, async () => 'never')).toBe('other')
  })

  it('given a feed that is not live, when a value is asked for, then it is read and not kept', async () => {
    const { feed, setLive } = feedUnderTest()
    const cache = cacheOn(feed)
    await cache.get(7, async () => 'cached')
    setLive(false)
    expect(cache.peek(7)).toBeUndefined()
    expect(await cache.get(7, async () => 'read')).toBe('read')
  })

  it('given a slow read, when the change arrives while it runs, then the old value is not kept', async () => {
    const { feed, tell } = feedUnderTest()
    const cache = cacheOn(feed)
    let finish = (_value: string): void => undefined
    const slow = cache.get(7, () => new Promise<string>((resolve) => (finish = resolve)))
    tell(clientChange)
    finish('old')
    expect(await slow).toBe('old')
    expect(cache.peek(7)).toBeUndefined()
  })

  it('given many who miss at once, when they ask, then it is read once; after a change it is read again', async () => {
    const { feed, tell } = feedUnderTest()
    const cache = cacheOn(feed)
    const finish: ((value: string) => void)[] = []
    const load = () => new Promise<string>((resolve) => finish.push(resolve))
    const first = [cache.get(7, load), cache.get(7, load)]
    tell(clientChange)
    const second = [cache.get(7, load), cache.get(7, load)]
    expect(finish).toHaveLength(2)
    finish[0]?.('old')
    finish[1]?.('new')
    expect(await Promise.all(first)).toEqual(['old', 'old'])
    expect(await Promise.all(second)).toEqual(['new', 'new'])
    expect(cache.peek(7)).toBe('new')
  })

  it('given a read that fails, when asked again, then it is tried again', async () => {
    const { feed } = feedUnderTest()
    const cache = cacheOn(feed)
    await expect(cache.get(7, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await cache.get(7, async () => 'back')).toBe('back')
  })

  it('given more keys than it holds, when one more comes, then the oldest goes', async () => {
    const { feed } = feedUnderTest()
    const cache = cacheOn(feed, 2)
    for (const key of [1, 2, 3]) await cache.get(key, async () => `value ${key}`)
    expect([1, 2, 3].map((key) => cache.peek(key))).toEqual([undefined, 'value 2', 'value 3'])
  })
})
