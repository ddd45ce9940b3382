import type { InjectOptions } from 'fastify'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorBody } from '#contract/errors.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { missingSecurityHeaders } from '#tests/support/server/security-headers.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await seedDemo(server.core, async () => undefined)
})
afterAll(() => server.close())

const LOGIN = '/accounts/clients/7/user/login/'
const SIGN_UP = '/accounts/clients/7/user/signup/'
const json = { 'content-type': 'application/json' }

const ask = async (request: InjectOptions) => {
  const answer = await server.app.inject(request)
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>(), headers: answer.headers }
}

describe('bad input', () => {
  it.each([
    [
      'broken JSON',
      400,
      'malformed_request',
      { method: 'POST', url: LOGIN, headers: json, payload: '{"email":' },
    ],
    [
      'a prototype in the body',
      400,
      'malformed_request',
      { method: 'POST', url: LOGIN, headers: json, payload: '{"__proto__":{"role":"admin"}}' },
    ],
    ['no token', 401, 'unauthenticated', { method: 'GET', url: '/api/clients/7/client-info/' }],
    [
      'a token that is none',
      401,
      'unauthenticated',
      { method: 'GET', url: '/api/clients/7/client-info/', headers: { authorization: 'Bearer x.y.z' } },
    ],
    ['an unknown client', 404, 'not_found', { method: 'GET', url: '/api/clients/424242/public-info/' }],
    ['a malformed id', 404, 'not_found', { method: 'GET', url: '/api/clients/7abc/public-info/' }],
    [
      'an id beyond the database',
      404,
      'not_found',
      { method: 'GET', url: '/api/clients/2147483648/public-info/' },
    ],
    ['an unknown path', 404, 'not_found', { method: 'GET', url: '/api/nothing/' }],
    ['a path without its slash', 404, 'not_found', { method: 'GET', url: '/api/clients/7/public-info' }],
    [
      'a large broken body without a token, which nobody parses',
      401,
      'unauthenticated',
      {
        method: 'POST',
        url: '/community-forum/api/clients/7/threads/',
        headers: json,
        payload: `{"title":"${'x'.repeat(200_000)}`,
      },
    ],
    [
      'TRACE',
      404,
      'not_found',
      { method: 'TRACE' as never, url: '/api/nothing/', headers: { 'x-secret': 'echo' } },
    ],
    ['a wrong method', 405, 'method_not_allowed', { method: 'DELETE', url: LOGIN }],
    [
      'a body of more than 1 MiB',
      413,
      'body_too_large',
      {
        method: 'POST',
        url: LOGIN,
        headers: json,
        payload: JSON.stringify({ email: 'x'.repeat(1_100_000) }),
      },
    ],
    [
      'a form',
      415,
      'unsupported_media_type',
      {
        method: 'POST',
        url: LOGIN,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'email=a&password=b',
      },
    ],
    [
      'plain text',
      415,
      'unsupported_media_type',
      { method: 'POST', url: LOGIN, headers: { 'content-type': 'text/plain' }, payload: '{}' },
    ],
    ['a bad escape in the path', 400, 'malformed_request', { method: 'GET', url: '/api/%zz/' }],
    ['an empty body', 422, 'invalid_fields', { method: 'POST', url: LOGIN }],
    ['an array as body', 422, 'invalid_fields', { method: 'POST', url: LOGIN, headers: json, payload: '[]' }],
    [
      'a missing field',
      422,
      'invalid_fields',
      { method: 'POST', url: LOGIN, headers: json, payload: '{"email":"a@b.example"}' },
    ],
  ] as const)('answers %s with %i %s', async (_, status, code, request) => {
    const answer = await ask(request)

    expect(answer).toMatchObject({ status, body: { code } })
    expect(errorBody.parse(answer.body)).toEqual(answer.body)
    expect(answer.body['message']).toBe(answer.body['detail'])
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('names a missing field', async () => {
    const { body } = await ask({
      method: 'POST',
      url: LOGIN,
      headers: json,
      payload: '{"email":"a@b.example"}',
    })

    expect(body['fields']).toEqual({ password: [{ code: 'required', message: 'This field is required.' }] })
  })

  it('lists the allowed methods in Allow for a wrong method', async () => {
    const { headers } = await ask({ method: 'DELETE', url: LOGIN })

    expect(headers['allow']).toBe('POST')
  })
})

it('writes nothing for a rejected body', async () => {
  const count = async () =>
    (await server.db.asSuperuser<{ n: number }>('select count(*)::int as n from app_user'))[0]?.n
  const before = await count()
  const person = { full_name: 'Half', email: 'half@demo.test', password: 'long enough for anybody 1' }

  for (const payload of [JSON.stringify(person), JSON.stringify(person).slice(0, -2), '{}'])
    expect(
      (await ask({ method: 'POST', url: SIGN_UP, headers: json, payload })).status,
    ).toBeGreaterThanOrEqual(400)

  expect(await count()).toBe(before)
})

/** The whole answer to bytes on a connection of their own. */
const answerTo = async (bytes: string): Promise<string> => {
  if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' })
  const address = server.app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()))
    socket.on('end', () => resolve(received)).on('error', reject)
  })
}

it.each([
  ['two hosts', 'Host: a.test\r\nhost: b.test\r\n', 400],
  ['the same host twice', 'Host: a.test\r\nHost: a.test\r\n', 400],
  ['two hosts in one header', 'Host: a.test, b.test\r\n', 400],
  ['two hosts with a space', 'Host: a.test b.test\r\n', 400],
  ['a person at a host', 'Host: a.test@b.test\r\n', 400],
  ['a path behind a host', 'Host: a.test/b.test\r\n', 400],
  ['a host in a folded line', 'Host: a.test\r\n b.test\r\n', 400],
  ['a host with a space before its colon', 'Host : a.test\r\nHost: b.test\r\n', 400],
  ['one host', 'Host: a.test\r\n', 200],
  ['one host and a port', 'Host: A.test:4100\r\n', 200],
  ['an IPv6 address', 'Host: [::1]:4100\r\n', 200],
  ['no host', '', 400],
])('answers a request that names %s', async (_name, headers, status) => {
  const answer = await answerTo(`GET /healthz HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`)
  expect(answer.split('\r\n', 1)[0]).toContain(`HTTP/1.1 ${status}`)
})

it.each([
  ['the same host', 'http://a.test', 'a.test', 200],
  ['the same host in capitals', 'http://A.test:4100', 'a.TEST:4100', 200],
  ['another host', 'http://b.test', 'a.test', 400],
  ['another port', 'http://a.test:81', 'a.test', 400],
  ['a person at a host', 'http://a.test@b.test', 'a.test', 400],
])('answers a request line with %s', async (_name, origin, host, status) => {
  const answer = await answerTo(
    `GET ${origin}/healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  )
  expect(answer.split('\r\n', 1)[0]).toContain(`HTTP/1.1 ${status}`)
})

it('answers bytes that are not HTTP with a 400 JSON response with the security headers', async () => {
  const text = await answerTo('NOT HTTP AT ALL\r\n\r\n')
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const headers = Object.fromEntries(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )

  expect(head).toContain('400 Bad Request')
  expect(missingSecurityHeaders(headers)).toEqual([])
  expect(JSON.parse(body)).toMatchObject({ code: 'malformed_request' })
})

it('answers an error in a handler with 500, without stack or reason', async () => {
  const other = await startTestServer({
    features: (core) => ({
      clients: {
        register: (app) => {
          app.get('/api/broken/', async () => {
            await core.db.withoutTenant((db) =>
              db
                .selectFrom('no_such_table' as never)
                .selectAll()
                .execute(),
            )
          })
        },
        findTenant: async () => null,
        findTenantByHost: async () => null,
        mailIdentity: async () => null,
        publicInfo: async () => null,
        documentAt: async () => null,
        logo: async () => null,
      },
      auth: {
        register: () => undefined,
        findSession: async () => null,
        authenticate: () => Promise.reject(new Error('unused')),
      },
      apiAccess: {
        register: () => undefined,
        authenticateToken: () => Promise.reject(new Error('unused')),
      },
      setup: { register: () => undefined, link: async () => null, sendWaiting: async () => null },
      others: [],
    }),
  })
  try {
    const answer = await other.app.inject('/api/broken/')

    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toMatchObject({ code: 'internal_error' })
    expect(answer.body).not.toMatch(/no_such_table|relation|\.ts|at /)
    expect(other.logs()).toContain('no_such_table')
  } finally {
    await other.close()
  }
})
