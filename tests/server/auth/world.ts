/** Two clients and what a browser does with accounts, on the real server. */
import type { LightMyRequestResponse } from 'fastify'
import type { Role } from '#contract/common.ts'
import { createFeatures } from '#server/app.ts'
import { authFeature, createUser, hashPassword, type NewUser } from '#server/features/auth/index.ts'
import { createHasher, type Hasher } from '#server/features/auth/passwords/hasher.ts'
import { referralSignUps } from '#server/features/money/index.ts'
import { notifier } from '#server/features/notifications/index.ts'
import { createTestClock, type TestClock } from '#tests/support/clock.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

export const START = '2026-11-21T06:00:00.000Z'
export const PASSWORD = 'seven tall lighthouses'
export const HOME_IP = '203.0.113.7'

/** Real hashing costs 25 ms for each of thousands of sign-ins: the same queue with a transparent "hash". */
export const quickHasher = (onVerify?: (password: string) => void): Hasher =>
  createHasher({
    slots: 64,
    queueMax: 10_000,
    hash: async (password) => `quick:${password}`,
    verify: async (password, phc) => {
      onVerify?.(password)
      return phc === `quick:${password}`
    },
  })

export interface Pair {
  access_token: string
  refresh_token: string
}

/** Posts with a cookie jar of its own. */
export type Browser = (
  action: string,
  body: unknown,
  options?: { ip?: string },
) => Promise<LightMyRequestResponse>

export interface AuthWorld {
  readonly server: TestServer
  readonly clock: TestClock
  readonly post: (
    action: string,
    body: unknown,
    options?: { client?: number; ip?: string; cookie?: string; token?: string; userAgent?: string },
  ) => Promise<LightMyRequestResponse>
  readonly browser: () => Browser
  readonly call: (
    method: 'GET' | 'DELETE',
    action: string,
    token: string | undefined,
    client?: number,
  ) => Promise<LightMyRequestResponse>
  readonly person: (person?: Partial<NewUser> & { client?: number; password?: string }) => Promise<{
    id: number
    email: string
  }>
  readonly signIn: (
    email: string,
    options?: { ip?: string; client?: number },
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
      auth: authFeature(core, {
        ...(hasher && { hasher }),
        referrals: referralSignUps,
        notifier: notifier(core),
      }),
    }),
  })
  await server.db.asSuperuser(CLIENTS)
  const pathOf = (action: string, client: number) => `/accounts/clients/${client}/user/${action}/`

  const post: AuthWorld['post'] = (action, body, options = {}) =>
    server.app.inject({
      method: 'POST',
      url: pathOf(action, options.client ?? 7),
      payload: body as object,
      remoteAddress: options.ip ?? HOME_IP,
      headers: {
        ...(options.cookie ? { cookie: options.cookie } : {}),
        ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
        ...(options.userAgent ? { 'user-agent': options.userAgent } : {}),
      },
    })
  const browser = (): Browser => {
    const jar = new Map<string, string>()
    return async (action, body, options = {}) => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await post(action, body, { ...options, ...(cookie ? { cookie } : {}) })
      for (const { name, value } of response.cookies) jar.set(name, value)
      return response
    }
  }
  const call: AuthWorld['call'] = (method, action, token, client = 7) =>
    server.app.inject({
      method,
      url: pathOf(action, client),
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
    browser,
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
    signIn: async (email, options = {}) => {
      const response = await post('login', { email, password: PASSWORD }, options)
      if (response.statusCode !== 200)
        throw new Error(`sign-in of ${email}: ${response.statusCode} ${response.body}`)
      return response.json()
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

/** Status and body without the request id, which differs in every response. */
export const withoutRequestId = (response: LightMyRequestResponse) => {
  const body = response.body === '' ? null : (response.json() as Record<string, unknown>)
  if (body) delete body['request_id']
  return { status: response.statusCode, body }
}

export const deviceCookie = (response: LightMyRequestResponse): string => {
  const cookie = response.cookies.find(({ name }) => name.startsWith('known_device'))
  if (!cookie) throw new Error('no device cookie')
  return `${cookie.name}=${cookie.value}`
}
