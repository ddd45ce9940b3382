/**
 * People with sessions, notified by the product's own functions, with a push service controlled by the test.
 */
import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import type { EndpointSpec } from '#contract/endpoint.ts'
import { pathFor } from '#contract/endpoint.ts'
import type { Role } from '#contract/common.ts'
import { createFeatures } from '#server/app.ts'
import type { Core } from '#server/core/core.ts'
import { AppError } from '#server/core/http/errors.ts'
import { mailRoomCheck } from '#server/features/emails/index.ts'
import { notificationJobs, notifier } from '#server/features/notifications/index.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { createTestClock, type TestClock } from '#tests/support/clock.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

export const HOME = 61
export const OTHER = 62
export const SERVICE = 'https://push.example.test'

export interface PushRequest {
  url: string
  headers: Headers
  body: Uint8Array
}

/** A push service that records requests and answers with a chosen status. */
export const createPushService = () => {
  const requests: PushRequest[] = []
  let status = 201
  return {
    requests,
    answerWith: (next: number) => {
      status = next
    },
    fetch: ((url: string, init: RequestInit) => {
      requests.push({
        url,
        headers: new Headers(init.headers),
        body: new Uint8Array(init.body as Uint8Array),
      })
      return Promise.resolve(new Response(null, { status }))
    }) as unknown as typeof globalThis.fetch,
  }
}
export type PushService = ReturnType<typeof createPushService>

/** The bearer token is the person's id; the session is the one created by `addMember`. */
const authenticateWith =
  (core: Core) =>
  async ({ clientId }: { clientId: number }, bearer: string | undefined) => {
    const [, id = '0', session] = /^Bearer (\d+)(?:\.(\w+))?$/.exec(bearer ?? '') ?? []
    const userId = Number(id)
    const row = await core.db.withTenant(clientId, (db) =>
      db
        .selectFrom('app_user as u')
        .innerJoin('user_session as s', (join) =>
          join.onRef('s.client_id', '=', 'u.client_id').onRef('s.user_id', '=', 'u.id'),
        )
        .select(['u.id', 'u.role', 's.id as session'])
        .where('u.client_id', '=', clientId)
        .where('u.id', '=', userId)
        .where('s.revoked_at', 'is', null)
        .executeTakeFirst(),
    )
    if (!row) throw new AppError('unauthenticated', 'Please sign in.')
    return { userId: row.id, sessionId: session ?? row.session, role: row.role as Role }
  }

export interface World {
  readonly server: TestServer
  readonly clock: TestClock
  readonly service: PushService
  readonly jobs: ReturnType<typeof notificationJobs>
  readonly notifier: ReturnType<typeof notifier>
  readonly addMember: (name: string, options?: { clientId?: number; timeZone?: string }) => Promise<number>
  readonly call: (
    userId: number,
    spec: EndpointSpec,
    body?: object,
    options?: { clientId?: number; search?: string },
  ) => Promise<{ status: number; json: <T>() => T }>
  readonly close: () => Promise<void>
}

export const startWorld = async (
  start: Date | string = new Date(),
  env: Record<string, string> = {},
): Promise<World> => {
  const clock = createTestClock(start)
  const service = createPushService()
  const transport = {
    fetch: service.fetch,
    isPushService: (endpoint: string) => endpoint.startsWith(`${SERVICE}/`),
  }
  const server = await startTestServer({
    clock,
    env,
    features: (core) => ({
      ...createFeatures(core, transport),
      auth: {
        register: () => undefined,
        findSession: async () => null,
        authenticate: authenticateWith(core),
      },
    }),
  })
  await addClient(server.db, { id: HOME })
  await addClient(server.db, { id: OTHER })
  return {
    server,
    clock,
    service,
    jobs: notificationJobs(server.core, mailRoomCheck(server.core), transport),
    notifier: notifier(server.core),
    addMember: async (name, { clientId = HOME, timeZone = 'UTC' } = {}) => {
      const id = await addPerson(server.db, { clientId, name, timeZone })
      await server.db.asSuperuser(
        `insert into user_session (client_id, id, user_id, cur_hash, rotated_at, idle_expires_at, absolute_expires_at,
           device, network, user_agent, created_at, last_seen_at)
         values ($1, $2, $3, $4, $5, 'infinity', 'infinity', '', '', '', $5, $5)`,
        [clientId, randomUUID(), id, randomBytes(32), clock.now()],
      )
      return id
    },
    call: async (userId, spec, body, { clientId = HOME, search = '' } = {}) => {
      const response = await server.app.inject({
        method: spec.method,
        url: `${pathFor(spec, { clientId })}${search}`,
        headers: { authorization: `Bearer ${userId}` },
        ...(body === undefined ? {} : { payload: body }),
      })
      return { status: response.statusCode, json: <T>() => response.json<T>() }
    },
    close: server.close,
  }
}

/** A browser's subscription with a real key pair, so that the server can encrypt for it. */
export const pushSubscription = (name: string) => {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  return {
    endpoint: `${SERVICE}/${name}`,
    keys: {
      p256dh: keys.getPublicKey().toString('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  }
}
