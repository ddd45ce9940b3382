import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthWorld, quickHasher, withoutRequestId, type AuthWorld } from './world.ts'

const MINUTE_MS = 60_000

/** Who knows an address learns nothing about whether it has an account (TRUST A13, status and body). */
describe('Known and unknown addresses', () => {
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

  const answersOf = async (action: string, body: (email: string) => object) => {
    const answers = []
    for (const email of Object.values(people))
      answers.push(withoutRequestId(await world.post(action, body(email), { ip: '198.18.0.1' })))
    return answers
  }
  /** The one status, when status and body of all are equal. */
  const commonStatus = (answers: { status: number }[]) =>
    new Set(answers.map((answer) => JSON.stringify(answer))).size === 1 ? answers[0]?.status : 'they differ'
  const signup = (email: string) => ({
    full_name: 'Meera Nair',
    email,
    password: 'walnut harbour violin',
    accept_terms: true,
  })

  it('given all kinds of addresses, when a wrong password is tried eight times, then all answers are equal', async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      verifications.length = 0
      const answers = await answersOf('login', (email) => ({ email, password: 'not this one at all' }))
      expect(commonStatus(answers)).toBe(turn < 5 ? 401 : 429)
      // The slow part is done for everybody or for nobody.
      expect(verifications).toHaveLength(turn < 5 ? 4 : 0)
    }
  })

  it('given all kinds of addresses, when a code is asked for twice, then all answers are equal', async () => {
    for (const action of ['forgot-password', 'resend-verification-email']) {
      expect(commonStatus(await answersOf(action, (email) => ({ email })))).toBe(200)
      expect(commonStatus(await answersOf(action, (email) => ({ email })))).toBe(429)
    }
  })

  it('given all kinds of addresses, when a wrong code is sent until the limit, then all answers are equal', async () => {
    const statuses = new Set<number>()
    for (let turn = 0; turn < 12; turn += 1) {
      const answers = await answersOf(turn % 2 ? 'verify-email' : 'reset-password', (email) => ({
        email,
        otp: '000000',
        password: 'walnut harbour violin',
      }))
      expect(commonStatus(answers)).toBe(turn < 10 ? 422 : 429)
      for (const { status } of answers) statuses.add(status)
    }
    expect([...statuses]).toEqual([422, 429])
  })

  it('given all kinds of addresses, when somebody signs up with them, then all answers are equal and the mails differ', async () => {
    world.clock.advance(24 * 60 * MINUTE_MS)
    expect(commonStatus(await answersOf('signup', signup))).toBe(201)
    expect(commonStatus(await answersOf('signup', signup))).toBe(429)
    const [known] = await world.mails(people.known)
    expect(known?.subject).toContain('already')
    expect(await world.codeFor(people.unknown)).toMatch(/^\d{6}$/)
    expect(await world.mails(people.disabled)).toEqual([])
    // The known person's account is as it was.
    expect(
      (await world.post('login', { email: people.known, password: 'walnut harbour violin' })).statusCode,
    ).toBe(401)
  })

  it('control: given a sign-up that reports taken addresses, when compared the same way, then it is found out', async () => {
    const naive = async (email: string) => {
      const rows = await world.server.db.asSuperuser('select 1 from app_user where email_key = $1', [email])
      return { status: rows.length > 0 ? 409 : 201 }
    }
    const answers = [await naive(people.known), await naive('nobody-else@example.test')]
    expect(commonStatus(answers)).toBe('they differ')
  })

  it('given an unproven sign-up, when it is made again later, then the newest form and the newest code count', async () => {
    world.clock.advance(24 * 60 * MINUTE_MS)
    const email = 'changed-her-mind@example.test'
    await world.post('signup', signup(email))
    world.clock.advance(MINUTE_MS)
    await world.post('signup', {
      ...signup(email),
      full_name: 'Meera N. Nair',
      password: 'second thoughts indeed',
    })
    const verify = await world.post('verify-email', { email, otp: await world.codeFor(email) })
    expect(verify.json()).toMatchObject({ full_name: 'Meera N. Nair' })
    expect((await world.post('login', { email, password: 'second thoughts indeed' })).statusCode).toBe(200)
    expect((await world.post('login', { email, password: 'walnut harbour violin' })).statusCode).toBe(401)
  })
})
