import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAuthWorld, quickHasher, withoutRequestId, type AuthWorld, type Browser } from './world.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const OWNERS = 'walnut harbour violin'
const STRANGERS = 'borrowed crimson ladder'
const CHOSEN = 'eleven copper kettles'

/** Codes belong to the browser that asked for them; strangers can neither use nor block them. */
describe('Codes and the browser that asked', { timeout: 120_000 }, () => {
  let world: AuthWorld
  let owner: Browser
  let stranger: Browser
  let email = ''
  let serial = 0
  beforeAll(async () => {
    world = await createAuthWorld({ hasher: quickHasher() })
  })
  beforeEach(() => {
    serial += 1
    email = `owner${serial}@example.test`
    owner = world.browser()
    stranger = world.browser()
  })
  afterAll(() => world.close())

  const form = (password: string, full_name = 'Meera Nair') => ({
    full_name,
    email,
    password,
    accept_terms: true,
  })
  const signUp = async (browser: Browser, password: string, name?: string) => {
    expect((await browser('signup', form(password, name))).statusCode).toBe(201)
    const code = await world.codeFor(email)
    world.clock.advance(MINUTE_MS)
    return code
  }
  const opens = async (password: string) =>
    (await world.post('login', { email, password }, { ip: `198.18.1.${serial}` })).statusCode === 200
  const wrong = (code: string, n = 1) => String((Number(code) + n) % 1_000_000).padStart(6, '0')
  const verify = (browser: Browser, otp: string, extra = {}) =>
    browser('verify-email', { email, otp, ...extra })

  it.each(['the owner first', 'the stranger first'])(
    'keeps the password of the browser that enters the code when both signed up, %s',
    async (order) => {
      let code = ''
      const steps = [
        async () => (code = await signUp(owner, OWNERS)),
        () => signUp(stranger, STRANGERS, 'A Stranger'),
      ]
      for (const step of order === 'the owner first' ? steps : steps.toReversed()) await step()

      const session = await verify(owner, code)
      expect([session.statusCode, session.json().full_name]).toEqual([200, 'Meera Nair'])
      expect([await opens(OWNERS), await opens(STRANGERS)]).toEqual([true, false])
    },
  )

  it("keeps the owner's password when the owner enters the code of the stranger's mail", async () => {
    await signUp(owner, OWNERS)
    const newest = await signUp(stranger, STRANGERS, 'A Stranger')
    const session = await verify(owner, newest)
    expect([session.statusCode, session.json().full_name]).toEqual([200, 'Meera Nair'])
    expect([await opens(OWNERS), await opens(STRANGERS)]).toEqual([true, false])
  })

  it('asks for a new password when the code is entered in another browser', async () => {
    const code = await signUp(stranger, STRANGERS)
    const elsewhere = world.browser()
    const asked = await verify(elsewhere, code)
    expect(asked.statusCode).toBe(422)
    expect(asked.json().fields).toMatchObject({ password: [{ code: 'required' }] })
    const [row] = await world.server.db.asSuperuser(
      'select email_verified_at from app_user where email_key = $1',
      [email],
    )
    expect(row).toEqual({ email_verified_at: null })
    const weak = await verify(elsewhere, code, { password: 'Password12345' })
    expect(weak.json().fields.password[0].code).toBe('common_password')

    expect((await verify(elsewhere, code, { password: CHOSEN })).statusCode).toBe(200)
    expect([await opens(CHOSEN), await opens(STRANGERS)]).toEqual([true, false])
    expect((await verify(elsewhere, code, { password: CHOSEN })).statusCode).toBe(422)
  })

  it('tells nothing about the account to wrong digits with a password', async () => {
    const code = await signUp(owner, OWNERS)
    const guess = await verify(stranger, wrong(code), { password: CHOSEN })
    expect(guess.json()).toMatchObject({ code: 'invalid_code' })
    expect(guess.json().fields).toBeUndefined()
  })

  it("removes a stranger's password when the owner sets a new one by mail", async () => {
    await signUp(stranger, STRANGERS)
    await owner('forgot-password', { email })
    const otp = await world.codeFor(email)
    expect((await owner('reset-password', { email, otp, password: CHOSEN })).statusCode).toBe(200)
    expect([await opens(CHOSEN), await opens(STRANGERS)]).toEqual([true, false])
    const rows = await world.server.db.asSuperuser(
      'select 1 from pending_signup p join app_user u on u.id = p.user_id where u.email_key = $1',
      [email],
    )
    expect(rows).toEqual([])
  })

  it('says that the address is not confirmed to the right password only', async () => {
    await signUp(owner, OWNERS)
    expect((await owner('login', { email, password: OWNERS })).json().code).toBe('email_not_verified')
    expect((await owner('login', { email, password: CHOSEN })).json().code).toBe('invalid_credentials')
  })

  it.each(['verify-email', 'reset-password'])(
    "accepts the owner's right code after wrong ones of strangers: %s",
    async (action) => {
      const isReset = action === 'reset-password'
      if (isReset) ({ email } = await world.person({ email }))
      await (isReset ? owner('forgot-password', { email }) : owner('signup', form(OWNERS)))
      const code = await world.codeFor(email)
      const body = (otp: string) => ({ email, otp, ...(isReset ? { password: CHOSEN } : {}) })
      const answers: number[] = []
      for (let n = 1; n <= 12; n += 1)
        answers.push((await stranger(action, body(wrong(code, n)), { ip: `198.18.0.${n}` })).statusCode)
      expect(answers).toEqual([...Array<number>(5).fill(422), ...Array<number>(7).fill(429)])
      for (let n = 1; n <= 4; n += 1) expect((await owner(action, body(wrong(code, n)))).statusCode).toBe(422)
      expect((await owner(action, body(code))).statusCode).toBe(200)
    },
  )

  it("keeps the owner's code when a stranger asks for another and tries it", async () => {
    const code = await signUp(owner, OWNERS)
    expect((await stranger('resend-verification-email', { email })).statusCode).toBe(200)
    const other = await world.codeFor(email)
    for (let n = 1; n <= 12; n += 1) await verify(stranger, wrong(other, n))
    expect((await verify(owner, code)).statusCode).toBe(200)
  })

  it('A14: evaluates at most 25 guesses an hour, however many browsers ask and try', async () => {
    await signUp(owner, OWNERS)
    const evaluatedBefore = (await world.audits('auth.code_tried')).length
    for (let minute = 0; minute < 55; minute += 1) {
      const attacker = world.browser()
      const { statusCode } = await attacker('resend-verification-email', { email })
      const code = await world.codeFor(email)
      for (let n = 1; n <= 7; n += 1) await verify(attacker, wrong(code, n))
      if (statusCode !== 200 || minute % 2) await verify(world.browser(), wrong(code, 9))
      world.clock.advance(MINUTE_MS)
    }
    const evaluated = (await world.audits('auth.code_tried')).length - evaluatedBefore
    expect(evaluated).toBeGreaterThan(10)
    // 25 of 1,000,000.
    expect(evaluated).toBeLessThanOrEqual(25)
  })

  it('answers a resend alike for every kind of address and browser', async () => {
    const known = (await world.person()).email
    const disabled = await world.person()
    await world.server.db.asSuperuser('update app_user set disabled_at = now() where id = $1', [disabled.id])
    await signUp(owner, OWNERS)
    const addresses = [known, email, disabled.email, `nobody${serial}@example.test`]
    const answersOf = async (browserFor: () => Browser) => {
      const answers = []
      for (const address of addresses) {
        const response = await browserFor()('resend-verification-email', { email: address })
        const cookies = response.cookies.map(({ name, path, maxAge }) => ({ name, path, maxAge }))
        answers.push(JSON.stringify({ ...withoutRequestId(response), cookies }))
      }
      return new Set(answers)
    }
    for (const browserFor of [() => world.browser(), () => owner]) {
      const answers = await answersOf(browserFor)
      expect(answers.size).toBe(1)
      expect([...answers][0]).toContain('"status":200')
      expect((await answersOf(browserFor)).size).toBe(1)
      world.clock.advance(HOUR_MS)
    }
  })

  it('asks for a password when the sign-up is older than the forms of browsers', async () => {
    await world.person({ email, emailVerifiedAt: null, password: STRANGERS })
    await owner('resend-verification-email', { email })
    const code = await world.codeFor(email)
    expect((await owner('login', { email, password: STRANGERS })).json().code).toBe('email_not_verified')
    expect((await verify(owner, code)).statusCode).toBe(422)
    expect((await verify(owner, code, { password: CHOSEN })).statusCode).toBe(200)
    expect([await opens(CHOSEN), await opens(STRANGERS)]).toEqual([true, false])
  })

  it('accepts a code without cookies, as from elsewhere', async () => {
    await world.post('signup', form(OWNERS))
    const otp = await world.codeFor(email)
    expect((await world.post('verify-email', { email, otp })).statusCode).toBe(422)
    expect((await world.post('verify-email', { email, otp, password: CHOSEN })).statusCode).toBe(200)
  })

  it('sets an httpOnly, strict cookie for the account paths only', async () => {
    const response = await world.post('signup', form(OWNERS))
    expect(response.headers['set-cookie']).toMatch(/^code_browser_7=[\w-]{43};/)
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/accounts/'])
      expect(response.headers['set-cookie']).toContain(part)
  })
})
