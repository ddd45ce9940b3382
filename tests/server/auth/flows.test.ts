import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { switchFeatures } from '#tests/support/server/people.ts'
import { createAuthWorld, deviceCookie, PASSWORD, type AuthWorld } from './world.ts'

describe('Accounts, from sign-up to sign-out', () => {
  let world: AuthWorld
  beforeAll(async () => {
    world = await createAuthWorld()
    await switchFeatures(world.server.db, 7, ['admin_referral'])
  })
  afterAll(() => world.close())

  const form = (email: string, overrides = {}) => ({
    full_name: 'Meera Nair',
    email,
    password: 'walnut harbour violin',
    accept_terms: true,
    ...overrides,
  })

  it('signs up a new user, confirms with the code and signs in', async () => {
    const browser = world.browser()
    const signup = await browser(
      'signup',
      form('Meera.Nair@Example.test', { referral_code: 'FRIEND7', language: 'hi' }),
    )
    expect(signup.statusCode).toBe(201)
    const early = await world.post('login', {
      email: 'meera.nair@example.test',
      password: 'walnut harbour violin',
    })
    expect(early.statusCode).toBe(403)
    expect(early.json()).toMatchObject({ code: 'email_not_verified' })

    const [mail] = await world.mails('Meera.Nair@Example.test')
    expect(mail?.language).toBe('hi')
    expect(mail?.html).toContain('lang="hi" dir="ltr"')
    const verify = await browser('verify-email', {
      email: 'MEERA.nair@example.test',
      otp: await world.codeFor('Meera.Nair@Example.test'),
    })
    expect(verify.statusCode).toBe(200)
    expect(verify.json()).toMatchObject({ username: 'meera.nair', role: 'student', full_name: 'Meera Nair' })
    const me = await world.call('GET', 'me', verify.json().access_token)
    expect(me.json()).toMatchObject({ email: 'Meera.Nair@Example.test' })
    const [row] = await world.server.db.asSuperuser(
      `select referred_by_code, time_zone, language, password_hash from app_user where email_key = 'meera.nair@example.test'`,
    )
    expect(row).toMatchObject({ referred_by_code: 'FRIEND7', time_zone: 'Asia/Kolkata', language: 'hi' })
    expect(row?.['password_hash']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it('signs in by username or e-mail in any letter case', async () => {
    const { email } = await world.person({ email: 'leila@example.test' })
    for (const login of [email, 'LEILA@example.TEST', 'leila', ' Leila '])
      expect([login, (await world.post('login', { email: login, password: PASSWORD })).statusCode]).toEqual([
        login,
        200,
      ])
    const wrong = await world.post('login', { email, password: 'something else entirely' })
    expect(wrong.statusCode).toBe(401)
    expect(wrong.json()).toMatchObject({ code: 'invalid_credentials' })
  })

  it('accepts a Hindi password in composed and decomposed form', async () => {
    const { email } = await world.person({ password: 'क़लम और काग़ज़ की दुनिया'.normalize('NFD') })
    const response = await world.post('login', { email, password: 'क़लम और काग़ज़ की दुनिया'.normalize('NFC') })
    expect(response.statusCode).toBe(200)
  })

  it('reveals that an account is disabled only with the right password', async () => {
    const { email, id } = await world.person()
    await world.server.db.asSuperuser('update app_user set disabled_at = now() where id = $1', [id])
    expect((await world.post('login', { email, password: 'not this one at all' })).statusCode).toBe(401)
    const correct = await world.post('login', { email, password: PASSWORD })
    expect(correct.statusCode).toBe(403)
    expect(correct.json()).toMatchObject({ code: 'account_disabled' })
  })

  it('accepts codes in Arabic-Indic and Devanagari digits', async () => {
    const scripts = [0x660, 0x966]
    for (const zero of scripts) {
      const email = `digits${zero}@example.test`
      const browser = world.browser()
      await browser('signup', form(email))
      const code = await world.codeFor(email)
      const otp = Array.from(code, (digit) => String.fromCodePoint(zero + Number(digit))).join('')
      expect((await browser('verify-email', { email, otp: ` ${otp} ` })).statusCode).toBe(200)
    }
  })

  it('resets a forgotten password, ends all sessions and notifies the owner', async () => {
    const { email } = await world.person({ language: 'ar' })
    const before = await world.signIn(email)
    expect((await world.post('forgot-password', { email })).statusCode).toBe(200)
    const otp = await world.codeFor(email)
    const reset = await world.post('reset-password', { email, otp, password: 'another quiet morning' })
    expect(reset.statusCode).toBe(200)
    expect((await world.call('GET', 'me', before.access_token)).statusCode).toBe(401)
    expect((await world.post('refresh-token', { refresh_token: before.refresh_token })).statusCode).toBe(401)
    expect((await world.post('login', { email, password: PASSWORD })).statusCode).toBe(401)
    expect((await world.post('login', { email, password: 'another quiet morning' })).statusCode).toBe(200)
    const repeated = await world.post('reset-password', { email, otp, password: 'one more quiet morning' })
    expect(repeated.json()).toMatchObject({ code: 'invalid_code' })
    const notice = (await world.mails(email)).find(({ subject }) => subject.includes('كلمة مرورك'))
    expect(notice?.html).toContain('dir="rtl"')
  })

  it('keeps this session and ends the others when the password is changed', async () => {
    const { email } = await world.person()
    const [changedIn, other] = [await world.signIn(email), await world.signIn(email)]
    const change = (current_password: string, password: string) =>
      world.post('change-password', { current_password, password }, { token: changedIn.access_token })
    const wrong = await change('not the current one', 'another quiet morning')
    expect(wrong.statusCode).toBe(422)
    expect(wrong.json().fields.current_password[0].code).toBe('incorrect')
    expect((await change(PASSWORD, 'another quiet morning')).statusCode).toBe(200)
    expect((await world.call('GET', 'me', changedIn.access_token)).statusCode).toBe(200)
    expect((await world.call('GET', 'me', other.access_token)).statusCode).toBe(401)
  })

  it('ends only the chosen session of the list', async () => {
    const { email } = await world.person()
    const other = await world.person()
    const [first, second] = [await world.signIn(email), await world.signIn(email)]
    const stranger = await world.signIn(other.email)
    const list = (await world.call('GET', 'sessions', second.access_token)).json().results
    expect(list).toHaveLength(2)
    expect(list[0]).toMatchObject({ network: '203.0.113.0' })
    const firstId = list.find(({ current }: { current: boolean }) => !current).id
    expect((await world.call('DELETE', `sessions/${firstId}`, stranger.access_token)).statusCode).toBe(404)
    expect((await world.call('DELETE', `sessions/${firstId}`, second.access_token)).statusCode).toBe(204)
    expect((await world.call('GET', 'me', first.access_token)).statusCode).toBe(401)
    expect((await world.call('GET', 'me', second.access_token)).statusCode).toBe(200)
    const third = await world.signIn(email)
    expect((await world.call('DELETE', 'sessions', third.access_token)).statusCode).toBe(204)
    expect((await world.call('GET', 'me', second.access_token)).statusCode).toBe(401)
  })

  it('ends the least recently used session when an eleventh starts', async () => {
    const { email } = await world.person()
    const sessions = []
    for (let turn = 0; turn < 11; turn += 1) {
      world.clock.advance(1000)
      sessions.push(await world.signIn(email))
    }
    const statuses = []
    for (const session of sessions)
      statuses.push((await world.call('GET', 'me', session.access_token)).statusCode)
    expect(statuses).toEqual([401, ...Array<number>(10).fill(200)])
  })

  it('answers 204 to repeated sign-outs and ends both tokens', async () => {
    const { email } = await world.person()
    const pair = await world.signIn(email)
    for (let turn = 0; turn < 2; turn += 1)
      expect((await world.post('logout', { refresh_token: pair.refresh_token })).statusCode).toBe(204)
    expect((await world.call('GET', 'me', pair.access_token)).statusCode).toBe(401)
    expect((await world.post('refresh-token', { refresh_token: pair.refresh_token })).statusCode).toBe(401)
    expect((await world.post('logout', { refresh_token: 'nonsense' })).statusCode).toBe(204)
  })

  it('names the broken rule when a sign-up password is weak', async () => {
    const codeOf = async (password: string, overrides = {}) => {
      const response = await world.post('signup', form('weak@example.test', { password, ...overrides }))
      return [response.statusCode, response.json().fields?.password?.[0]]
    }
    expect(await codeOf('short word')).toMatchObject([422, { code: 'too_short', params: { min: 12 } }])
    expect(await codeOf('Password12345')).toMatchObject([422, { code: 'common_password' }])
    expect(await codeOf('my Northlight time')).toMatchObject([422, { code: 'personal_password' }])
    expect(await codeOf('meera walks on walls')).toMatchObject([422, { code: 'personal_password' }])
    expect(await codeOf('x'.repeat(129))).toMatchObject([422, { code: 'too_long', params: { max: 128 } }])
    expect(await world.mails('weak@example.test')).toEqual([])
  })

  it('names the missing phone number when the tenant requires one, and stores nothing', async () => {
    await world.server.db.asSuperuser('update client set phone_required = true where client_id = 8')
    const response = await world.post('signup', form('phoneless@example.test'), { client: 8 })
    expect(response.statusCode).toBe(422)
    expect(response.json().fields.phone_number[0].code).toBe('required')
    const rows = await world.server.db.asSuperuser(
      `select 1 from app_user where email_key = 'phoneless@example.test'`,
    )
    expect(rows).toEqual([])
  })

  it('asks staff for 15 characters on a reset and keeps the code valid', async () => {
    const { email } = await world.person({ role: 'instructor' })
    await world.post('forgot-password', { email })
    const otp = await world.codeFor(email)
    const short = await world.post('reset-password', { email, otp, password: 'violet tram 9' })
    expect(short.json().fields.password[0]).toMatchObject({ code: 'too_short', params: { min: 15 } })
    const long = await world.post('reset-password', { email, otp, password: 'violet tram nine o clock' })
    expect(long.statusCode).toBe(200)
  })

  it('separates users with the same e-mail in two tenants', async () => {
    const email = 'twice@example.test'
    const userInSeven = await world.person({ email, fullName: 'Twice Seven' })
    const userInEight = await world.person({ email, fullName: 'Twice Eight', client: 8 })
    expect(userInSeven.email).toBe(userInEight.email)
    const seven = await world.signIn(email)
    const eight = await world.signIn(email, { client: 8 })
    expect((await world.call('GET', 'me', seven.access_token, 8)).statusCode).toBe(401)
    expect((await world.call('GET', 'me', eight.access_token, 8)).json().full_name).toBe('Twice Eight')
    const crossTenant = await world.post(
      'refresh-token',
      { refresh_token: seven.refresh_token },
      { client: 8 },
    )
    expect(crossTenant.statusCode).toBe(401)
    expect((await world.post('refresh-token', { refresh_token: seven.refresh_token })).statusCode).toBe(200)
  })

  it('sets an httpOnly, strict device cookie for the account paths only', async () => {
    const { email } = await world.person()
    const response = await world.post('login', { email, password: PASSWORD })
    expect(deviceCookie(response)).toMatch(/^known_device_7=[\w-]{43}$/)
    expect(response.headers['set-cookie']).toMatch(/HttpOnly.*SameSite=Strict|SameSite=Strict.*HttpOnly/)
    expect(response.headers['set-cookie']).toContain('Path=/accounts/')
  })

  it('gives users with similar addresses different usernames', async () => {
    const names = []
    for (const domain of ['one.test', 'two.test', 'three.test']) {
      const { id } = await world.person({ email: `Sam+news@${domain}` })
      const [row] = await world.server.db.asSuperuser<{ username: string }>(
        'select username from app_user where id = $1',
        [id],
      )
      names.push(row?.username ?? '')
    }
    expect(names[0]).toBe('sam')
    expect(new Set(names).size).toBe(3)
    const { id } = await world.person({ email: 'admin@example.test' })
    const [row] = await world.server.db.asSuperuser<{ username: string }>(
      'select username from app_user where id = $1',
      [id],
    )
    expect(row?.username).toMatch(/^admin\d+$/)
  })

  it('writes no secrets to logs or audit', async () => {
    const { email } = await world.person()
    const pair = await world.signIn(email)
    await world.post('refresh-token', { refresh_token: pair.refresh_token })
    const everything = `${world.server.logs()}${JSON.stringify(await world.server.db.asSuperuser('select * from audit_event'))}`
    for (const secret of [
      PASSWORD,
      'walnut harbour violin',
      pair.refresh_token.split('.')[2] ?? '',
      '$argon2id$',
    ])
      expect(everything).not.toContain(secret)
    expect(everything).toContain('auth.login')
  })
})
