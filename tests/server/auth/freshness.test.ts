import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PublicScope } from '#server/core/http/scope.ts'
import { authFeature } from '#server/features/auth/index.ts'
import { createAuthWorld, quickHasher, type AuthWorld } from './world.ts'

/** A hot token costs nothing, and yet nothing about a person is believed once it changed (TRUST §8.2, B9). */
describe('What is known of a signed-in person', () => {
  let world: AuthWorld
  let access: ReturnType<typeof authFeature>
  beforeAll(async () => {
    world = await createAuthWorld({ hasher: quickHasher() })
    access = authFeature(world.server.core, quickHasher())
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
  const signedIn = async (role: 'student' | 'admin' = 'student') => {
    const person = await world.person({ role })
    return { ...person, ...(await world.signIn(person.email)) }
  }
  /** How many transactions the product opened while `work` ran. */
  const transactionsDuring = async (work: () => Promise<unknown>) => {
    const { pool } = world.server.core.db
    let taken = 0
    const count = () => {
      taken += 1
    }
    pool.on('acquire', count)
    await work()
    pool.off('acquire', count)
    return taken
  }
  const authenticate = (token: string) =>
    access.authenticate({ clientId: 7, name: '', isActive: true, languages: ['en'] }, `Bearer ${token}`, {
      id: 'test',
      ip: '127.0.0.1',
      userAgent: '',
      cookies: {},
    })
  /** Until the echo of earlier changes has come, caches are passed by on purpose. */
  const quiet = async () => {
    while (!world.server.core.changes.live()) await new Promise((resolve) => setTimeout(resolve, 5))
  }

  it('given a hot token, when it calls 200 times at once, then the database is not asked again', async () => {
    const { access_token } = await signedIn()
    // A machine that stands still for a second makes the product ask again, and rightly so: the best of five counts.
    const rounds: number[] = []
    for (let round = 0; round < 5; round += 1) {
      await quiet()
      await authenticate(access_token)
      const taken = await transactionsDuring(async () => {
        for (let turn = 0; turn < 200; turn += 1) await authenticate(access_token)
      })
      rounds.push(taken)
    }
    expect(Math.min(...rounds)).toBe(0)
  })

  it('control: given cold tokens, when each calls, then each is looked up, and noted as used', async () => {
    const tokens = [await signedIn(), await signedIn(), await signedIn()]
    await quiet()
    const taken = await transactionsDuring(async () => {
      for (const { access_token } of tokens) await authenticate(access_token)
    })
    expect(taken).toBe(3 + 3)
  })

  it('given a hot token, when its person is disabled, then the very next call is refused, 20 of 20', async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      const { access_token, id } = await signedIn()
      await quiet()
      expect([await status(access_token), await status(access_token)]).toEqual([200, 200])
      await world.server.core.db.withTenant(7, (db) => access.setDisabled(db, scope(), 1, id, true))
      expect(await status(access_token)).toBe(401)
    }
  })

  it('given a hot admin token, when the role is taken by a plain update that is announced, then the next call is 403', async () => {
    const { access_token, id } = await signedIn('admin')
    await quiet()
    expect(await dashboard(world.server.app, access_token)).toBe(200)
    await world.server.core.db.withTenant(7, async (db) => {
      await sql`update app_user set role = 'student' where client_id = 7 and id = ${id}`.execute(db)
      await world.server.core.changes.announce(db, { kind: 'user', clientId: 7, userId: id })
    })
    expect(await dashboard(world.server.app, access_token)).toBe(403)
  })

  it('given a hot admin token, when the role is changed by the deed for it, then the sessions end', async () => {
    const { access_token, id } = await signedIn('admin')
    await world.server.core.db.withTenant(7, (db) => access.changeRole(db, scope(), 1, id, 'student'))
    expect(await status(access_token)).toBe(401)
  })

  it('given a change that nobody announced, when a second has passed, then it counts', async () => {
    const { access_token, id } = await signedIn()
    await quiet()
    expect(await status(access_token)).toBe(200)
    await world.server.db.asSuperuser('update app_user set disabled_at = now() where id = $1', [id])
    await new Promise((resolve) => setTimeout(resolve, 1050))
    expect(await status(access_token)).toBe(401)
  })

  it('given another server of the product, when a session ends there, then this one refuses it as well', async () => {
    const other = await startSecond()
    const { access_token, refresh_token } = await signedIn()
    await quiet()
    expect(await status(access_token)).toBe(200)
    await other.logout(refresh_token)
    const deadline = Date.now() + 10_000
    let last = 200
    while (last === 200 && Date.now() < deadline) last = await status(access_token)
    expect(last).toBe(401)
    await other.close()
  })

  /** A second process has a feed and caches of its own; the database is what they share. */
  const startSecond = async () => {
    const { createChangeFeed } = await import('#server/core/changes/feed.ts')
    const changes = createChangeFeed(world.server.db.connection, { warn: () => undefined })
    await changes.start()
    const { createLogout } = await import('#server/features/auth/sessions/refresh.service.ts')
    const core = { ...world.server.core, changes }
    const parts = {
      core,
      states: { forgetUser: () => undefined },
      secrets: { refresh: core.secret('auth.refresh-tokens') },
    }
    const logout = createLogout(parts as unknown as Parameters<typeof createLogout>[0])
    return {
      logout: (refresh_token: string) =>
        logout({ ...scope(), tx: (work) => core.db.withTenant(7, work) } as PublicScope, { refresh_token }),
      close: changes.stop,
    }
  }
})
