import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthWorld, PASSWORD, quickHasher, type AuthWorld } from '../world.ts'
import { SoftwareKey } from './software-key.ts'

describe('Passkeys', () => {
  let world: AuthWorld
  beforeAll(async () => {
    world = await createAuthWorld({ hasher: quickHasher() })
  })
  afterAll(() => world.close())

  const loginChallenge = async (body: object = {}, client = 7): Promise<string> => {
    const response = await world.post('login/passkey/options', body, { client })
    expect(response.statusCode).toBe(200)
    return response.json().options.challenge
  }
  const login = (passkey: unknown, client = 7) => world.post('login/passkey', { passkey }, { client })
  const newChallenge = async (token: string): Promise<string> =>
    (await world.post('passkeys/options', {}, { token })).json().options.challenge

  /** A person with a passkey, and their session. */
  const holder = async (person: Parameters<AuthWorld['person']>[0] = {}) => {
    const { id, email } = await world.person(person)
    const { access_token: token } = await world.signIn(email)
    const key = new SoftwareKey()
    const added = await world.post(
      'passkeys',
      { name: 'Laptop', passkey: key.register(await newChallenge(token)) },
      { token },
    )
    expect(added.statusCode).toBe(201)
    return { id, email, token, key, recoveryCodes: added.json().recovery_codes as string[] }
  }

  it('adds a passkey with recovery codes, and signs in with it alone', async () => {
    const { id, email, key, token, recoveryCodes } = await holder()
    expect(recoveryCodes).toHaveLength(10)
    expect((await world.mails(email))[0]?.subject).toContain('passkey was added')
    const signedIn = await login(key.use(await loginChallenge()))
    expect(signedIn.statusCode).toBe(200)
    expect(signedIn.json()).toMatchObject({ id, email })
    const { passkeys } = (await world.call('GET', 'two-step', token)).json()
    expect(passkeys).toMatchObject([{ name: 'Laptop', host: 'localhost', last_used_at: expect.any(String) }])
  })

  it('asks only for algorithms whose signatures fit', async () => {
    const { email } = await world.person()
    const { access_token: token } = await world.signIn(email)
    const { options } = (await world.post('passkeys/options', {}, { token })).json()
    expect(options.pubKeyCredParams.map(({ alg }: { alg: number }) => alg)).toEqual([-8, -7, -257])
  })

  it('refuses an answer that was used before', async () => {
    const { key } = await holder()
    const answer = key.use(await loginChallenge())
    expect((await login(answer)).statusCode).toBe(200)
    expect((await login(answer)).statusCode).toBe(422)
  })

  it('lets one of five parallel sign-ins use the same answer', async () => {
    const { key } = await holder()
    const answer = key.use(await loginChallenge())
    const statuses = await Promise.all(
      Array.from({ length: 5 }, async () => (await login(answer)).statusCode),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })

  it.each<[string, (key: SoftwareKey) => Promise<unknown>]>([
    ['for an invented challenge', async (key) => key.use('aW52ZW50ZWQ')],
    [
      'without a check of who holds the device',
      async (key) => key.use(await loginChallenge(), { isVerified: false }),
    ],
    [
      'from a page of another host',
      async (key) => key.use(await loginChallenge(), { origin: 'https://evil.test' }),
    ],
    [
      'from an insecure page',
      async (key) => {
        const other = key.use(await loginChallenge(), { origin: 'http://localhost.evil.test' })
        return other
      },
    ],
    [
      'with another signature',
      async (key) => {
        const answer = key.use(await loginChallenge())
        return {
          ...answer,
          response: { ...answer.response, signature: key.use('b3RoZXI').response.signature },
        }
      },
    ],
    ['of an unknown passkey', async () => new SoftwareKey().use(await loginChallenge())],
    [
      'of a cloned device with an old counter',
      async (key) => {
        const old = key.use('b2xk')
        for (let uses = 0; uses < 2; uses += 1) await login(key.use(await loginChallenge()))
        const fresh = key.use(await loginChallenge())
        return {
          ...fresh,
          response: { ...fresh.response, authenticatorData: old.response.authenticatorData },
        }
      },
    ],
    ['for a challenge of another client', async (key) => key.use(await loginChallenge({}, 8))],
  ])('refuses an answer %s', async (_name, answerOf) => {
    const { key } = await holder()
    expect((await login(await answerOf(key))).statusCode).toBe(422)
    // The passkey itself still works.
    expect((await login(key.use(await loginChallenge()))).statusCode).toBe(200)
  })

  it('refuses a challenge after ten minutes', async () => {
    const { key } = await holder()
    const challenge = await loginChallenge()
    world.clock.advance(10 * 60_000)
    expect((await login(key.use(challenge))).statusCode).toBe(422)
  })

  it('refuses a disabled account', async () => {
    const { id, key } = await holder()
    await world.server.db.asSuperuser('update app_user set disabled_at = now() where id = $1', [id])
    expect((await login(key.use(await loginChallenge()))).json().code).toBe('account_disabled')
  })

  it('serves as the second step after a password, for its own person only', async () => {
    const { email, key } = await holder()
    const stranger = await holder()
    const first = (await world.post('login', { email, password: PASSWORD })).json().second_step
    expect(first).toMatchObject({ kind: 'confirm', methods: ['passkey', 'recovery_code'] })
    const { ticket } = first
    const second = (passkey: unknown) => world.post('login/second-step', { ticket, passkey })
    expect((await second(stranger.key.use(await loginChallenge({ ticket })))).statusCode).toBe(422)
    // A challenge for signing in alone is none for this step.
    expect((await second(key.use(await loginChallenge()))).statusCode).toBe(422)
    const done = await second(key.use(await loginChallenge({ ticket }), { isVerified: false }))
    expect(done.statusCode).toBe(200)
    expect(done.json().email).toBe(email)
  })

  it('lets a person whose device is lost in with a recovery code, and remove its passkey', async () => {
    const { email, key, recoveryCodes } = await holder()
    const { ticket } = (await world.post('login', { email, password: PASSWORD })).json().second_step
    const signedIn = await world.post('login/second-step', { ticket, recovery_code: recoveryCodes[3] })
    expect(signedIn.statusCode).toBe(200)
    const token = signedIn.json().access_token as string
    const removed = await world.call('DELETE', `passkeys/${key.id.toString('base64url')}`, token)
    expect(removed.statusCode).toBe(204)
    expect((await login(key.use(await loginChallenge()))).statusCode).toBe(422)
    expect((await world.signIn(email)).access_token).toBeTruthy()
  })

  it('proves the identity within a session', async () => {
    const { token, key } = await holder()
    world.clock.advance(5 * 60_000)
    expect((await world.call('GET', 'step-up', token)).json()).toEqual({ methods: ['passkey'] })
    expect((await world.call('DELETE', 'sessions', token)).statusCode).toBe(403)
    const { challenge } = (await world.post('step-up/passkey', {}, { token })).json().options
    expect((await world.post('step-up', { passkey: key.use(challenge) }, { token })).statusCode).toBe(200)
    expect((await world.call('DELETE', 'sessions', token)).statusCode).toBe(204)
  })

  it("does not register with another person's challenge, twice, or from another host", async () => {
    const [one, two] = [await holder(), await holder()]
    const add = (token: string, passkey: unknown) =>
      world.post('passkeys', { name: 'Key', passkey }, { token })
    const foreign = new SoftwareKey().register(await newChallenge(one.token))
    expect((await add(two.token, foreign)).statusCode).toBe(422)
    const evil = new SoftwareKey().register(await newChallenge(one.token), { origin: 'https://evil.test' })
    expect((await add(one.token, evil)).statusCode).toBe(422)
    const key = new SoftwareKey()
    const answer = key.register(await newChallenge(one.token))
    expect((await add(one.token, answer)).statusCode).toBe(201)
    expect((await add(one.token, answer)).statusCode).toBe(422)
    expect((await add(two.token, key.register(await newChallenge(two.token)))).statusCode).toBe(409)
  })

  it('renames and removes own passkeys only', async () => {
    const [one, two] = [await holder(), await holder()]
    const path = `passkeys/${one.key.id.toString('base64url')}`
    const rename = (token: string) =>
      world.server.app.inject({
        method: 'PATCH',
        url: `/accounts/clients/7/user/${path}/`,
        payload: { name: 'Phone' },
        headers: { authorization: `Bearer ${token}` },
      })
    expect((await rename(two.token)).statusCode).toBe(404)
    expect((await world.call('DELETE', path, two.token)).statusCode).toBe(404)
    expect((await rename(one.token)).statusCode).toBe(200)
    expect((await world.call('GET', 'two-step', one.token)).json().passkeys).toMatchObject([
      { name: 'Phone' },
    ])
  })

  it('keeps the last second step of staff who must have one', async () => {
    const { token, key } = await holder({ role: 'admin' })
    await world.server.db.asSuperuser('update client set staff_second_step = true where client_id = 7')
    const removed = await world.call('DELETE', `passkeys/${key.id.toString('base64url')}`, token)
    await world.server.db.asSuperuser('update client set staff_second_step = false where client_id = 7')
    expect(removed.statusCode).toBe(409)
    expect((await login(key.use(await loginChallenge()))).statusCode).toBe(200)
  })

  it('does not work at an address without a host name', async () => {
    const response = await world.server.app.inject({
      method: 'POST',
      url: '/accounts/clients/7/user/login/passkey/options/',
      payload: {},
      headers: { host: '127.0.0.1:4100' },
    })
    expect(response.statusCode).toBe(409)
  })
})
