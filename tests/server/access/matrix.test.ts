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
  INACTIVE_CLIENT,
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

const call = (accessWorld: AccessWorld, name: string, principal: Principal, path: string) => {
  const spec = specOf(name)
  const token = accessWorld.tokens[principal]
  const body = matrix[name]?.body?.()
  return accessWorld.server.app.inject({
    method: spec.method,
    url: path,
    ...(body === undefined ? {} : { payload: body as object }),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
}

/** Calls the endpoints of the matrix and lists every unexpected status, one line each. */
const deviations = async (accessWorld: AccessWorld, names: readonly string[]): Promise<string[]> => {
  const deviating: string[] = []
  for (const name of names) {
    const row = matrix[name]
    if (!row) continue
    for (const principal of principals) {
      for (const [index, variant] of variants.entries()) {
        const answer = await call(
          accessWorld,
          name,
          principal,
          pathOf(accessWorld, specOf(name), row, variant),
        )
        const expected = row.expect[principal][index]
        if (answer.statusCode !== expected)
          deviating.push(`${name} as ${principal}, ${variant} id: ${answer.statusCode}, not ${expected}`)
      }
    }
  }
  return deviating
}

const withoutRequestId = (body: string): unknown => {
  const { request_id: _request, ...rest } = JSON.parse(body) as Record<string, unknown>
  return rest
}

describe('B1: access matrix', () => {
  it('B1: contains every endpoint of the contract once', () => {
    expect(Object.keys(matrix).toSorted()).toEqual(allEndpoints.map((spec) => spec.name).toSorted())
  })

  it("B1: answers the same for another client's id and an absent one", async () => {
    const differences: string[] = []
    for (const [name, row] of Object.entries(matrix)) {
      if (row.of === 'client') continue
      for (const principal of principals) {
        // At A with ids of B, and at B with ids of A.
        for (const clientId of [A, B]) {
          const foreign = clientId === A ? 'foreign' : 'own'
          const foreignAnswer = await call(
            world,
            name,
            principal,
            pathOf(world, specOf(name), row, foreign, clientId),
          )
          const absentAnswer = await call(
            world,
            name,
            principal,
            pathOf(world, specOf(name), row, 'absent', clientId),
          )
          if (
            foreignAnswer.statusCode !== absentAnswer.statusCode ||
            JSON.stringify(withoutRequestId(foreignAnswer.body)) !==
              JSON.stringify(withoutRequestId(absentAnswer.body))
          )
            differences.push(
              `${name} as ${principal} at ${clientId}: ${foreignAnswer.statusCode} ${absentAnswer.statusCode}`,
            )
        }
      }
    }
    expect(differences).toEqual([])
    // Two calls for each endpoint with an id, principal and client.
  }, 300_000)

  it('B1: rejects everything but public info for users of an inactive client', async () => {
    const unexpected: string[] = []
    for (const [name, row] of Object.entries(matrix)) {
      const spec = specOf(name)
      const path =
        row.of === 'client'
          ? pathFor(spec, {
              clientId: INACTIVE_CLIENT,
              topicKey: 'logic',
              packageId: randomUUID(),
              downloadId: randomUUID(),
              bulkId: randomUUID(),
              sessionId: randomUUID(),
              importId: randomUUID(),
              campaignId: randomUUID(),
              groupId: 2_000_000_000,
              viewId: 2_000_000_000,
              searchId: randomUUID(),
              passkeyId: 'bm8ta2V5',
              tokenId: randomUUID(),
              webhookId: randomUUID(),
              deliveryId: randomUUID(),
              provider: 'bigbluebutton',
              paymentProvider: 'stripe',
              legalKind: 'terms',
              domainId: 2_000_000_000,
              findingId: 2_000_000_000,
              programme: 'flagship',
              checkoutId: randomUUID(),
              documentId: 2_000_000_000,
              orderId: 2_000_000_000,
              couponId: 2_000_000_000,
              referralId: 2_000_000_000,
              handle: 'nobody-at-all',
              userId: 2_000_000_000,
              templateId: 2_000_000_000,
              versionId: 2_000_000_000,
              paymentLinkId: 2_000_000_000,
              paymentNoteId: 2_000_000_000,
              paymentReturnId: 2_000_000_000,
              payCode: 'A'.repeat(22),
              otherId: 2_000_000_000,
              linkId: randomUUID(),
              code: 'A'.repeat(22),
            })
          : pathOf(world, spec, row, 'own', INACTIVE_CLIENT)
      const answer = await call(world, name, 'ofInactiveClient', path)
      const code = answer.statusCode === 403 ? answer.json<{ code: string }>().code : answer.statusCode
      if (code !== (name === 'clients.publicInfo' ? 200 : 'client_inactive'))
        unexpected.push(`${name}: ${code}`)
    }
    expect(unexpected).toEqual([])
  })

  it('B1: answers every call with the status of the matrix', async () => {
    expect(await deviations(world, Object.keys(matrix))).toEqual([])
    // All endpoints as all principals: several thousand calls.
  }, 300_000)
})

describe('access matrix controls', () => {
  it('control: finds a server that takes the client from the token', async () => {
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
      const deviating = await deviations(naive, ['clients.info', 'courses.detail', 'dashboard.admin'])
      expect(deviating).toContain('clients.info as studentB, own id: 200, not 401')
      expect(deviating).toContain('dashboard.admin as adminB, own id: 200, not 401')
    } finally {
      await naive.server.close()
    }
  })

  it('control: finds a server that ignores roles', async () => {
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
      const deviating = await deviations(naive, ['dashboard.admin', 'courses.topic'])
      expect(deviating).toContain('dashboard.admin as studentA1, own id: 200, not 403')
      expect(deviating).toContain('courses.topic as studentA1, others id: 200, not 403')
    } finally {
      await naive.server.close()
    }
  })
})
