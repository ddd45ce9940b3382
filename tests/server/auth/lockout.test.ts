import fc from '#tests/support/property.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  blockedUntil,
  delayAfter,
  FREE_FAILURES,
  HARD_STOP,
} from '#server/features/auth/passwords/lockout.policy.ts'
import {
  createAuthWorld,
  deviceCookie,
  PASSWORD,
  quickHasher,
  START,
  type AuthWorld,
  type Browser,
} from './world.ts'

const MINUTE_MS = 60_000
const ipOf = (n: number) => `198.18.${n}.9`
const wrongPassword = (n: number) => `wrong guess number ${n}`

describe('Sign-in delays (policy)', () => {
  const now = new Date(START)
  const row = (network: string, failures: number, agoMs = 0) => ({
    network,
    failures,
    lastFailedAt: new Date(now.getTime() - agoMs),
  })
  const waitMs = (...args: Parameters<typeof blockedUntil>) => {
    const until = blockedUntil(...args)
    return until ? until.getTime() - now.getTime() : 0
  }

  it('waits 1, 2, 4, 8 and at most 15 minutes from the fifth failure on', () => {
    const minutes = [4, 5, 6, 7, 8, 9, 50, 5000].map((failures) => delayAfter(failures) / MINUTE_MS)
    expect(minutes).toEqual([0, 1, 2, 4, 8, 15, 15, 15])
  })

  it('does not delay the owner when one other network fails', () => {
    const property = () =>
      fc.assert(
        fc.property(
          fc.integer({ min: 1, max: 99 }),
          fc.integer({ min: 0, max: FREE_FAILURES - 1 }),
          (strangerFailures, ownerFailures) => {
            const rows = [
              row('stranger', strangerFailures),
              ...(ownerFailures > 0 ? [row('owner', ownerFailures)] : []),
            ]
            return strangerFailures + ownerFailures >= HARD_STOP || waitMs(rows, 'owner', now) === 0
          },
        ),
      )
    expect(property).not.toThrow()
  })

  it('delays everybody after failures from two other networks', () => {
    const rows = [row('a', 3), row('b', 3)]
    expect(waitMs(rows, 'owner', now)).toBe(2 * MINUTE_MS)
    expect(waitMs([row('a', 3)], 'owner', now)).toBe(0)
  })

  it('never shortens the wait after one more failure', () => {
    const failures = fc.array(
      fc.record({ network: fc.constantFrom('a', 'b', 'c'), failures: fc.integer({ min: 1, max: 120 }) }),
      { maxLength: 3 },
    )
    const property = () =>
      fc.assert(
        fc.property(failures, fc.constantFrom('a', 'b', 'c'), (list, network) => {
          const rows = [...new Map(list.map((one) => [one.network, row(one.network, one.failures)])).values()]
          const afterOneMore = [
            ...rows.filter((one) => one.network !== network),
            row(network, (rows.find((one) => one.network === network)?.failures ?? 0) + 1),
          ]
          return waitMs(afterOneMore, network, now) >= waitMs(rows, network, now)
        }),
      )
    expect(property).not.toThrow()
  })
})

describe('Password guessing (A14)', { timeout: 300_000 }, () => {
  let world: AuthWorld
  let email = ''
  let userId = 0
  const evaluated: string[] = []
  beforeAll(async () => {
    world = await createAuthWorld({ hasher: quickHasher((password) => evaluated.push(password)) })
  })
  beforeEach(async () => {
    ;({ email, id: userId } = await world.person())
    evaluated.length = 0
  })
  afterAll(() => world.close())

  const guess = (n: number, options = {}) =>
    world.post('login', { email, password: wrongPassword(n) }, options)

  /** Sends 1,000 guesses from 50 addresses, in bursts of 50 at once, with pauses in between. */
  const attack = async (send: (n: number, fromIp: string) => Promise<unknown>, pauseMs: number) => {
    for (let burst = 0; burst < 20; burst += 1) {
      await Promise.all(Array.from({ length: 50 }, (_, host) => send(burst * 50 + host, ipOf(host))))
      world.clock.advance(pauseMs)
    }
  }

  it("A14: evaluates at most 100 of 1,000 guesses and lets the owner's known browser in", async () => {
    const cookie = deviceCookie(await world.post('login', { email, password: PASSWORD }))
    evaluated.length = 0
    await attack((n, fromIp) => guess(n, { ip: fromIp }), 20 * MINUTE_MS)
    expect(evaluated.length).toBeGreaterThan(0)
    expect(evaluated.length).toBeLessThanOrEqual(100)
    await guess(1000, { ip: ipOf(0) })
    expect((await world.post('login', { email, password: PASSWORD }, { ip: ipOf(200) })).statusCode).toBe(429)
    expect((await world.post('login', { email, password: PASSWORD }, { cookie })).statusCode).toBe(200)
    // Other people's failures still count.
    expect((await guess(1, { ip: ipOf(3) })).statusCode).toBe(429)
  })

  it('control: evaluates all 1,000 guesses when only the password is checked', async () => {
    const checked: string[] = []
    const naive = quickHasher((password) => checked.push(password))
    await attack((n) => naive.verify(wrongPassword(n), `quick:${PASSWORD}`), 0)
    expect(checked.length).toBe(1000)
  })

  it('unlocks the account after 100 failures when the owner resets the password', async () => {
    for (let n = 0; n < 140; n += 1) {
      await guess(n, { ip: ipOf(n % 4) })
      world.clock.advance(16 * MINUTE_MS)
    }
    expect(evaluated.length).toBe(100)
    const stopped = await world.post('login', { email, password: PASSWORD })
    expect(stopped.statusCode).toBe(429)
    expect(stopped.json()).toMatchObject({ code: 'account_locked' })
    expect(stopped.json().detail).toContain('e-mail')
    await world.post('forgot-password', { email })
    const otp = await world.codeFor(email)
    await world.post('reset-password', { email, otp, password: 'another quiet morning' })
    expect((await world.post('login', { email, password: 'another quiet morning' })).statusCode).toBe(200)
  })

  it('says when to retry after five wrong passwords', async () => {
    for (let n = 0; n < FREE_FAILURES; n += 1) expect((await guess(n)).statusCode).toBe(401)
    const sixth = await world.post('login', { email, password: PASSWORD })
    expect(sixth.statusCode).toBe(429)
    expect(sixth.json()).toMatchObject({ code: 'account_locked', retry_after: 60 })
    expect(sixth.headers['retry-after']).toBe('60')
    world.clock.advance(59_000)
    expect((await world.post('login', { email, password: PASSWORD })).json().retry_after).toBe(1)
    world.clock.advance(1000)
    expect((await world.post('login', { email, password: PASSWORD })).statusCode).toBe(200)
    expect((await guess(1)).statusCode).toBe(401)
  })

  it('lets the owner in from home without a cookie during an attack from one address', async () => {
    for (let n = 0; n < 40; n += 1) await guess(n, { ip: '198.18.0.1' })
    expect((await guess(0, { ip: '198.18.0.77' })).statusCode).toBe(429)
    expect(
      (await world.post('login', { email, password: PASSWORD }, { ip: '203.0.113.200' })).statusCode,
    ).toBe(200)
  })

  it('allows a stolen device cookie at most five extra attempts', async () => {
    const cookie = deviceCookie(await world.post('login', { email, password: PASSWORD }))
    evaluated.length = 0
    for (let n = 0; n < 30; n += 1) await guess(n, { cookie })
    expect(evaluated.length).toBe(2 * FREE_FAILURES)
  })

  it('counts failures by e-mail and by username together', async () => {
    const [row] = await world.server.db.asSuperuser<{ username: string }>(
      'select username from app_user where id = $1',
      [userId],
    )
    for (let n = 0; n < FREE_FAILURES; n += 1) await guess(n)
    expect((await world.post('login', { email: row?.username, password: PASSWORD })).statusCode).toBe(429)
  })

  it('records each evaluated failure and each lockout once in the audit', async () => {
    const entriesOf = async (action: string) =>
      (await world.audits(action)).filter(({ object }) => object === `user:${userId}`).length
    for (let n = 0; n < 8; n += 1) await guess(n)
    expect(evaluated.length).toBe(5)
    expect(await entriesOf('auth.login')).toBe(5)
    expect(await entriesOf('auth.lockout')).toBe(1)
  })
})

describe('Code guessing (A14)', { timeout: 300_000 }, () => {
  let world: AuthWorld
  beforeAll(async () => {
    world = await createAuthWorld({ hasher: quickHasher() })
  })
  afterAll(() => world.close())

  /** The browser that signed up. */
  const browsers = new Map<string, Browser>()
  const browserOf = (email: string) => {
    const browser = browsers.get(email)
    if (!browser) throw new Error(`${email} did not sign up`)
    return browser
  }
  const unverifiedPerson = async () => {
    const email = `waiting${browsers.size}@example.test`
    const browser = world.browser()
    browsers.set(email, browser)
    const form = { full_name: 'Meera Nair', email, password: 'walnut harbour violin', accept_terms: true }
    await browser('signup', form)
    return email
  }
  const wrongCodeFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const verify = async (email: string, otp: string) => {
    const response = await browserOf(email)('verify-email', { email, otp })
    return response.statusCode === 200 ? 'ok' : String(response.json().code)
  }

  it('rejects the right code after five wrong ones', async () => {
    const email = await unverifiedPerson()
    const code = await world.codeFor(email)
    for (let n = 0; n < 5; n += 1) expect(await verify(email, wrongCodeFor(code))).toBe('invalid_code')
    expect(await verify(email, code)).toBe('invalid_code')
  })

  it('accepts the right code once after four wrong ones', async () => {
    const email = await unverifiedPerson()
    const code = await world.codeFor(email)
    for (let n = 0; n < 4; n += 1) await verify(email, wrongCodeFor(code))
    expect(await verify(email, code)).toBe('ok')
    expect(await verify(email, code)).toBe('invalid_code')
  })

  it('accepts one of 20 simultaneous callers with the right code', async () => {
    const email = await unverifiedPerson()
    const code = await world.codeFor(email)
    const responses = await Promise.all(Array.from({ length: 20 }, () => verify(email, code)))
    expect(responses.filter((response) => response === 'ok')).toHaveLength(1)
  })

  it('expires a code after ten minutes and says so only to the right digits', async () => {
    const email = await unverifiedPerson()
    const code = await world.codeFor(email)
    world.clock.advance(10 * MINUTE_MS)
    expect(await verify(email, wrongCodeFor(code))).toBe('invalid_code')
    expect(await verify(email, code)).toBe('code_expired')
  })

  it('replaces the old code with a resent one', async () => {
    const email = await unverifiedPerson()
    const old = await world.codeFor(email)
    world.clock.advance(MINUTE_MS)
    await browserOf(email)('resend-verification-email', { email })
    const newest = await world.codeFor(email)
    expect(await verify(email, old)).toBe('invalid_code')
    expect(await verify(email, newest)).toBe('ok')
  })

  it('rejects a code of another user or for another purpose', async () => {
    const [a, b] = [await unverifiedPerson(), await unverifiedPerson()]
    const code = await world.codeFor(a)
    expect(await verify(b, code)).toBe('invalid_code')
    const reset = await browserOf(a)('reset-password', {
      email: a,
      otp: code,
      password: 'another quiet morning',
    })
    expect(reset.json()).toMatchObject({ code: 'invalid_code' })
    expect(await verify(a, code)).toBe('ok')
  })

  it('sends a code once a minute, five times an hour and ten times a day at most', async () => {
    const { email } = await world.person({ emailVerifiedAt: null })
    const resend = async () => (await world.post('resend-verification-email', { email })).statusCode
    expect(await resend()).toBe(200)
    const early = await world.post('resend-verification-email', { email })
    expect(early.json()).toMatchObject({ code: 'too_many_requests', retry_after: 60 })
    let sent = 1
    for (let minute = 1; minute < 60; minute += 1) {
      world.clock.advance(MINUTE_MS)
      if ((await resend()) === 200) sent += 1
    }
    expect(sent).toBe(5)
    for (let minute = 60; minute < 24 * 60; minute += 10) {
      world.clock.advance(10 * MINUTE_MS)
      if ((await resend()) === 200) sent += 1
    }
    expect(sent).toBe(10)
    expect(await world.mails(email)).toHaveLength(10)
  })

  it('A14: checks at most ten guesses of one browser in an hour, even with new codes', async () => {
    const email = await unverifiedPerson()
    const responses: string[] = []
    for (let minute = 0; minute < 59; minute += 1) {
      for (let n = 0; n < 3; n += 1)
        responses.push(await verify(email, wrongCodeFor(await world.codeFor(email))))
      world.clock.advance(MINUTE_MS)
      await browserOf(email)('resend-verification-email', { email })
    }
    const checked = responses.filter((response) => response === 'invalid_code').length
    // 10 of 1,000,000: below the allowed 2.5 · 10⁻⁵ an hour.
    expect(checked).toBe(10)
    expect(responses.length).toBe(177)
  })

  it('stores codes so that they cannot be read from the table or the logs', async () => {
    const email = await unverifiedPerson()
    const code = await world.codeFor(email)
    const [row] = await world.server.db.asSuperuser<{ all: string }>(
      `select c::text as all from one_time_code c order by id desc limit 1`,
    )
    expect(row?.all).not.toContain(code)
    expect(world.server.logs()).not.toContain(code)
  })

  it('never deadlocks on simultaneous requests for one address', async () => {
    const failures: string[] = []
    for (let round = 0; round < 20; round += 1) {
      const { email } = await world.person({ emailVerifiedAt: null })
      const form = { full_name: 'Meera Nair', email, password: 'walnut harbour violin', accept_terms: true }
      const code = { email, otp: '000000' }
      const responses = await Promise.all([
        world.post('resend-verification-email', { email }),
        world.post('verify-email', code),
        world.post('forgot-password', { email }),
        world.post('signup', form),
        world.post('reset-password', { ...code, password: 'another quiet morning' }),
        world.post('login', { email, password: 'another quiet morning' }),
        world.post('verify-email', code),
      ])
      failures.push(...responses.filter(({ statusCode }) => statusCode >= 500).map(({ body }) => body))
    }
    expect(failures).toEqual([])
  })

  it('sweeps expired code requests of other addresses', async () => {
    for (let n = 0; n < 8; n += 1) await world.post('forgot-password', { email: `stray${n}@example.test` })
    world.clock.advance(25 * 60 * MINUTE_MS)
    for (let n = 0; n < 60; n += 1) await world.post('forgot-password', { email: `fresh${n}@example.test` })
    const old = await world.server.db.asSuperuser('select 1 from code_request where requested_at < $1', [
      new Date(world.clock.now().getTime() - 24 * 60 * MINUTE_MS),
    ])
    expect(old).toEqual([])
  })
})
