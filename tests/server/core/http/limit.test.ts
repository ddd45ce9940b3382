import { describe, expect, it } from 'vitest'
import type { EndpointSpec } from '#contract/endpoint.ts'
import { allEndpoints } from '#contract/index.ts'
import { createFeatures } from '#server/app.ts'
import { callerOf, createBuckets } from '#server/core/http/buckets.ts'
import type { AppError } from '#server/core/http/errors.ts'
import {
  createAuthLimiter,
  createLimiter,
  FAILED_AUTH_LIMIT,
  MEMBER_LIMIT,
  TOKEN_LIMIT,
} from '#server/core/http/limit.ts'
import { NOBODY, type Actor, type RequestFacts, type Tenant } from '#server/core/http/scope.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { createTestClock } from '#tests/support/clock.ts'
import { startTestServer } from '#tests/support/server/server.ts'

const tenant = (clientId: number): Tenant => ({
  clientId,
  name: 'T',
  isActive: true,
  languages: ['en'],
  features: new Set(),
})
const from = (ip: string): RequestFacts => ({ id: 'r', ip, userAgent: '', cookies: {} })
const actor: Actor = { userId: 1, sessionId: 's', role: 'student' }
const endpoint = (name: string): EndpointSpec => {
  const found = allEndpoints.find((spec) => spec.name === name)
  if (!found) throw new Error(`no endpoint ${name}`)
  return found
}
const LOGIN = endpoint('auth.login')
const READ = endpoint('courses.list')

type Call = [EndpointSpec, Tenant, Actor | null, RequestFacts]
const trying =
  (limit: ReturnType<typeof createLimiter>) =>
  async (times: number, ...call: Call) => {
    const results = await Promise.allSettled(Array.from({ length: times }, () => limit(...call)))
    const refused = results
      .filter((result) => result.status === 'rejected')
      .map(({ reason }) => reason as AppError)
    return { accepted: times - refused.length, refused }
  }

describe('H2: rate limits', () => {
  it('ST7: counts each API token by itself, apart from people', async () => {
    const tries = trying(createLimiter(1, createTestClock()))
    const token = (id: string): Actor => ({
      userId: NOBODY,
      sessionId: id,
      role: 'admin',
      token: { id, scopes: [] },
    })
    const { requests } = TOKEN_LIMIT
    const call = (who: Actor, times: number) => tries(times, READ, tenant(7), who, from('192.0.2.1'))
    expect((await call(token('one'), requests + 5)).accepted).toBe(requests)
    expect((await call(token('two'), requests + 5)).accepted).toBe(requests)
    expect((await call(actor, 5)).accepted).toBe(5)
  })

  it('H2: accepts exactly L of 3L simultaneous requests and tells the others when to retry', async () => {
    const clock = createTestClock()
    const tries = trying(createLimiter(1, clock))
    const limit = LOGIN.rateLimit?.requests ?? 0
    const first = await tries(3 * limit, LOGIN, tenant(7), null, from('192.0.2.1'))

    expect(first.accepted).toBe(limit)
    expect(first.refused[0]).toMatchObject({ code: 'too_many_requests', status: 429, retryAfterSeconds: 6 })
    clock.advance(5_999)
    expect((await tries(1, LOGIN, tenant(7), null, from('192.0.2.1'))).accepted).toBe(0)
    clock.advance(1)
    expect((await tries(2, LOGIN, tenant(7), null, from('192.0.2.1'))).accepted).toBe(1)
  })

  it('does not limit other callers', async () => {
    const tries = trying(createLimiter(1, createTestClock()))
    await tries(50, LOGIN, tenant(7), null, from('192.0.2.1'))

    expect((await tries(1, LOGIN, tenant(7), null, from('192.0.2.2'))).accepted).toBe(1)
    expect((await tries(1, LOGIN, tenant(8), null, from('192.0.2.1'))).accepted).toBe(1)
    expect((await tries(1, READ, tenant(7), actor, from('192.0.2.1'))).accepted).toBe(1)
  })

  it('counts endpoints with the same bucket together', async () => {
    const tries = trying(createLimiter(1, createTestClock()))
    const member = [tenant(7), actor, from('192.0.2.1')] as const

    expect((await tries(100, endpoint('community.voteThread'), ...member)).accepted).toBe(100)
    expect((await tries(30, endpoint('community.voteComment'), ...member)).accepted).toBe(20)
    expect((await tries(1, READ, ...member)).accepted).toBe(1)
  })

  it('counts all addresses of a member as one caller', async () => {
    const limit = createLimiter(1, createTestClock())
    const calls = Array.from({ length: MEMBER_LIMIT.requests + 20 }, (_, index) =>
      limit(READ, tenant(7), actor, from(`192.0.2.${index % 250}`)),
    )

    const accepted = (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled').length
    expect(accepted).toBe(MEMBER_LIMIT.requests)
  })

  it('applies the factor of the setting, or no limit when off', async () => {
    const raised = trying(createLimiter(3, createTestClock()))
    const off = trying(createLimiter(Infinity, createTestClock()))

    expect((await raised(100, LOGIN, tenant(7), null, from('192.0.2.1'))).accepted).toBe(30)
    expect((await off(2_000, LOGIN, tenant(7), null, from('192.0.2.1'))).accepted).toBe(2_000)
  })

  it('lets no burst pass at a window edge, unlike a counter per window', async () => {
    const clock = createTestClock('2026-01-01T00:00:59.999Z')
    const seen = new Map<number, number>()
    const naive = () => {
      const window = Math.floor(clock.now().getTime() / 60_000)
      seen.set(window, (seen.get(window) ?? 0) + 1)
      return (seen.get(window) ?? 0) <= 10
    }
    const buckets = createBuckets(clock)
    const exact = () => buckets.take('k', { requests: 10, windowMs: 60_000 }) === 0
    const burst = (accept: () => boolean) => Array.from({ length: 30 }, accept).filter(Boolean).length
    const before = { naive: burst(naive), exact: burst(exact) }
    clock.advance(1)

    expect(before.naive + burst(naive)).toBe(20)
    expect(before.exact + burst(exact)).toBe(10)
  })

  it('limits its memory under a flood of addresses', () => {
    const buckets = createBuckets(createTestClock(), 1_000)
    for (let index = 0; index < 20_000; index += 1)
      buckets.take(`a${index}`, { requests: 1, windowMs: 60_000 })
    for (let index = 0; index < 2_000; index += 1)
      buckets.exhaust(`b${index}`, { requests: 1, windowMs: 60_000 })

    expect(buckets.size()).toBeLessThanOrEqual(1_000)
  })

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
    ['192.0.2.1', '192.0.2.1'],
  ])('counts the address %s as %s', (ip, caller) => {
    expect(callerOf(ip)).toBe(caller)
  })
})

describe('rate limits over HTTP', () => {
  it('ignores forged X-Forwarded-For without a proxy, and sends Retry-After', async () => {
    const server = await startTestServer({ env: { RATE_LIMITS: '1' } })
    try {
      await seedDemo(server.core, async () => undefined)
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          server.app.inject({
            method: 'POST',
            url: '/accounts/clients/7/user/login/',
            headers: { 'x-forwarded-for': `198.51.100.${index}` },
            payload: {},
          }),
        ),
      )
      const refused = answers.filter(({ statusCode }) => statusCode === 429)

      expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(10)
      expect(refused).toHaveLength(20)
      expect(refused[0]?.headers['retry-after']).toBe('6')
      expect(refused[0]?.json()).toMatchObject({ code: 'too_many_requests', retry_after: 6 })
    } finally {
      await server.close()
    }
  })

  it('refuses an address that keeps failing to authenticate before its token is checked', async () => {
    let checked = 0
    const server = await startTestServer({
      env: { RATE_LIMITS: '0.01' },
      features: (core) => {
        const features = createFeatures(core)
        const authenticate: typeof features.auth.authenticate = (...call) => {
          checked += 1
          return features.auth.authenticate(...call)
        }
        return { ...features, auth: { ...features.auth, authenticate } }
      },
    })
    try {
      await seedDemo(server.core, async () => undefined)
      const me = (token: string, ip: string, clientId = 7) =>
        server.app.inject({
          url: `/accounts/clients/${clientId}/user/me/`,
          remoteAddress: ip,
          headers: { authorization: `Bearer ${token}` },
        })
      const login = await server.app.inject({
        method: 'POST',
        url: '/accounts/clients/7/user/login/',
        payload: { email: 'student@demo.test', password: 'learn-by-doing-7' },
      })
      const { access_token: token } = login.json<{ access_token: string }>()
      const statuses = []
      for (let n = 0; n < 40; n += 1)
        statuses.push((await me(`a.b.${n}`, '198.51.100.1', n % 2 ? 7 : 8)).statusCode)
      const failures = Math.floor(FAILED_AUTH_LIMIT.requests * 0.01)
      expect(statuses.filter((status) => status === 401)).toHaveLength(failures)
      expect(statuses.filter((status) => status === 429)).toHaveLength(40 - failures)
      expect(checked).toBe(failures)

      const refused = await me('a.b.c', '198.51.100.1')
      expect(refused.json()).toMatchObject({ code: 'too_many_requests' })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect((await me('a.b.c', '198.51.100.2')).statusCode).toBe(401)
      expect((await me(token, '198.51.100.3')).statusCode).toBe(200)
    } finally {
      await server.close()
    }
  })

  it('does not count requests that authenticate', async () => {
    const take = createAuthLimiter(1, createTestClock())
    for (let n = 0; n < 3 * FAILED_AUTH_LIMIT.requests; n += 1) take(from('192.0.2.1')).succeeded()
    expect(() => take(from('192.0.2.1'))).not.toThrow()
  })

  it('trusts only the hop that a configured proxy added', async () => {
    const server = await startTestServer({ env: { TRUST_PROXY: '1', RATE_LIMITS: '1' } })
    try {
      await seedDemo(server.core, async () => undefined)
      const tryFrom = (forwarded: string) =>
        server.app.inject({
          method: 'POST',
          url: '/accounts/clients/7/user/login/',
          remoteAddress: '10.0.0.1',
          headers: { 'x-forwarded-for': forwarded },
          payload: {},
        })
      const spoofed = await Promise.all(
        Array.from({ length: 30 }, (_, index) => tryFrom(`203.0.113.${index}, 198.51.100.1`)),
      )

      expect(spoofed.filter(({ statusCode }) => statusCode === 422)).toHaveLength(10)
      expect((await tryFrom('198.51.100.2')).statusCode).toBe(422)
    } finally {
      await server.close()
    }
  })
})
