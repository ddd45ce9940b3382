/** API tokens: what they may call, how they end, and what is stored of them. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiScopes, endpointsOfScope, type ApiScope } from '#contract/api-access/scopes.ts'
import { createApiToken, listApiTokens, revokeApiToken, type ApiToken } from '#contract/api-access/tokens.ts'
import { pathFor, type EndpointSpec } from '#contract/endpoint.ts'
import { allEndpoints } from '#contract/index.ts'
import { createFeatures } from '#server/app.ts'
import { matrix, tokenMatrix } from '#tests/server/access/matrix.ts'
import { pathOf } from '#tests/server/access/path.ts'
import { A, B, startAccessWorld, type AccessWorld } from '#tests/server/access/world.ts'

let world: AccessWorld
/** True: the server takes a token for an admin who is signed in. */
let isNaive = false

beforeAll(async () => {
  world = await startAccessWorld((core) => {
    const features = createFeatures(core)
    const { authenticateToken } = features.apiAccess
    return {
      ...features,
      apiAccess: {
        ...features.apiAccess,
        authenticateToken: async (tenant, secret) => {
          const { token, ...actor } = await authenticateToken(tenant, secret)
          return isNaive || !token ? actor : { ...actor, token }
        },
      },
    }
  })
})
afterAll(() => world.server.close())

const call = (
  method: EndpointSpec['method'],
  url: string,
  { bearer, body }: { bearer?: string | undefined; body?: object | undefined } = {},
) =>
  world.server.app.inject({
    method,
    url,
    ...(body && { payload: body }),
    headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
  })

const create = (changes: object = {}, bearer = world.tokens.adminA) =>
  call('POST', pathFor(createApiToken, { clientId: A }), {
    bearer,
    body: { id: randomUUID(), name: 'Staff directory', scopes: [...apiScopes], days: 30, ...changes },
  })
const newToken = async (changes: object = {}): Promise<{ token: ApiToken; secret: string }> =>
  (await create(changes)).json()
const listed = async (id: string): Promise<ApiToken | undefined> => {
  const answer = await call('GET', pathFor(listApiTokens, { clientId: A }), { bearer: world.tokens.adminA })
  return answer.json<{ results: ApiToken[] }>().results.find((token) => token.id === id)
}
const people = (bearer: string, clientId = A) =>
  call('GET', `/api/clients/${clientId}/admin/students/`, { bearer })

const statusOf = async (spec: EndpointSpec, bearer: string): Promise<number> => {
  const row = matrix[spec.name]!
  const body = row.body?.() as object | undefined
  return (await call(spec.method, pathOf(world, spec, row, 'own'), { bearer, body })).statusCode
}
const members = allEndpoints.filter(({ access }) => access !== 'public')

/** Endpoints that answer a token otherwise than the matrix says, one line each. */
const deviations = async (names: readonly EndpointSpec[] = members): Promise<string[]> => {
  const all = (await newToken()).secret
  const only = new Map<string, string>()
  const without = new Map<string, string>()
  for (const scope of apiScopes) {
    only.set(scope, (await newToken({ scopes: [scope] })).secret)
    const others = apiScopes.filter((each) => each !== scope)
    without.set(scope, (await newToken({ scopes: others })).secret)
  }
  const found: string[] = []
  const expectStatus = async (spec: EndpointSpec, bearer: string, wanted: number, who: string) => {
    const status = await statusOf(spec, bearer)
    if (status !== wanted) found.push(`${spec.name} with ${who}: ${status}, not ${wanted}`)
  }
  for (const spec of names) {
    const [scope, status] = tokenMatrix[spec.name] ?? []
    if (scope === undefined || status === undefined) await expectStatus(spec, all, 403, 'every scope')
    else {
      await expectStatus(spec, without.get(scope)!, 403, `all but ${scope}`)
      await expectStatus(spec, only.get(scope)!, status, scope)
    }
  }
  return found
}

describe('scopes', () => {
  it('opens to each scope what the matrix says, and nothing else', async () => {
    expect(await deviations()).toEqual([])
  }, 60_000)

  it('control: finds a server that takes a token for an admin', async () => {
    isNaive = true
    try {
      const some = members.filter(({ name }) => ['security.events', 'money.payments'].includes(name))
      const found = await deviations(some)
      expect(found).toContain('security.events with every scope: 200, not 403')
      expect(found).toContain('money.payments with all but payments.read: 200, not 403')
    } finally {
      isNaive = false
    }
  })

  it('names endpoints for staff that need no recent sign-in, each once', () => {
    const names = apiScopes.flatMap((scope: ApiScope) => endpointsOfScope[scope])
    expect(new Set(names).size).toBe(names.length)
    expect(names.toSorted()).toEqual(Object.keys(tokenMatrix).toSorted())
    for (const name of names) {
      const spec = allEndpoints.find((each) => each.name === name)
      expect([name, ['staff', 'admin'].includes(spec?.access ?? ''), spec?.stepUp]).toEqual([
        name,
        true,
        undefined,
      ])
    }
  })
})

describe('tokens', () => {
  it('shows a token once and stores only its hash', async () => {
    const answer = await create()
    const { token, secret } = answer.json<{ token: ApiToken; secret: string }>()
    expect(secret).toMatch(/^lpt_[\w-]{43}$/)
    expect(token).toMatchObject({ state: 'active', last_used_at: null, prefix: secret.slice(0, 12) })
    const rows = await world.server.db.asSuperuser<{ text: string }>(
      `select t::text as text from api_token t where id = $1`,
      [token.id],
    )
    expect(rows[0]?.text).toContain(secret.slice(0, 12))
    expect(rows[0]?.text).not.toContain(secret.slice(12))
    expect(JSON.stringify(await listed(token.id))).not.toContain(secret.slice(12))
  })

  it('answers a repeat with 409 and makes no second token', async () => {
    const id = randomUUID()
    const { secret } = await newToken({ id })
    expect((await create({ id })).statusCode).toBe(409)
    expect((await people(secret)).statusCode).toBe(200)
  })

  it('refuses more than a year and no scope at all', async () => {
    expect((await create({ days: 366 })).statusCode).toBe(422)
    expect((await create({ scopes: [] })).statusCode).toBe(422)
    expect((await create({ scopes: ['everything'] })).statusCode).toBe(422)
  })

  it('works in its own client only, and nowhere in disguise', async () => {
    const { secret } = await newToken()
    expect((await people(secret)).statusCode).toBe(200)
    expect((await people(secret, B)).statusCode).toBe(401)
    expect((await people(`${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`)).statusCode).toBe(401)
    expect((await people('lpt_')).statusCode).toBe(401)
  })

  it('ends at once when an admin revokes it; a repeat changes nothing', async () => {
    const { token, secret } = await newToken()
    const path = pathFor(revokeApiToken, { clientId: A, tokenId: token.id })
    expect((await people(secret)).statusCode).toBe(200)
    const first = await call('DELETE', path, { bearer: world.tokens.adminA })
    const second = await call('DELETE', path, { bearer: world.tokens.adminA })
    expect(first.json()).toMatchObject({ state: 'revoked', revoked_for: 'person' })
    expect(second.json()).toEqual(first.json())
    expect((await people(secret)).statusCode).toBe(401)
  })

  it('ends on its day', async () => {
    const { token, secret } = await newToken({ days: 1 })
    await world.server.db.asSuperuser(
      `update api_token set made_at = made_at - interval '2 days', expires_at = expires_at - interval '2 days' where id = $1`,
      [token.id],
    )
    expect((await people(secret)).statusCode).toBe(401)
    expect(await listed(token.id)).toMatchObject({ state: 'expired' })
  })

  it('names the token and no person in the security events', async () => {
    const { token, secret } = await newToken({ scopes: ['people.write'] })
    const answer = await call('POST', `/api/clients/${A}/admin/students/enrolments/`, {
      bearer: secret,
      body: { ids: [world.users.studentA2], course_id: world.lessons.own.course },
    })
    expect(answer.statusCode).toBe(200)
    const events = await world.server.db.asSuperuser(
      `select actor_id, detail from audit_event where client_id = $1 and action = 'students.enrol' order by id desc limit 1`,
      [A],
    )
    expect(events[0]).toMatchObject({ actor_id: null, detail: { api_token: token.prefix } })
    expect((await listed(token.id))?.last_used_at).not.toBeNull()
  })

  it('ends for good when who made it administers no more', async () => {
    const { token, secret } = await newToken()
    const role = (next: string) =>
      world.server.db.asSuperuser(`update app_user set role = $3 where client_id = $1 and id = $2`, [
        A,
        token.made_by!.id,
        next,
      ])
    await role('superadmin')
    expect((await people(secret)).statusCode).toBe(200)
    await role('instructor')
    expect((await people(secret)).statusCode).toBe(401)
    await role('admin')
    expect((await people(secret)).statusCode).toBe(401)
    expect(await listed(token.id)).toMatchObject({ state: 'revoked', revoked_for: 'maker' })
  })
})
