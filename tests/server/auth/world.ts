/** Two clients and what a browser does with accounts, over the real server. */
import type { LightMyRequestResponse } from 'fastify'
import type { Role } from '#contract/common.ts'
import { createFeatures } from '#server/app.ts'
import { authFeature, createUser, hashPassword, type NewUser } from '#server/features/auth/index.ts'
import { createHasher, type Hasher } from '#server/features/auth/passwords/hasher.ts'
import { createTestClock, type TestClock } from '#tests/support/clock.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

export const START = '2026-11-21T06:00:00.000Z'
export const PASSWORD = 'seven tall lighthouses'
export const HOME_IP = '203.0.113.7'

/** Thousands of sign-ins in a test must not each cost 25 ms: the same queue, a transparent "hash". */
export const quickHasher = (evaluated?: (password: string) => void): Hasher =>
  createHasher({
    slots: 64,
    queueMax: 10_000,
    hash: async (password) => `quick:${password}`,
    verify: async (password, phc) => {
      evaluated?.(password)
      return phc === `quick:${password}`
    },
  })

export interface Pair {
  access_token: string
  refresh_token: string
}

export interface AuthWorld {
  readonly server: TestServer
  readonly clock: TestClock
  readonly post: (
    deed: string,
    body: unknown,
    more?: { client?: number; ip?: string; cookie?: string; token?: string; userAgent?: string },
  ) => Promise<LightMyRequestResponse>
  readonly call: (
    method: 'GET' | 'DELETE',
    deed: string,
    token: string | undefined,
    client?: number,
  ) => Promise<LightMyRequestResponse>
  readonly person: (person?: Partial<NewUser> & { client?: number; password?: string }) => Promise<{
    id: number
    email: string
  }>
  readonly signIn: (
    email: string,
    more?: { ip?: string; client?: number },
  ) => Promise<Pair & { id: number; role: Role }>
  readonly mails: (to: string) => Promise<{ subject: string; text: string; html: string; language: string }[]>
  readonly codeFor: (to: string) => Promise<string>
  readonly audits: (
    action: string,
  ) => Promise<{ actor_id: number | null; result: string; object: string | null }[]>
  readonly close: () => Promise<void>
}

const CLIENTS = `insert into client (client_id, name, short_name, slug, languages, time_zone) values
  (7, 'Northlight Academy', 'Northlight', 'northlight', '{en,hi,ar}', 'Asia/Kolkata'),
  (8, 'Wahat Campus', 'Wahat', 'wahat', '{ar,en}', 'Asia/Riyadh')`

let serial = 0

export const createAuthWorld = async (
  options: { hasher?: Hasher; env?: Record<string, string>; clock?: TestClock } = {},
): Promise<AuthWorld> => {
  const clock = options.clock ?? createTestClock(START)
  const { hasher } = options
  const server = await startTestServer({
    clock,
    ...(options.env ? { env: options.env } : {}),
    features: (core) => ({
      ...createFeatures(core),
      auth: hasher ? authFeature(core, hasher) : authFeature(core),
    }),
  })
  await server.db.asSuperuser(CLIENTS)
  const pathOf = (deed: string, client: number) => `/accounts/clients/${client}/user/${deed}/`

  const post: AuthWorld['post'] = (deed, body, more = {}) =>
    server.app.inject({
      method: 'POST',
      url: pathOf(deed, more.client ?? 7),
      payload: body as object,
      remoteAddress: more.ip ?? HOME_IP,
      headers: {
        ...(more.cookie ? { cookie: more.cookie } : {}),
        ...(more.token ? { authorization: `Bearer ${more.token}` } : {}),
        ...(more.userAgent ? { 'user-agent': more.userAgent } : {}),
      },
    })
  const call: AuthWorld['call'] = (method, deed, token, client = 7) =>
    server.app.inject({
      method,
      url: pathOf(deed, client),
      remoteAddress: HOME_IP,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    })
  const mails: AuthWorld['mails'] = (to) =>
    server.db.asSuperuser(
      `select subject, body_text as text, body_html as html, language from outbox_message
        where recipient = $1 order by id desc`,
      [to],
    )
  return {
    server,
    clock,
    post,
    call,
    mails,
    person: async ({ client = 7, password = PASSWORD, ...person } = {}) => {
      serial += 1
      const email = person.email ?? `person${serial}@example.test`
      const passwordHash = hasher ? await hasher.hash(password) : await hashPassword(password)
      const id = await server.core.db.withTenant(client, (db) =>
        createUser(db, {
          fullName: 'Asha Rao',
          emailVerifiedAt: clock.now(),
          createdAt: clock.now(),
          ...person,
          email,
          passwordHash: person.passwordHash === undefined ? passwordHash : person.passwordHash,
        }),
      )
      return { id, email }
    },
    signIn: async (email, more = {}) => {
      const answer = await post('login', { email, password: PASSWORD }, more)
      if (answer.statusCode !== 200)
        throw new Error(`sign-in of ${email}: ${answer.statusCode} ${answer.body}`)
      return answer.json()
    },
    codeFor: async (to) => {
      const [newest] = await mails(to)
      const code = /^\d{6}$/m.exec(newest?.text ?? '')?.[0]
      if (!code) throw new Error(`no code for ${to} in: ${newest?.text ?? 'no mail'}`)
      return code
    },
    audits: (action) =>
      server.db.asSuperuser('select actor_id, result, object from audit_event where action = $1', [action]),
    close: server.close,
  }
}

/** Status and body without the one thing that differs between any two answers. */
export const withoutRequestId = (answer: LightMyRequestResponse) => {
  const body = answer.body === '' ? null : (answer.json() as Record<string, unknown>)
  if (body) delete body['request_id']
  return { status: answer.statusCode, body }
}

export const deviceCookie = (answer: LightMyRequestResponse): string => {
  const cookie = answer.cookies.find(({ name }) => name.startsWith('known_device'))
  if (!cookie) throw new Error('no device cookie')
  return `${cookie.name}=${cookie.value}`
}
