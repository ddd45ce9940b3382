import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointSpec } from '#contract/endpoint.ts'
import { allEndpoints } from '#contract/index.ts'
import type { Role } from '#contract/common.ts'
import { createFeatures } from '#server/app.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import { authFeature } from '#server/features/auth/index.ts'
import { setClientActive } from '#server/features/client-info/index.ts'
import { matrix } from './matrix.ts'
import { pathOf } from './path.ts'
import { A, startAccessWorld, type AccessWorld } from './world.ts'

let world: AccessWorld
let accounts: ReturnType<typeof authFeature>

beforeAll(async () => {
  world = await startAccessWorld((core) => {
    accounts = authFeature(core)
    return { ...createFeatures(core), auth: accounts }
  })
})
afterAll(() => world.server.close())

const protectedEndpoints = allEndpoints.filter((spec) => spec.access !== 'public')

const call = async (spec: EndpointSpec, token: string) => {
  const row = matrix[spec.name]
  if (!row) throw new Error(`${spec.name} is not in the matrix`)
  const body = row.body?.()
  const answer = await world.server.app.inject({
    method: spec.method,
    url: pathOf(world, spec, row, 'own'),
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { payload: body as object }),
  })
  return answer.statusCode
}

const requestStatusOf = async ({ server }: AccessWorld, token: string | undefined): Promise<number> => {
  const headers = { authorization: `Bearer ${token}` }
  return (await server.app.inject({ url: `/accounts/clients/${A}/user/me/`, headers })).statusCode
}

const createSignedInPerson = async (role: Role) => {
  const username = `n${randomUUID().slice(0, 13)}`
  const userId = await world.person(A, username, role)
  return { userId, token: await world.signIn(A, username) }
}
const roleFor = (spec: EndpointSpec): Role =>
  spec.access === 'member' ? 'student' : spec.access === 'staff' ? 'instructor' : 'superadmin'

/** Runs like an administrator's request: in the tenant's transaction. */
const runAsAdmin = (work: (db: TenantDb, scope: PublicScope) => Promise<void>) =>
  world.server.core.db.withTenant(A, (db) =>
    work(db, {
      tenant: { clientId: A, name: 'A', isActive: true, languages: ['en'], features: new Set() },
      clock: world.server.clock,
      request: { id: 'test', ip: '203.0.113.9', userAgent: 'test', cookies: {} },
      tx: (inner) => world.server.core.db.withTenant(A, inner),
      read: (...queries) => world.server.core.db.read(A, queries),
    }),
  )

describe('B9: effective on the next request', () => {
  const ends: Record<string, (userId: number) => Promise<unknown>> = {
    'the account is disabled': (userId) =>
      runAsAdmin((db, scope) => accounts.setDisabled(db, scope, world.users.adminA, userId, true)),
    'the role changes': (userId) =>
      runAsAdmin((db, scope) => accounts.changeRole(db, scope, world.users.adminA, userId, 'admin')),
  }
  it.each(Object.entries(ends))('B9: answers 401 to every endpoint after %s', async (_name, end) => {
    for (const role of ['student', 'instructor', 'superadmin'] as const) {
      const own = protectedEndpoints.filter((spec) => roleFor(spec) === role)
      const { userId, token } = await createSignedInPerson(role)
      expect(await requestStatusOf(world, token)).toBe(200)
      await end(userId)
      const statusByName: Record<string, number> = {}
      for (const spec of own) statusByName[spec.name] = await call(spec, token)
      expect(statusByName).toEqual(Object.fromEntries(own.map((spec) => [spec.name, 401])))
    }
  })

  it('B9: rejects every endpoint while the client is inactive, and none after', async () => {
    const { token } = await createSignedInPerson('superadmin')
    const statuses = async () => {
      const statusByName: Record<string, number> = {}
      for (const spec of protectedEndpoints) statusByName[spec.name] = await call(spec, token)
      return statusByName
    }
    const setActive = (isActive: boolean) =>
      runAsAdmin(async (db) => {
        await setClientActive(db, A, isActive)
        await world.server.core.changes.announce(db, { kind: 'client', clientId: A })
      })
    const [first] = protectedEndpoints
    if (!first) throw new Error('no closed endpoints')
    expect(await call(first, token)).toBe(200)
    await setActive(false)
    expect(await statuses()).toEqual(Object.fromEntries(protectedEndpoints.map((spec) => [spec.name, 403])))
    await setActive(true)
    expect(await call(first, token)).toBe(200)
  })

  it('B9: keeps the session and applies an announced role on the next request', async () => {
    const dashboard = protectedEndpoints.find((spec) => spec.name === 'dashboard.admin')
    if (!dashboard) throw new Error('no dashboard')
    const { userId, token } = await createSignedInPerson('student')
    const setRole = (role: Role) =>
      runAsAdmin(async (db) => {
        await db
          .updateTable('app_user')
          .set({ role })
          .where('client_id', '=', A)
          .where('id', '=', userId)
          .execute()
        await world.server.core.changes.announce(db, { kind: 'user', clientId: A, userId })
      })
    expect(await call(dashboard, token)).toBe(403)
    await setRole('instructor')
    expect(await call(dashboard, token)).toBe(200)
    await setRole('student')
    expect(await call(dashboard, token)).toBe(403)
  })

  it('control: finds a server that trusts a token until it expires', async () => {
    const naive = await startAccessWorld((core) => {
      const features = createFeatures(core)
      const cachedActors = new Map<string, ReturnType<typeof features.auth.authenticate>>()
      return {
        ...features,
        auth: {
          ...features.auth,
          authenticate: (tenant, bearer, request) => {
            const actor =
              cachedActors.get(bearer ?? '') ?? features.auth.authenticate(tenant, bearer, request)
            cachedActors.set(bearer ?? '', actor)
            return actor
          },
        },
      }
    })
    try {
      const requestStatus = () => requestStatusOf(naive, naive.tokens.studentA1)
      expect(await requestStatus()).toBe(200)
      await naive.server.db.asSuperuser('update app_user set disabled_at = now()')
      await naive.server.core.db.withTenant(A, (db) =>
        naive.server.core.changes.announce(db, {
          kind: 'user',
          clientId: A,
          userId: naive.users.studentA1,
        }),
      )
      expect(await requestStatus()).toBe(200)
    } finally {
      await naive.server.close()
    }
  })
})
