import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'
import { createTestDist, type TestDist } from '#tests/support/server/dist.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

const PUBLIC = 'https://learn.example.org'
const DEMO_PASSWORD = 'learn-by-doing-7'

describe('when the demo runs', () => {
  it.each([
    ['nothing is set', {}, true],
    ['people use a loopback address', { PUBLIC_URL: 'http://localhost:4100' }, true],
    ['it listens on IPv6 loopback', { HOST: '::1' }, true],
    ['people use https', { PUBLIC_URL: PUBLIC }, false],
    ['people use https on loopback', { PUBLIC_URL: 'https://localhost:4100' }, false],
    ['people use a public name without TLS', { PUBLIC_URL: 'http://learn.example.org' }, false],
    ['it listens on all addresses', { HOST: '0.0.0.0' }, false],
    ['it listens on all IPv6 addresses', { HOST: '::' }, false],
    ['it listens on a network address', { HOST: '192.0.2.4' }, false],
    ['it listens on a name that begins like loopback', { HOST: '127.example.org' }, false],
    ['a proxy is in front', { TRUST_PROXY: '1' }, false],
    ['the proxies are named', { TRUST_PROXY: '10.0.0.0/8' }, false],
  ])('is right by default when %s', (_case, env, demo) => {
    expect(readConfig(env).demo).toBe(demo)
    expect(readConfig({ ...env, DEMO: 'true' }).demo).toBe(true)
    expect(readConfig({ ...env, DEMO: 'false' }).demo).toBe(false)
  })
})

describe('a demo that others can reach', () => {
  const servers: TestServer[] = []
  let dist: TestDist
  const start = async (env: Record<string, string>, database?: TestDatabase) => {
    const server = await startTestServer({ env, dist: dist.folder, ...(database ? { database } : {}) })
    servers.push(server)
    return server
  }
  beforeAll(async () => {
    dist = await createTestDist()
  })
  afterAll(async () => {
    for (const server of servers) await server.close()
    await dist.remove()
  })
  const bannerFor = async (server: TestServer, headers: Record<string, string> = {}) => {
    const answer = await server.app.inject({ url: '/runtime-config.json', headers })
    return answer.json<{ demo_banner?: boolean }>().demo_banner ?? false
  }

  it('shows the banner only when the demo is asked for and others can reach it', async () => {
    expect(await bannerFor(await start({}))).toBe(false)
    expect(await bannerFor(await start({ DEMO: 'true', PUBLIC_URL: PUBLIC }))).toBe(true)
    expect(await bannerFor(await start({ DEMO: 'true', HOST: '0.0.0.0' }))).toBe(true)
    expect(await bannerFor(await start({ DEMO: 'true', TRUST_PROXY: '1' }))).toBe(true)
    expect(await bannerFor(await start({ DEMO: 'false', PUBLIC_URL: PUBLIC }))).toBe(false)
  })

  it('shows the banner behind a proxy that no setting names', async () => {
    const server = await start({ DEMO: 'true' })
    expect(await bannerFor(server)).toBe(false)
    expect(await bannerFor(server, { host: 'learn.example.org' })).toBe(true)
    expect(await bannerFor(server, { 'x-forwarded-for': '203.0.113.9' })).toBe(true)
    expect(await bannerFor(server)).toBe(false)
    const page = await server.app.inject({
      url: '/login',
      headers: { accept: 'text/html', via: '1.1 proxy' },
    })
    expect(page.body).toContain('"demo_banner":true')
  })

  it.each([
    ['another host name', { host: 'learn.example.org' }],
    ['a forwarded request', { 'x-forwarded-for': '203.0.113.9' }],
    ['a forwarded host', { 'x-forwarded-host': 'learn.example.org' }],
    ['the standard header of proxies', { forwarded: 'for=203.0.113.9' }],
  ])('refuses %s while nobody asked for the demo', async (_case, headers) => {
    const server = await start({ DEMO: '' })
    expect((await server.app.inject('/healthz')).statusCode).toBe(200)
    for (const url of ['/', '/login', '/no/such/page', '/dev/outbox/', '/api/clients/7/public-info/']) {
      const refused = await server.app.inject({ url, headers: { accept: 'text/html', ...headers } })
      expect([url, refused.statusCode]).toEqual([url, 403])
      expect(refused.json().detail).toContain('DEMO=true')
    }
  })

  it('has no outbox page when PUBLIC_URL turns the demo off', async () => {
    const server = await start({ DEMO: '', PUBLIC_URL: PUBLIC })
    const answer = await server.app.inject({ url: '/dev/outbox/', headers: { accept: 'text/html' } })
    expect(answer.statusCode).toBe(404)
  })
})

describe('accounts of the demo after it ended', () => {
  let database: TestDatabase
  let demo: TestServer
  let real: TestServer
  beforeAll(async () => {
    database = await createTestDatabase()
    demo = await startTestServer({ database })
    await seedDemo(demo.core, async () => undefined)
    // The same master key, as in one data folder: sessions of the demo stay readable.
    real = await startTestServer({ env: { DEMO: 'false', DATA_DIR: demo.config.dataDir }, database })
  })
  afterAll(async () => {
    await demo.app.close()
    await demo.core.changes.stop()
    await real.close()
  })
  const post = (server: TestServer, action: string, payload: object) =>
    server.app.inject({ method: 'POST', url: `/accounts/clients/7/user/${action}/`, payload })
  const me = (server: TestServer, token: string) =>
    server.app.inject({
      url: '/accounts/clients/7/user/me/',
      headers: { authorization: `Bearer ${token}` },
    })

  it('cannot sign in, go on with a session or set a new password', async () => {
    const email = 'superadmin@demo.test'
    const session = (await post(demo, 'login', { email, password: DEMO_PASSWORD })).json()
    expect((await me(demo, session.access_token)).statusCode).toBe(200)

    expect((await post(real, 'login', { email, password: DEMO_PASSWORD })).statusCode).toBe(403)
    expect((await me(real, session.access_token)).statusCode).toBe(401)
    const refresh = await post(real, 'refresh-token', { refresh_token: session.refresh_token })
    expect(refresh.statusCode).toBe(401)
    const mailsBefore = await database.asSuperuser('select 1 from outbox_message')
    expect((await post(real, 'forgot-password', { email })).statusCode).toBe(200)
    expect(await database.asSuperuser('select 1 from outbox_message')).toHaveLength(mailsBefore.length)
    // Nothing was taken away: the demo goes on when it is asked for again.
    expect((await me(demo, session.access_token)).statusCode).toBe(200)
  })

  it('cannot come back by a changed password, address, role or by being switched on', async () => {
    await database.asSuperuser(
      `update app_user set password_hash = (select password_hash from app_user where email_key = 'student@demo.test' and client_id = 7),
         email = 'root@example.org', email_key = 'root@example.org', role = 'admin', disabled_at = null
       where client_id = 7 and email_key = 'admin@demo.test'`,
    )
    expect(
      (await post(demo, 'login', { email: 'root@example.org', password: DEMO_PASSWORD })).statusCode,
    ).toBe(200)
    expect(
      (await post(real, 'login', { email: 'root@example.org', password: DEMO_PASSWORD })).statusCode,
    ).toBe(403)
  })
})
