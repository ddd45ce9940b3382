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

const closed = allEndpoints.filter((spec) => spec.access !== 'public')

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

const newcomer = async (role: Role) => {
  const username = `n${randomUUID().slice(0, 13)}`
  const userId = await world.person(A, username, role)
  return { userId, token: await world.signIn(A, username) }
}
const roleFor = (spec: EndpointSpec): Role =>
  spec.access === 'member' ? 'student' : spec.access === 'staff' ? 'instructor' : 'superadmin'

/** As an administrator's call would do it: in the tenant's transaction. */
const act = (work: (db: TenantDb, scope: PublicScope) => Promise<void>) =>
  world.server.core.db.withTenant(A, (db) =>
    work(db, {
      tenant: { clientId: A, name: 'A', isActive: true, languages: ['en'] },
      clock: world.server.clock,
      request: { id: 'test', ip: '203.0.113.9', userAgent: 'test', cookies: {} },
      tx: (inner) => world.server.core.db.withTenant(A, inner),
      read: (...queries) => world.server.core.db.read(A, queries),
    }),
  )

describe('B9: effective on the next request', () => {
  it.each(closed.map((spec) => [spec.name, spec] as const))(
    'given a signed-in person, when the account is disabled, then the next %s is 401',
    async (_name, spec) => {
      const { userId, token } = await newcomer(roleFor(spec))
      expect(await call(spec, token)).not.toBe(401)
      await act((db, scope) => accounts.setDisabled(db, scope, world.users.adminA, userId, true))
      expect(await call(spec, token)).toBe(401)
    },
  )

  it.each(closed.map((spec) => [spec.name, spec] as const))(
    'given a signed-in person, when the role changes, then %s refuses the old session',
    async (_name, spec) => {
      const { userId, token } = await newcomer(roleFor(spec))
      expect(await call(spec, token)).not.toBe(401)
      await act((db, scope) => accounts.changeRole(db, scope, world.users.adminA, userId, 'admin'))
      expect(await call(spec, token)).toBe(401)
    },
  )

  it('given an active client, when it is switched off, then every endpoint refuses the next request, and on again', async () => {
    const { token } = await newcomer('superadmin')
    const statuses = async () => {
      const found: Record<string, number> = {}
      for (const spec of closed) found[spec.name] = await call(spec, token)
      return found
    }
    const switchTo = (isActive: boolean) =>
      act(async (db) => {
        await setClientActive(db, A, isActive)
        await world.server.core.changes.announce(db, { kind: 'client', clientId: A })
      })
    const [first] = closed
    if (!first) throw new Error('no closed endpoints')
    expect(await call(first, token)).toBe(200)
    await switchTo(false)
    expect(await statuses()).toEqual(Object.fromEntries(closed.map((spec) => [spec.name, 403])))
    await switchTo(true)
    expect(await call(first, token)).toBe(200)
  })

  it('given only a new role in the database, when it is announced, then the session lives and the next request has the new rights', async () => {
    const dashboard = closed.find((spec) => spec.name === 'dashboard.admin')
    if (!dashboard) throw new Error('no dashboard')
    const { userId, token } = await newcomer('student')
    const become = (role: Role) =>
      act(async (db) => {
        await db
          .updateTable('app_user')
          .set({ role })
          .where('client_id', '=', A)
          .where('id', '=', userId)
          .execute()
        await world.server.core.changes.announce(db, { kind: 'user', clientId: A, userId })
      })
    expect(await call(dashboard, token)).toBe(403)
    await become('instructor')
    expect(await call(dashboard, token)).toBe(200)
    await become('student')
    expect(await call(dashboard, token)).toBe(403)
  })

  it('given a server that believes a token until it expires, when an account is disabled, then it is found out: the control', async () => {
    const naive = await startAccessWorld((core) => {
      const features = createFeatures(core)
      const believed = new Map<string, ReturnType<typeof features.auth.authenticate>>()
      return {
        ...features,
        auth: {
          ...features.auth,
          authenticate: (tenant, bearer, request) => {
            const known = believed.get(bearer ?? '') ?? features.auth.authenticate(tenant, bearer, request)
            believed.set(bearer ?? '', known)
            return known
          },
        },
      }
    })
    try {
      const ask = async () =>
        (
          await naive.server.app.inject({
            url: `/accounts/clients/${A}/user/me/`,
            headers: { authorization: `Bearer ${naive.tokens.studentA1}` },
          })
        ).statusCode
      expect(await ask()).toBe(200)
      await naive.server.db.asSuperuser('update app_user set disabled_at = now()')
      await naive.server.core.db.withTenant(A, (db) =>
        naive.server.core.changes.announce(db, {
          kind: 'user',
          clientId: A,
          userId: naive.users.studentA1,
        }),
      )
      expect(await ask()).toBe(200)
    } finally {
      await naive.server.close()
    }
  })
})
