import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathFor, type EndpointSpec } from '#contract/endpoint.ts'
import { allEndpoints } from '#contract/index.ts'
import { createFeatures } from '#server/app.ts'
import { matrix } from './matrix.ts'
import { pathOf } from './path.ts'
import {
  A,
  B,
  principals,
  startAccessWorld,
  SWITCHED_OFF,
  variants,
  type AccessWorld,
  type Principal,
} from './world.ts'

let world: AccessWorld

beforeAll(async () => {
  world = await startAccessWorld()
})
afterAll(() => world.server.close())

const specOf = (name: string): EndpointSpec => {
  const spec = allEndpoints.find((endpoint) => endpoint.name === name)
  if (!spec) throw new Error(`the matrix names ${name}, which does not exist`)
  return spec
}

const call = (at: AccessWorld, name: string, principal: Principal, path: string) => {
  const spec = specOf(name)
  const token = at.tokens[principal]
  const body = matrix[name]?.body?.()
  return at.server.app.inject({
    method: spec.method,
    url: path,
    ...(body === undefined ? {} : { payload: body as object }),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
}

/** Runs rows of the matrix and says in one line each where the server answers otherwise. */
const deviations = async (at: AccessWorld, names: readonly string[]): Promise<string[]> => {
  const found: string[] = []
  for (const name of names) {
    const row = matrix[name]
    if (!row) continue
    for (const principal of principals) {
      for (const [index, variant] of variants.entries()) {
        const answer = await call(at, name, principal, pathOf(at, specOf(name), row, variant))
        const wanted = row.expect[principal][index]
        if (answer.statusCode !== wanted)
          found.push(`${name} as ${principal}, ${variant} id: ${answer.statusCode}, not ${wanted}`)
      }
    }
  }
  return found
}

const withoutRequestId = (body: string): unknown => {
  const { request_id: _request, ...rest } = JSON.parse(body) as Record<string, unknown>
  return rest
}

describe('B1: everybody everywhere', () => {
  it('given the contract, when compared with the matrix, then each endpoint stands in it once', () => {
    expect(Object.keys(matrix).toSorted()).toEqual(allEndpoints.map((spec) => spec.name).toSorted())
  })

  it('given another client’s id and an absent one, when anybody asks, then the answers are the same', async () => {
    const differences: string[] = []
    for (const [name, row] of Object.entries(matrix)) {
      if (row.of === 'client') continue
      for (const principal of principals) {
        // At A with B's id, and at B with A's id.
        for (const clientId of [A, B]) {
          const foreign = clientId === A ? 'foreign' : 'own'
          const there = await call(
            world,
            name,
            principal,
            pathOf(world, specOf(name), row, foreign, clientId),
          )
          const absent = await call(
            world,
            name,
            principal,
            pathOf(world, specOf(name), row, 'absent', clientId),
          )
          if (
            there.statusCode !== absent.statusCode ||
            JSON.stringify(withoutRequestId(there.body)) !== JSON.stringify(withoutRequestId(absent.body))
          )
            differences.push(
              `${name} as ${principal} at ${clientId}: ${there.statusCode} ${absent.statusCode}`,
            )
        }
      }
    }
    expect(differences).toEqual([])
  })

  it('given a client that is switched off, when its own user asks, then all but the public face is refused alike', async () => {
    const others: string[] = []
    for (const [name, row] of Object.entries(matrix)) {
      const spec = specOf(name)
      const path =
        row.of === 'client'
          ? pathFor(spec, { clientId: SWITCHED_OFF, topicKey: 'logic', packageId: randomUUID() })
          : pathOf(world, spec, row, 'own', SWITCHED_OFF)
      const answer = await call(world, name, 'ofInactiveClient', path)
      const code = answer.statusCode === 403 ? answer.json<{ code: string }>().code : answer.statusCode
      if (code !== (name === 'clients.publicInfo' ? 200 : 'client_inactive')) others.push(`${name}: ${code}`)
    }
    expect(others).toEqual([])
  })

  it('given the whole matrix, when every cell is called, then every status is the written one', async () => {
    expect(await deviations(world, Object.keys(matrix))).toEqual([])
    // Every endpoint, as everybody: some thousand calls.
  }, 300_000)
})

describe('the matrix can fail', () => {
  it('given a server that takes the client from the token, when the matrix runs, then it is found out', async () => {
    const naive = await startAccessWorld((core) => {
      const features = createFeatures(core)
      return {
        ...features,
        auth: {
          ...features.auth,
          authenticate: async (tenant, bearer, request) => {
            const claims = JSON.parse(
              Buffer.from(bearer?.split('.')[1] ?? '', 'base64url').toString() || '{}',
            ) as { cid?: number }
            const home = claims.cid === undefined ? null : await features.clients.findTenant(claims.cid)
            return features.auth.authenticate(home ?? tenant, bearer, request)
          },
        },
      }
    })
    try {
      const found = await deviations(naive, ['clients.info', 'courses.detail', 'dashboard.admin'])
      expect(found).toContain('clients.info as studentB, own id: 200, not 401')
      expect(found).toContain('dashboard.admin as adminB, own id: 200, not 401')
    } finally {
      await naive.server.close()
    }
  })

  it('given a server that forgets roles, when the matrix runs, then it is found out', async () => {
    const naive = await startAccessWorld((core) => {
      const features = createFeatures(core)
      return {
        ...features,
        auth: {
          ...features.auth,
          authenticate: async (tenant, bearer, request) => ({
            ...(await features.auth.authenticate(tenant, bearer, request)),
            role: 'superadmin' as const,
          }),
        },
      }
    })
    try {
      const found = await deviations(naive, ['dashboard.admin', 'courses.topic'])
      expect(found).toContain('dashboard.admin as studentA1, own id: 200, not 403')
      expect(found).toContain('courses.topic as studentA1, others id: 200, not 403')
    } finally {
      await naive.server.close()
    }
  })
})
