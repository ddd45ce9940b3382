import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthWorld, quickHasher, withoutRequestId, type AuthWorld } from './world.ts'

const MINUTE_MS = 60_000

/** Responses do not reveal whether an address has an account (A13, status and body). */
describe('Account enumeration', () => {
  let world: AuthWorld
  const verifications: string[] = []
  const people: Record<'known' | 'unproven' | 'disabled' | 'unknown', string> = {
    known: '',
    unproven: '',
    disabled: '',
    unknown: 'nobody@example.test',
  }
  beforeAll(async () => {
    world = await createAuthWorld({ hasher: quickHasher((password) => verifications.push(password)) })
    people.known = (await world.person()).email
    people.unproven = (await world.person({ emailVerifiedAt: null })).email
    const disabled = await world.person()
    people.disabled = disabled.email
    await world.server.db.asSuperuser('update app_user set disabled_at = now() where id = $1', [disabled.id])
  })
  afterAll(() => world.close())

  const responsesOf = async (action: string, body: (email: string) => object) => {
    const responses = []
    for (const email of Object.values(people))
      responses.push(withoutRequestId(await world.post(action, body(email), { ip: '198.18.0.1' })))
    return responses
  }
  /** The status, if status and body of all responses are equal. */
  const commonStatus = (responses: { status: number }[]) =>
    new Set(responses.map((response) => JSON.stringify(response))).size === 1
      ? responses[0]?.status
      : 'they differ'
  const signup = (email: string) => ({
    full_name: 'Meera Nair',
    email,
    password: 'walnut harbour violin',
    accept_terms: true,
  })

  it('answers eight wrong passwords alike for every kind of address', async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      verifications.length = 0
      const responses = await responsesOf('login', (email) => ({ email, password: 'not this one at all' }))
      expect(commonStatus(responses)).toBe(turn < 5 ? 401 : 429)
      // The slow hash is computed for every address or for none.
      expect(verifications).toHaveLength(turn < 5 ? 4 : 0)
    }
  })

  it('answers two code requests alike for every kind of address', async () => {
    for (const action of ['forgot-password', 'resend-verification-email']) {
      expect(commonStatus(await responsesOf(action, (email) => ({ email })))).toBe(200)
      expect(commonStatus(await responsesOf(action, (email) => ({ email })))).toBe(429)
    }
  })

  it('answers wrong codes alike for every kind of address up to the limit', async () => {
    const statuses = new Set<number>()
    for (let turn = 0; turn < 12; turn += 1) {
      const responses = await responsesOf(turn % 2 ? 'verify-email' : 'reset-password', (email) => ({
        email,
        otp: '000000',
        password: 'walnut harbour violin',
      }))
      expect(commonStatus(responses)).toBe(turn < 5 ? 422 : 429)
      for (const { status } of responses) statuses.add(status)
    }
    expect([...statuses]).toEqual([422, 429])
  })

  it('answers wrong codes of a browser that asked alike for every kind of address', async () => {
    world.clock.advance(24 * 60 * MINUTE_MS)
    const browsers = Object.values(people).map((email) => ({ email, browser: world.browser() }))
    for (const { email, browser } of browsers) await browser('forgot-password', { email })
    for (let turn = 0; turn < 12; turn += 1) {
      const responses = []
      for (const { email, browser } of browsers)
        responses.push(
          withoutRequestId(
            await browser('reset-password', { email, otp: '000000', password: 'walnut harbour violin' }),
          ),
        )
      expect(commonStatus(responses)).toBe(turn < 10 ? 422 : 429)
    }
  })

  it('answers sign-ups alike for every kind of address, with different mails', async () => {
    world.clock.advance(24 * 60 * MINUTE_MS)
    expect(commonStatus(await responsesOf('signup', signup))).toBe(201)
    expect(commonStatus(await responsesOf('signup', signup))).toBe(429)
    const [known] = await world.mails(people.known)
    expect(known?.subject).toContain('already')
    expect(await world.codeFor(people.unknown)).toMatch(/^\d{6}$/)
    expect(await world.mails(people.disabled)).toEqual([])
    // The existing account is unchanged.
    expect(
      (await world.post('login', { email: people.known, password: 'walnut harbour violin' })).statusCode,
    ).toBe(401)
  })

  it('control: finds a sign-up that reports taken addresses', async () => {
    const naive = async (email: string) => {
      const rows = await world.server.db.asSuperuser('select 1 from app_user where email_key = $1', [email])
      return { status: rows.length > 0 ? 409 : 201 }
    }
    const responses = [await naive(people.known), await naive('nobody-else@example.test')]
    expect(commonStatus(responses)).toBe('they differ')
  })

  it('uses the newest form and the newest code of repeated sign-ups', async () => {
    world.clock.advance(24 * 60 * MINUTE_MS)
    const email = 'changed-her-mind@example.test'
    const browser = world.browser()
    await browser('signup', signup(email))
    world.clock.advance(MINUTE_MS)
    await browser('signup', {
      ...signup(email),
      full_name: 'Meera N. Nair',
      password: 'second thoughts indeed',
    })
    const verify = await browser('verify-email', { email, otp: await world.codeFor(email) })
    expect(verify.json()).toMatchObject({ full_name: 'Meera N. Nair' })
    expect((await world.post('login', { email, password: 'second thoughts indeed' })).statusCode).toBe(200)
    expect((await world.post('login', { email, password: 'walnut harbour violin' })).statusCode).toBe(401)
  })
})
