/** Cookies of the pipeline over https, and the log line of a refused caller. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDemo } from '#server/demo/seed.ts'
import { createTestDist, type TestDist } from '#tests/support/server/dist.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

let dist: TestDist
let server: TestServer
beforeAll(async () => {
  dist = await createTestDist()
  server = await startTestServer({
    dist: dist.folder,
    env: { TRUST_PROXY: '1', PUBLIC_URL: 'https://learn.example.org', DEMO: 'true' },
  })
  await seedDemo(server.core, async () => undefined)
})
afterAll(async () => {
  await server.close()
  await dist.remove()
})

const LOGIN = '/accounts/clients/7/user/login/'
const signIn = (password: string, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url: LOGIN,
    headers: { host: 'learn.example.org', 'x-forwarded-proto': 'https', ...headers },
    payload: { email: 'student@demo.test', password },
  })

describe('cookies over https', () => {
  it('have the prefix __Host-, are secure and belong to the whole host', async () => {
    const { cookies } = await signIn('learn-by-doing-7')
    expect(cookies).toMatchObject([
      { name: '__Host-known_device_7', path: '/', secure: true, httpOnly: true, sameSite: 'Strict' },
    ])
  })

  it('are read with the prefix only', async () => {
    const [known] = (await signIn('learn-by-doing-7')).cookies
    const again = async (name: string) => {
      const response = await signIn('learn-by-doing-7', { cookie: `${name}=${known?.value}` })
      return response.cookies[0]?.value === known?.value
    }
    expect(await again('__Host-known_device_7')).toBe(true)
    // Another host of the same domain could have set this one.
    expect(await again('known_device_7')).toBe(false)
  })
})

describe('the page over https', () => {
  const page = (url: string, headers: Record<string, string> = {}) =>
    server.app.inject({
      url,
      headers: { host: 'learn.example.org', 'x-forwarded-proto': 'https', accept: 'text/html', ...headers },
    })

  it('remembers the client of a demo with the prefix', async () => {
    const { cookies } = await page('/?client=8')
    expect(cookies).toMatchObject([
      { name: '__Host-demo_client', value: '8', path: '/', secure: true, sameSite: 'Lax' },
    ])
    expect(cookies[0]?.maxAge).toBeUndefined()
    expect((await page('/', { cookie: '__Host-demo_client=8' })).body).toContain('<html lang="ar"')
    expect((await page('/', { cookie: 'demo_client=8' })).body).toContain('<html lang="en"')
  })

  it('reads the language with the prefix before the name without', async () => {
    const both = { cookie: 'i18next=ar; __Host-i18next=hi' }
    expect((await page('/', both)).body).toContain('<html lang="hi"')
    expect((await page('/', { cookie: 'i18next=ar' })).body).toContain('<html lang="ar"')
  })

  it('reads the prefix where the server does not know that its proxy speaks https', async () => {
    const plain = { 'x-forwarded-proto': 'http', cookie: '__Host-i18next=hi' }
    expect((await page('/', plain)).body).toContain('<html lang="hi"')
  })
})

describe('a beacon over https', () => {
  const url = '/activity/clients/7/track-time/'
  const headers = { host: 'learn.example.org', 'x-forwarded-proto': 'https', 'sec-fetch-site': 'same-origin' }
  const payload = { time_spent_seconds: 30, session_id: 's', device_type: 'desktop' }

  it('is recognised by its cookie with the prefix', async () => {
    const { access_token: token } = (await signIn('learn-by-doing-7')).json<{ access_token: string }>()
    const reported = await server.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { ...headers, authorization: `Bearer ${token}` },
    })
    const cookie = reported.cookies.find(({ name }) => name === '__Host-lms_activity')
    const beaconWith = (name: string) =>
      server.app.inject({
        method: 'POST',
        url,
        headers: { ...headers, cookie: `${name}=${cookie?.value}`, 'content-type': 'text/plain' },
        payload: JSON.stringify({ ...payload, segment_id: 'b.0' }),
      })
    expect((await beaconWith('__Host-lms_activity')).statusCode).toBe(200)
    expect((await beaconWith('lms_activity')).statusCode).toBe(401)
  })
})

describe('a refused caller', () => {
  it('is named in the log with the call', async () => {
    const user = (await signIn('learn-by-doing-7')).json<{ id: number; access_token: string }>()
    const refused = await server.app.inject({
      url: '/api/clients/7/admin/courses/',
      headers: { authorization: `Bearer ${user.access_token}` },
    })
    expect(refused.statusCode).toBe(403)
    const line = server
      .logs()
      .split('\n')
      .find((text) => text.includes('not allowed'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      level: 'warn',
      code: 'forbidden',
      path: '/api/clients/7/admin/courses/',
      userId: user.id,
    })
    expect(line).not.toContain(user.access_token)
  })
})
