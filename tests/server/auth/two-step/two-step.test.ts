import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reencryptAll } from '#server/core/security/reencrypt.ts'
import { createVault } from '#server/core/security/vault.ts'
import { totpSecretColumn } from '#server/features/auth/two-step/totp-secret.ts'
import { TEST_MASTER_KEY } from '#tests/support/server/master-key.ts'
import { SoftwareKey } from './software-key.ts'
import { createAuthWorld, deviceCookie, PASSWORD, quickHasher, type AuthWorld } from '../world.ts'

const STEP_MS = 30_000

describe('Two-step sign-in', () => {
  let world: AuthWorld
  beforeAll(async () => {
    world = await createAuthWorld({ hasher: quickHasher() })
  })
  afterAll(() => world.close())

  /** The code that an authenticator app shows; `ahead`: a phone whose clock is off. */
  const codeOf = (key: string, aheadMs = 0) =>
    new TOTP({ secret: Secret.fromBase32(key) }).generate({
      timestamp: world.clock.now().getTime() + aheadMs,
    })

  /** A person with an authenticator app; the next code is a new one. */
  const protectedPerson = async (person: Parameters<AuthWorld['person']>[0] = {}) => {
    const { id, email } = await world.person(person)
    const { access_token: token } = await world.signIn(email)
    const key = (await world.post('two-step/totp', {}, { token })).json().key as string
    const confirmed = await world.post('two-step/totp/confirm', { code: codeOf(key) }, { token })
    expect(confirmed.statusCode).toBe(200)
    world.clock.advance(STEP_MS)
    return { id, email, token, key, recoveryCodes: confirmed.json().recovery_codes as string[] }
  }
  const firstStep = async (email: string, options = {}) => {
    const response = await world.post('login', { email, password: PASSWORD }, options)
    expect(response.statusCode).toBe(200)
    expect(response.json().access_token).toBeUndefined()
    return response.json().second_step as { ticket: string; kind: string; methods: string[] }
  }
  const setUpChallenge = async (ticket: string): Promise<string> => {
    const response = await world.post('login/second-step/set-up/passkey', { ticket })
    expect(response.statusCode).toBe(200)
    return response.json().options.challenge
  }
  const secondStep = (ticket: string, entered: object, options = {}) =>
    world.post('login/second-step', { ticket, ...entered }, options)

  it('asks for the code of the app after the right password, and signs in with it', async () => {
    const { email, id, key } = await protectedPerson()
    const step = await firstStep(email)
    expect(step).toMatchObject({ kind: 'confirm', methods: ['totp', 'recovery_code'] })
    const signedIn = await secondStep(step.ticket, { code: codeOf(key) })
    expect(signedIn.statusCode).toBe(200)
    expect(signedIn.json().id).toBe(id)
    expect((await world.call('GET', 'me', signedIn.json().access_token)).statusCode).toBe(200)
    expect(deviceCookie(signedIn)).toBeTruthy()
  })

  it('keeps the answer of people without a second step', async () => {
    const { email } = await world.person()
    expect(await world.signIn(email)).toMatchObject({ email, role: 'student' })
  })

  it.each([
    ['one step behind', -STEP_MS],
    ['one step ahead', STEP_MS],
  ])('accepts the code of a phone whose clock is %s', async (_name, aheadMs) => {
    const { email, key } = await protectedPerson()
    world.clock.advance(2 * STEP_MS)
    const { ticket } = await firstStep(email)
    expect((await secondStep(ticket, { code: codeOf(key, aheadMs) })).statusCode).toBe(200)
  })

  it('refuses the code of a phone whose clock is two steps off', async () => {
    const { email, key } = await protectedPerson()
    world.clock.advance(3 * STEP_MS)
    const { ticket } = await firstStep(email)
    for (const aheadMs of [-2 * STEP_MS, 2 * STEP_MS])
      expect((await secondStep(ticket, { code: codeOf(key, aheadMs) })).statusCode).toBe(422)
  })

  it('refuses a code that was used before, also one of an earlier step', async () => {
    const { email, key } = await protectedPerson()
    const code = codeOf(key)
    const earlier = codeOf(key, -STEP_MS)
    expect((await secondStep((await firstStep(email)).ticket, { code })).statusCode).toBe(200)
    const again = await secondStep((await firstStep(email)).ticket, { code })
    expect(again.statusCode).toBe(422)
    expect(again.json().code).toBe('invalid_code')
    expect((await secondStep((await firstStep(email)).ticket, { code: earlier })).statusCode).toBe(422)
  })

  it('lets one of ten parallel sign-ins use the same code', async () => {
    const { email, key } = await protectedPerson()
    const tickets = await Promise.all(Array.from({ length: 5 }, () => firstStep(email)))
    const code = codeOf(key)
    const statuses = await Promise.all(
      [...tickets, ...tickets].map(async ({ ticket }) => (await secondStep(ticket, { code })).statusCode),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })

  it('ends a ticket after five wrong codes, and refuses the right one then', async () => {
    const { email, key } = await protectedPerson()
    const { ticket } = await firstStep(email)
    for (let tries = 0; tries < 5; tries += 1)
      expect((await secondStep(ticket, { code: '000000' })).json().code).toBe('invalid_code')
    const late = await secondStep(ticket, { code: codeOf(key) })
    expect(late.statusCode).toBe(422)
    expect(late.json().code).toBe('code_expired')
  })

  it('slows wrong codes down over many tickets', async () => {
    const { email } = await protectedPerson()
    const statuses: number[] = []
    for (let tries = 0; tries < 8; tries += 1) {
      const { ticket } = await firstStep(email, { ip: '198.51.100.4' })
      statuses.push((await secondStep(ticket, { code: '000000' }, { ip: '198.51.100.4' })).statusCode)
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429, 429])
  })

  it('refuses a ticket after ten minutes, after a password change and one that was invented', async () => {
    const { email, key, token } = await protectedPerson()
    const expired = await firstStep(email)
    world.clock.advance(10 * 60_000)
    expect((await secondStep(expired.ticket, { code: codeOf(key) })).json().code).toBe('code_expired')

    const changed = await firstStep(email)
    await world.post('step-up', { code: codeOf(key) }, { token: (await fullSignIn(email, key)).access_token })
    world.clock.advance(STEP_MS)
    const fresh = await fullSignIn(email, key)
    const response = await world.post(
      'change-password',
      { current_password: PASSWORD, password: 'eleven copper kettles' },
      { token: fresh.access_token },
    )
    expect(response.statusCode).toBe(200)
    world.clock.advance(STEP_MS)
    expect((await secondStep(changed.ticket, { code: codeOf(key) })).json().code).toBe('code_expired')
    expect((await secondStep('invented', { code: codeOf(key) })).json().code).toBe('code_expired')
    expect(token).toBeTruthy()
  })
  const fullSignIn = async (email: string, key: string) => {
    const { ticket } = await firstStep(email)
    const response = await secondStep(ticket, { code: codeOf(key) })
    expect(response.statusCode).toBe(200)
    return response.json() as { access_token: string }
  }

  it('stops a disabled account at the second step', async () => {
    const { email, id, key } = await protectedPerson()
    const { ticket } = await firstStep(email)
    await world.server.db.asSuperuser('update app_user set disabled_at = now() where id = $1', [id])
    expect((await secondStep(ticket, { code: codeOf(key) })).json().code).toBe('account_disabled')
  })

  it('does not take the ticket of another client', async () => {
    const { email, key } = await protectedPerson()
    const { ticket } = await firstStep(email)
    const response = await secondStep(ticket, { code: codeOf(key) }, { client: 8 })
    expect(response.json().code).toBe('code_expired')
  })

  it('signs in with a recovery code once, after the phone is lost', async () => {
    const { email, recoveryCodes } = await protectedPerson()
    expect(recoveryCodes).toHaveLength(10)
    const [code = ''] = recoveryCodes
    const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')
    const { ticket } = await firstStep(email)
    expect((await secondStep(ticket, { recovery_code: typed })).statusCode).toBe(200)
    expect((await world.mails(email)).map(({ subject }) => subject).join()).toContain('recovery code')
    const again = await firstStep(email)
    expect((await secondStep(again.ticket, { recovery_code: code })).statusCode).toBe(422)
  })

  it('replaces all recovery codes', async () => {
    const { email, token, recoveryCodes } = await protectedPerson()
    const renewed = (await world.post('two-step/recovery-codes', {}, { token })).json()
      .recovery_codes as string[]
    expect(new Set([...recoveryCodes, ...renewed]).size).toBe(20)
    const { ticket } = await firstStep(email)
    expect((await secondStep(ticket, { recovery_code: recoveryCodes[0] })).statusCode).toBe(422)
    expect((await secondStep(ticket, { recovery_code: renewed[0] })).statusCode).toBe(200)
  })

  it('accepts codes after the master key was rotated', async () => {
    const { id, email, key } = await protectedPerson()
    const stored = async () => {
      const [row] = await world.server.db.asSuperuser<{ secret_enc: Buffer }>(
        'select secret_enc from user_totp where user_id = $1',
        [id],
      )
      return row?.secret_enc ?? Buffer.alloc(0)
    }
    const { core } = world.server
    const keys = { dataDir: '', masterKey: Buffer.alloc(32, 5).toString('base64') }
    const vault = createVault({ ...keys, formerMasterKey: TEST_MASTER_KEY })
    expect(core.vault.isCurrent(await stored())).toBe(true)
    await reencryptAll(core.db, vault, [totpSecretColumn])
    expect([core.vault.isCurrent(await stored()), vault.isCurrent(await stored())]).toEqual([false, true])
    // Back again, for the server of these tests.
    await reencryptAll(
      core.db,
      createVault({ ...keys, masterKey: TEST_MASTER_KEY, formerMasterKey: keys.masterKey }),
      [totpSecretColumn],
    )
    const { ticket } = await firstStep(email)
    expect((await secondStep(ticket, { code: codeOf(key) })).statusCode).toBe(200)
  })

  it('stores neither the key nor the recovery codes as text', async () => {
    const { id, key, recoveryCodes } = await protectedPerson()
    const [row] = await world.server.db.asSuperuser('select secret_enc from user_totp where user_id = $1', [
      id,
    ])
    const stored = row?.['secret_enc'] as Buffer
    expect(stored.includes(Buffer.from(Secret.fromBase32(key).bytes))).toBe(false)
    const hashes = await world.server.db.asSuperuser(
      'select code_hash from recovery_code where user_id = $1',
      [id],
    )
    expect(hashes).toHaveLength(10)
    for (const hash of hashes) {
      expect((hash['code_hash'] as Buffer).length).toBe(32)
      expect(recoveryCodes.some((code) => (hash['code_hash'] as Buffer).includes(code))).toBe(false)
    }
  })

  it('counts an app only once its first code arrives', async () => {
    const { email } = await world.person()
    const { access_token: token } = await world.signIn(email)
    await world.post('two-step/totp', {}, { token })
    expect((await world.post('two-step/totp/confirm', { code: '000000' }, { token })).statusCode).toBe(422)
    expect((await world.signIn(email)).access_token).toBeTruthy()
    expect((await world.call('GET', 'two-step', token)).json()).toEqual({
      totp_since: null,
      passkeys: [],
      recovery_codes_left: 0,
      required: false,
    })
  })

  it('keeps a confirmed app when another is begun', async () => {
    const { token } = await protectedPerson()
    expect((await world.post('two-step/totp', {}, { token })).statusCode).toBe(409)
  })

  it('turns two-step sign-in off, tells the owner by mail and writes it to the audit log', async () => {
    const { email, id, token } = await protectedPerson()
    expect((await world.call('DELETE', 'two-step/totp', token)).statusCode).toBe(204)
    expect((await world.signIn(email)).access_token).toBeTruthy()
    expect((await world.mails(email)).map(({ subject }) => subject).join()).toMatch(/is off.*is on/)
    for (const action of ['auth.two_step_on', 'auth.two_step_off'])
      expect((await world.audits(action)).filter(({ actor_id }) => actor_id === id)).toHaveLength(1)
  })

  describe('required of staff', () => {
    beforeAll(() =>
      world.server.db.asSuperuser('update client set staff_second_step = true where client_id = 7'),
    )
    afterAll(() =>
      world.server.db.asSuperuser('update client set staff_second_step = false where client_id = 7'),
    )

    it('lets staff set up the app at sign-in, and shows the recovery codes once', async () => {
      const { email } = await world.person({ role: 'admin' })
      const step = await firstStep(email)
      expect(step).toMatchObject({ kind: 'set_up', methods: ['totp', 'passkey'] })
      // Without a second step there is nothing to enter.
      expect((await secondStep(step.ticket, { code: '123456' })).statusCode).toBe(422)
      const { key } = (await world.post('login/second-step/set-up', { ticket: step.ticket })).json()
      const done = await world.post('login/second-step/set-up/confirm', {
        ticket: step.ticket,
        code: codeOf(key),
      })
      expect(done.statusCode).toBe(200)
      expect(done.json()).toMatchObject({ email, recovery_codes: expect.any(Array) })
      const token = done.json().access_token as string
      expect((await world.call('GET', 'two-step', token)).json()).toMatchObject({ required: true })
      expect((await world.call('DELETE', 'two-step/totp', token)).statusCode).toBe(409)
      expect(await firstStep(email)).toMatchObject({ kind: 'confirm' })
    })

    it('lets staff set up a passkey at sign-in instead, and asks for it the next time', async () => {
      const { email, id } = await world.person({ role: 'admin' })
      const { ticket } = await firstStep(email)
      const [key, challenge] = [new SoftwareKey(), await setUpChallenge(ticket)]
      const passkey = key.register(challenge)
      const confirm = (body: object) => world.post('login/second-step/set-up/confirm', { ticket, ...body })
      // Neither, and both.
      const newPasskey = { passkey, name: 'Laptop' }
      for (const body of [{}, { code: '123456', new_passkey: newPasskey }])
        expect((await confirm(body)).statusCode).toBe(422)
      const done = await confirm({ new_passkey: newPasskey })
      expect(done.statusCode).toBe(200)
      expect(done.json().recovery_codes).toHaveLength(10)
      const token = done.json().access_token as string
      expect((await world.call('GET', 'two-step', token)).json()).toMatchObject({
        required: true,
        passkeys: [{ name: 'Laptop' }],
      })
      expect(await firstStep(email)).toMatchObject({ kind: 'confirm', methods: ['passkey', 'recovery_code'] })
      const added = (await world.audits('auth.passkey_added')).filter(({ actor_id }) => actor_id === id)
      expect(added).toHaveLength(1)
    })

    it('takes a passkey for the person of its challenge only, once, and for nobody who has one', async () => {
      const [own, other] = [await world.person({ role: 'admin' }), await world.person({ role: 'instructor' })]
      const { ticket } = await firstStep(own.email)
      const { ticket: others } = await firstStep(other.email)
      const confirm = (using: string, passkey: unknown) =>
        world.post('login/second-step/set-up/confirm', {
          ticket: using,
          new_passkey: { passkey, name: 'Laptop' },
        })
      const passkey = new SoftwareKey().register(await setUpChallenge(ticket))
      expect((await confirm(others, passkey)).statusCode).toBe(422)
      // The refusal spent the challenge.
      expect((await confirm(ticket, passkey)).statusCode).toBe(422)
      const again = new SoftwareKey().register(await setUpChallenge(ticket))
      expect((await confirm(ticket, again)).statusCode).toBe(200)
      const { ticket: late } = await firstStep(own.email)
      expect((await world.post('login/second-step/set-up/passkey', { ticket: late })).statusCode).toBe(409)
    })

    it('does not let a ticket replace the app of somebody who has one', async () => {
      const { email } = await protectedPerson()
      const { ticket } = await firstStep(email)
      expect((await world.post('login/second-step/set-up', { ticket })).statusCode).toBe(409)
    })

    it('asks nothing of learners', async () => {
      const { email } = await world.person()
      expect((await world.signIn(email)).access_token).toBeTruthy()
    })
  })

  describe('new devices', () => {
    const newDeviceMails = async (email: string) =>
      (await world.mails(email)).filter(({ subject }) => subject.includes('New sign-in'))

    it('tells the owner of a sign-in in another browser, and not again there', async () => {
      const { email } = await world.person({ language: 'en' })
      const home = await world.post('login', { email, password: PASSWORD })
      expect(await newDeviceMails(email)).toHaveLength(0)
      await world.post('login', { email, password: PASSWORD }, { cookie: deviceCookie(home) })
      expect(await newDeviceMails(email)).toHaveLength(0)
      const userAgent = 'Mozilla/5.0 (Windows NT 10.0) Firefox/150.0'
      const other = await world.post('login', { email, password: PASSWORD }, { userAgent })
      expect((await newDeviceMails(email)).map(({ text }) => text)).toEqual([
        expect.stringContaining('Firefox · Windows'),
      ])
      await world.post('login', { email, password: PASSWORD }, { cookie: deviceCookie(other) })
      expect(await newDeviceMails(email)).toHaveLength(1)
    })

    it('writes in the language of the person', async () => {
      const { email } = await world.person({ language: 'ar' })
      await world.signIn(email)
      await world.signIn(email)
      expect((await world.mails(email))[0]).toMatchObject({ language: 'ar' })
    })

    it('says nothing before the second step is done', async () => {
      const { email, key } = await protectedPerson()
      const before = (await newDeviceMails(email)).length
      const { ticket } = await firstStep(email)
      expect(await newDeviceMails(email)).toHaveLength(before)
      await secondStep(ticket, { code: codeOf(key) })
      expect(await newDeviceMails(email)).toHaveLength(before + 1)
    })
  })
})
