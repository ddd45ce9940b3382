import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  blockedUntil,
  delayAfter,
  FREE_FAILURES,
  HARD_STOP,
} from '#server/features/auth/passwords/lockout.policy.ts'
import { createAuthWorld, deviceCookie, PASSWORD, quickHasher, START, type AuthWorld } from './world.ts'

const MINUTE_MS = 60_000
const ip = (n: number) => `198.18.${n}.9`
const wrong = (n: number) => `wrong guess number ${n}`

describe('Slowing down failed sign-ins, as a rule', () => {
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

  it('given failures in a row, when counted, then 1, 2, 4, 8 and at most 15 minutes follow from the fifth', () => {
    const minutes = [4, 5, 6, 7, 8, 9, 50, 5000].map((failures) => delayAfter(failures) / MINUTE_MS)
    expect(minutes).toEqual([0, 1, 2, 4, 8, 15, 15, 15])
  })

  it('given a stranger who fails from one network, when the owner tries from another, then nothing holds the owner', () => {
    const holds = () =>
      fc.assert(
        fc.property(
          fc.integer({ min: 1, max: 99 }),
          fc.integer({ min: 0, max: FREE_FAILURES - 1 }),
          (theirs, slips) => {
            const rows = [row('stranger', theirs), ...(slips > 0 ? [row('owner', slips)] : [])]
            return theirs + slips >= HARD_STOP || waitMs(rows, 'owner', now) === 0
          },
        ),
      )
    expect(holds).not.toThrow()
  })

  it('given failures from two other networks, when anybody tries, then the account is slow for all', () => {
    const rows = [row('a', 3), row('b', 3)]
    expect(waitMs(rows, 'owner', now)).toBe(2 * MINUTE_MS)
    expect(waitMs([row('a', 3)], 'owner', now)).toBe(0)
  })

  it('given any failures, when one more comes from that network, then the wait never gets shorter', () => {
    const failures = fc.array(
      fc.record({ network: fc.constantFrom('a', 'b', 'c'), failures: fc.integer({ min: 1, max: 120 }) }),
      { maxLength: 3 },
    )
    const holds = () =>
      fc.assert(
        fc.property(failures, fc.constantFrom('a', 'b', 'c'), (list, network) => {
          const rows = [...new Map(list.map((one) => [one.network, row(one.network, one.failures)])).values()]
          const more = [
            ...rows.filter((one) => one.network !== network),
            row(network, (rows.find((one) => one.network === network)?.failures ?? 0) + 1),
          ]
          return waitMs(more, network, now) >= waitMs(rows, network, now)
        }),
      )
    expect(holds).not.toThrow()
  })
})

describe('Guessing passwords (A14)', { timeout: 300_000 }, () => {
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

  const guess = (n: number, more = {}) => world.post('login', { email, password: wrong(n) }, more)

  /** 1,000 guesses from 50 addresses, in bursts of 50 at once, with pauses in between. */
  const attack = async (send: (n: number, from: string) => Promise<unknown>, pauseMs: number) => {
    for (let burst = 0; burst < 20; burst += 1) {
      await Promise.all(Array.from({ length: 50 }, (_, host) => send(burst * 50 + host, ip(host))))
      world.clock.advance(pauseMs)
    }
  }

  it('given a known browser, when 1,000 guesses come from 50 networks, then at most 100 are evaluated and the owner still gets in', async () => {
    const cookie = deviceCookie(await world.post('login', { email, password: PASSWORD }))
    evaluated.length = 0
    await attack((n, from) => guess(n, { ip: from }), 20 * MINUTE_MS)
    expect(evaluated.length).toBeGreaterThan(0)
    expect(evaluated.length).toBeLessThanOrEqual(100)
    await guess(1000, { ip: ip(0) })
    expect((await world.post('login', { email, password: PASSWORD }, { ip: ip(200) })).statusCode).toBe(429)
    expect((await world.post('login', { email, password: PASSWORD }, { cookie })).statusCode).toBe(200)
    // What strangers did is still counted.
    expect((await guess(1, { ip: ip(3) })).statusCode).toBe(429)
  })

  it('control: given a sign-in that only checks the password, when the same attack runs, then all 1,000 are evaluated', async () => {
    const seen: string[] = []
    const naive = quickHasher((password) => seen.push(password))
    await attack((n) => naive.verify(wrong(n), `quick:${PASSWORD}`), 0)
    expect(seen.length).toBe(1000)
  })

  it('given 100 failures, when the owner sets a new password by e-mail, then the account opens again', async () => {
    for (let n = 0; n < 140; n += 1) {
      await guess(n, { ip: ip(n % 4) })
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

  it('given five wrong passwords from one place, when trying again, then the answer says when, and elsewhere is free', async () => {
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

  it('given a stranger with one address, when the owner comes from home without a cookie, then the owner gets in', async () => {
    for (let n = 0; n < 40; n += 1) await guess(n, { ip: '198.18.0.1' })
    expect((await guess(0, { ip: '198.18.0.77' })).statusCode).toBe(429)
    expect(
      (await world.post('login', { email, password: PASSWORD }, { ip: '203.0.113.200' })).statusCode,
    ).toBe(200)
  })

  it('given a stolen device cookie, when it guesses, then it is worth five tries', async () => {
    const cookie = deviceCookie(await world.post('login', { email, password: PASSWORD }))
    evaluated.length = 0
    for (let n = 0; n < 30; n += 1) await guess(n, { cookie })
    expect(evaluated.length).toBe(2 * FREE_FAILURES)
  })

  it('given failures by e-mail and by username, when counted, then they are one account', async () => {
    const [row] = await world.server.db.asSuperuser<{ username: string }>(
      'select username from app_user where id = $1',
      [userId],
    )
    for (let n = 0; n < FREE_FAILURES; n += 1) await guess(n)
    expect((await world.post('login', { email: row?.username, password: PASSWORD })).statusCode).toBe(429)
  })

  it('given failures, when the audit is read, then each evaluated one stands there once, and the lockouts', async () => {
    const of = async (action: string) =>
      (await world.audits(action)).filter(({ object }) => object === `user:${userId}`).length
    for (let n = 0; n < 8; n += 1) await guess(n)
    expect(evaluated.length).toBe(5)
    expect(await of('auth.login')).toBe(5)
    expect(await of('auth.lockout')).toBe(1)
  })
})

describe('Guessing codes (A14)', { timeout: 300_000 }, () => {
  let world: AuthWorld
  beforeAll(async () => {
    world = await createAuthWorld({ hasher: quickHasher() })
  })
  afterAll(() => world.close())

  const newcomer = async () => {
    const { email } = await world.person({ emailVerifiedAt: null })
    await world.post('resend-verification-email', { email })
    return email
  }
  const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const verify = async (email: string, otp: string) => {
    const answer = await world.post('verify-email', { email, otp })
    return answer.statusCode === 200 ? 'ok' : String(answer.json().code)
  }

  it('given five wrong tries, when the right code comes, then it is dead', async () => {
    const email = await newcomer()
    const code = await world.codeFor(email)
    for (let n = 0; n < 5; n += 1) expect(await verify(email, otherThan(code))).toBe('invalid_code')
    expect(await verify(email, code)).toBe('invalid_code')
  })

  it('given four wrong tries, when the right code comes, then it counts, once', async () => {
    const email = await newcomer()
    const code = await world.codeFor(email)
    for (let n = 0; n < 4; n += 1) await verify(email, otherThan(code))
    expect(await verify(email, code)).toBe('ok')
    expect(await verify(email, code)).toBe('invalid_code')
  })

  it('given 20 callers with the right code at once, when they race, then one gets in', async () => {
    const email = await newcomer()
    const code = await world.codeFor(email)
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(email, code)))
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1)
  })

  it('given a code of ten minutes ago, when it is sent, then it has expired; a wrong one says nothing about that', async () => {
    const email = await newcomer()
    const code = await world.codeFor(email)
    world.clock.advance(10 * MINUTE_MS)
    expect(await verify(email, otherThan(code))).toBe('invalid_code')
    expect(await verify(email, code)).toBe('code_expired')
  })

  it('given a resend, when the old code comes, then it is dead and the new one lives', async () => {
    const email = await newcomer()
    const old = await world.codeFor(email)
    world.clock.advance(MINUTE_MS)
    await world.post('resend-verification-email', { email })
    const fresh = await world.codeFor(email)
    expect(await verify(email, old)).toBe('invalid_code')
    expect(await verify(email, fresh)).toBe('ok')
  })

  it("given two people, when one's code is sent for the other or for another purpose, then it is worth nothing", async () => {
    const [a, b] = [await newcomer(), await newcomer()]
    const code = await world.codeFor(a)
    expect(await verify(b, code)).toBe('invalid_code')
    const reset = await world.post('reset-password', {
      email: a,
      otp: code,
      password: 'another quiet morning',
    })
    expect(reset.json()).toMatchObject({ code: 'invalid_code' })
    expect(await verify(a, code)).toBe('ok')
  })

  it('given somebody who asks all day, when counted, then once a minute, five an hour, ten a day', async () => {
    const { email } = await world.person({ emailVerifiedAt: null })
    const ask = async () => (await world.post('resend-verification-email', { email })).statusCode
    expect(await ask()).toBe(200)
    const early = await world.post('resend-verification-email', { email })
    expect(early.json()).toMatchObject({ code: 'too_many_requests', retry_after: 60 })
    let sent = 1
    for (let minute = 1; minute < 60; minute += 1) {
      world.clock.advance(MINUTE_MS)
      if ((await ask()) === 200) sent += 1
    }
    expect(sent).toBe(5)
    for (let minute = 60; minute < 24 * 60; minute += 10) {
      world.clock.advance(10 * MINUTE_MS)
      if ((await ask()) === 200) sent += 1
    }
    expect(sent).toBe(10)
    expect(await world.mails(email)).toHaveLength(10)
  })

  it('given an hour of guessing with new codes, when counted, then at most ten guesses were judged', async () => {
    const email = await newcomer()
    const answers: string[] = []
    for (let minute = 0; minute < 59; minute += 1) {
      for (let n = 0; n < 3; n += 1) answers.push(await verify(email, otherThan(await world.codeFor(email))))
      world.clock.advance(MINUTE_MS)
      await world.post('resend-verification-email', { email })
    }
    const judged = answers.filter((answer) => answer === 'invalid_code').length
    // 10 of 1,000,000: below the 2.5 · 10⁻⁵ an hour that is allowed.
    expect(judged).toBe(10)
    expect(answers.length).toBe(177)
  })

  it('given the table, when it is read, then no code can be taken from it', async () => {
    const email = await newcomer()
    const code = await world.codeFor(email)
    const [row] = await world.server.db.asSuperuser<{ all: string }>(
      `select c::text as all from one_time_code c order by id desc limit 1`,
    )
    expect(row?.all).not.toContain(code)
    expect(world.server.logs()).not.toContain(code)
  })

  it('given everything at once for one address, when it runs 20 times, then nothing waits for each other for ever', async () => {
    const failures: string[] = []
    for (let round = 0; round < 20; round += 1) {
      const { email } = await world.person({ emailVerifiedAt: null })
      const form = { full_name: 'Meera Nair', email, password: 'walnut harbour violin', accept_terms: true }
      const code = { email, otp: '000000' }
      const answers = await Promise.all([
        world.post('resend-verification-email', { email }),
        world.post('verify-email', code),
        world.post('forgot-password', { email }),
        world.post('signup', form),
        world.post('reset-password', { ...code, password: 'another quiet morning' }),
        world.post('login', { email, password: 'another quiet morning' }),
        world.post('verify-email', code),
      ])
      failures.push(...answers.filter(({ statusCode }) => statusCode >= 500).map(({ body }) => body))
    }
    expect(failures).toEqual([])
  })

  it('given requests that strangers left behind, when others come a day later, then they are swept away', async () => {
    for (let n = 0; n < 8; n += 1) await world.post('forgot-password', { email: `stray${n}@example.test` })
    world.clock.advance(25 * 60 * MINUTE_MS)
    for (let n = 0; n < 60; n += 1) await world.post('forgot-password', { email: `fresh${n}@example.test` })
    const old = await world.server.db.asSuperuser('select 1 from code_request where requested_at < $1', [
      new Date(world.clock.now().getTime() - 24 * 60 * MINUTE_MS),
    ])
    expect(old).toEqual([])
  })
})
