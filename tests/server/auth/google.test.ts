import { generateKeyPair, exportJWK, SignJWT, type JWK } from 'jose'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { featureSlugs, type FeatureSlug } from '#contract/client-info/feature-slugs.ts'
import type { OwnReferrals } from '#contract/money/referrals.ts'
import { switchFeatures } from '#tests/support/server/people.ts'
import { createAuthWorld, PASSWORD, quickHasher, type AuthWorld } from './world.ts'

const CLIENT_ID = 'northlight.apps.googleusercontent.com'

const makeKey = async (kid: string) => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }
  return { kid, jwk, privateKey }
}

describe('Google sign-in', () => {
  let world: AuthWorld
  let google: Awaited<ReturnType<typeof makeKey>>
  let stranger: Awaited<ReturnType<typeof makeKey>>
  let serial = 0

  beforeAll(async () => {
    google = await makeKey('google-1')
    stranger = await makeKey('google-1')
    world = await createAuthWorld({
      hasher: quickHasher(),
      env: { GOOGLE_JWKS: JSON.stringify({ keys: [google.jwk] }) },
    })
    await world.server.db.asSuperuser('update client set google_client_id = $1 where client_id = 7', [
      CLIENT_ID,
    ])
  })
  afterAll(() => world.close())

  const newNonce = async (client = 7): Promise<string> =>
    (await world.post('login/google/nonce', {}, { client })).json().nonce
  const googleToken = async (claims: Record<string, unknown> = {}, key = google) => {
    serial += 1
    const nonce = await newNonce()
    const now = Math.floor(world.clock.now().getTime() / 1000)
    return new SignJWT({
      iss: 'https://accounts.google.com',
      aud: CLIENT_ID,
      sub: `google-${serial}`,
      email: `someone${serial}@gmail.com`,
      email_verified: true,
      name: 'Zoya Khan',
      iat: now,
      exp: now + 3600,
      nonce,
      ...claims,
    })
      .setProtectedHeader({ alg: 'RS256', kid: key.kid, typ: 'JWT' })
      .sign(key.privateKey)
  }
  const signIn = async (token: string, client = 7) => world.post('login/google', { token: token }, { client })

  const switchTo = async (features: readonly FeatureSlug[]) => {
    await switchFeatures(world.server.db, 7, features)
    const { db, changes } = world.server.core
    await db.withTenant(7, (tx) => changes.announce(tx, { kind: 'client', clientId: 7 }))
  }
  const referrer = async () => {
    const person = await world.person()
    const { access_token: token } = await world.signIn(person.email)
    const reply = await world.server.app.inject({
      method: 'GET',
      url: '/api/clients/7/referrals/',
      headers: { authorization: `Bearer ${token}` },
    })
    return { ...person, code: reply.json<OwnReferrals>().code }
  }
  const signInWith = async (code: string, claims = {}, browser = world.browser()) => {
    const token = await googleToken(claims)
    const response = await browser('login/google', { token, referral_code: code })
    expect(response.statusCode).toBe(200)
    const [account] = await world.server.db.asSuperuser<{ referred_by_code: string | null }>(
      'select referred_by_code from app_user where id = $1',
      [response.json().id],
    )
    const referrals = await world.server.db.asSuperuser(
      'select referrer_id, state, reject_reason from referral where invited_id = $1 order by id',
      [response.json().id],
    )
    return { typed: account?.referred_by_code, referrals }
  }

  it('counts the code of a referral for an account that it creates, and for no other', async () => {
    await switchTo(featureSlugs)
    const [first, second] = [await referrer(), await referrer()]
    const claims = { sub: 'friend', email: 'friend@gmail.com' }
    const joined = {
      typed: first.code,
      referrals: [{ referrer_id: first.id, state: 'joined', reject_reason: null }],
    }
    expect(await signInWith(first.code, claims)).toEqual(joined)
    expect(await signInWith(second.code, claims)).toEqual(joined)
    const member = await world.person({ email: 'member@gmail.com' })
    expect(await signInWith(first.code, { email: member.email })).toEqual({ typed: null, referrals: [] })
  })

  it('signs in with any text for a code', async () => {
    await switchTo(featureSlugs)
    for (const code of ['', 'NOBODY22', 'two\nlines', '😀'.repeat(64)])
      expect((await signInWith(code)).referrals).toEqual([])
  })

  it('refuses a referral of oneself and one on the same device', async () => {
    await switchTo(featureSlugs)
    const owner = await referrer()
    const shared = world.browser()
    await shared('login', { email: owner.email, password: PASSWORD })
    const rejected = (reason: string) => [{ referrer_id: owner.id, state: 'rejected', reject_reason: reason }]
    expect((await signInWith(owner.code, {}, shared)).referrals).toEqual(rejected('same_device'))
    await world.server.db.asSuperuser(
      `update app_user set email = 'own.mail@gmail.com', email_key = 'own.mail@gmail.com' where id = $1`,
      [owner.id],
    )
    expect((await signInWith(owner.code, { email: 'ownmail@gmail.com' })).referrals).toEqual(rejected('self'))
  })

  it('ignores a code while the client has referrals switched off', async () => {
    await switchTo(featureSlugs)
    const { code } = await referrer()
    await switchTo(['course'])
    expect(await signInWith(code)).toEqual({ typed: null, referrals: [] })
  })

  it('creates one account for two sign-ins of a new Google user', async () => {
    const claims = { sub: 'zoya', email: 'zoya@gmail.com' }
    const first = await signIn(await googleToken(claims))
    expect(first.statusCode).toBe(200)
    expect(first.json()).toMatchObject({ email: 'zoya@gmail.com', full_name: 'Zoya Khan', role: 'student' })
    const second = await signIn(
      await googleToken({ ...claims, iss: 'accounts.google.com', email: 'renamed@gmail.com' }),
    )
    expect(second.json().id).toBe(first.json().id)
    expect((await world.call('GET', 'me', second.json().access_token)).statusCode).toBe(200)
  })

  it('links a password account and notifies the owner when Google hosts the mailbox', async () => {
    const { email, id } = await world.person({ email: 'linked@gmail.com' })
    const response = await signIn(await googleToken({ email, sub: 'linked' }))
    expect(response.json().id).toBe(id)
    expect((await world.mails(email))[0]?.subject).toContain('Google')
    const workspace = await world.person({ email: 'ravi@school.example' })
    expect(
      (await signIn(await googleToken({ email: workspace.email, hd: 'school.example' }))).json().id,
    ).toBe(workspace.id)
    expect((await world.post('login', { email, password: PASSWORD })).statusCode).toBe(200)
  })

  it('does not link a password account when Google does not host the mailbox', async () => {
    const { email } = await world.person({ email: 'owner@elsewhere.example' })
    for (const claims of [
      { email },
      { email, email_verified: false, hd: 'elsewhere.example' },
      { email, email_verified: 'true', hd: 'x' },
      // A Workspace of somebody else that holds an account with this address.
      { email, hd: 'attacker.example' },
    ]) {
      const response = await signIn(await googleToken(claims))
      expect(response.statusCode).toBe(500)
      expect(response.json()).toMatchObject({ code: 'google_sign_in_unavailable' })
    }
    const links = await world.server.db.asSuperuser(
      `select 1 from google_identity g join app_user u on u.id = g.user_id where u.email = $1`,
      [email],
    )
    expect(links).toEqual([])
  })

  it('removes the password of an unverified account when its owner signs in with Google', async () => {
    const { email, id } = await world.person({ email: 'victim@gmail.com', emailVerifiedAt: null })
    expect((await signIn(await googleToken({ email }))).json().id).toBe(id)
    expect((await world.post('login', { email, password: PASSWORD })).statusCode).toBe(401)
  })

  it('rejects invalid tokens with 401 and creates no account', async () => {
    const now = Math.floor(world.clock.now().getTime() / 1000)
    const invalidTokens: Record<string, string> = {
      'another audience': await googleToken({ aud: 'another-app' }),
      'another issuer': await googleToken({ iss: 'https://evil.example' }),
      expired: await googleToken({ iat: now - 7200, exp: now - 3600 }),
      'no expiry': await googleToken({ exp: undefined }),
      'two audiences': await googleToken({ aud: [CLIENT_ID, 'another-app'] }),
      "another app's page": await googleToken({ azp: 'another-app' }),
      'no nonce': await googleToken({ nonce: undefined }),
      'an invented nonce': await googleToken({ nonce: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }),
      'a nonce of another client': await googleToken({ nonce: await newNonce(8) }),
      "a stranger's key": await googleToken({}, stranger),
      'an unknown key': await googleToken({}, { ...stranger, kid: 'other' }),
      'no address': await googleToken({ email: undefined }),
      'no token': 'hello',
      'a cut token': (await googleToken()).slice(0, -10),
      'no signature': `${Buffer.from('{"alg":"none"}').toString('base64url')}.${(await googleToken()).split('.')[1]}.`,
    }
    const before = await world.server.db.asSuperuser('select count(*) from app_user')
    for (const [name, token] of Object.entries(invalidTokens)) {
      const response = await signIn(token)
      expect({ name, status: response.statusCode, code: response.json().code }).toEqual({
        name,
        status: 401,
        code: 'invalid_credentials',
      })
    }
    expect(await world.server.db.asSuperuser('select count(*) from app_user')).toEqual(before)
  })

  it("control: accepts another key's token when only the claims are checked", async () => {
    const [, payload = ''] = (await googleToken({ email: 'x@gmail.com' }, stranger)).split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
    expect(claims['aud'] === CLIENT_ID && claims['email_verified'] === true).toBe(true)
  })

  it('accepts a token once', async () => {
    const token = await googleToken({ azp: CLIENT_ID })
    expect((await signIn(token)).statusCode).toBe(200)
    expect((await signIn(token)).statusCode).toBe(401)
  })

  it('refuses a nonce after ten minutes', async () => {
    const nonce = await newNonce()
    world.clock.advance(10 * 60_000)
    expect((await signIn(await googleToken({ nonce }))).statusCode).toBe(401)
  })

  it('asks staff for a second step, whatever the organisation requires', async () => {
    const { email, id } = await world.person({ email: 'teacher@gmail.com', role: 'instructor' })
    const first = await signIn(await googleToken({ email, sub: 'teacher' }))
    expect(first.statusCode).toBe(200)
    expect(first.json()).toMatchObject({ second_step: { kind: 'set_up' } })
    expect(first.json().access_token).toBeUndefined()
    const sessions = await world.server.db.asSuperuser('select 1 from user_session where user_id = $1', [id])
    expect(sessions).toEqual([])
  })

  it('says that the account is disabled', async () => {
    const { email, id } = await world.person({ email: 'disabled@gmail.com' })
    await world.server.db.asSuperuser('update app_user set disabled_at = now() where id = $1', [id])
    expect((await signIn(await googleToken({ email }))).json()).toMatchObject({ code: 'account_disabled' })
  })

  it('answers 404 when the tenant has no Google sign-in', async () => {
    expect((await signIn(await googleToken(), 8)).statusCode).toBe(404)
  })

  it('creates one account when ten first sign-ins race', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 10 }, () => googleToken({ email: 'race@gmail.com', sub: 'race' })),
    )
    const responses = await Promise.all(tokens.map((token) => signIn(token)))
    expect(new Set(responses.map((response) => `${response.statusCode} ${response.json().id}`)).size).toBe(1)
  })
})

describe('Google keys over the network', () => {
  let keyServer: Server
  let status = 200
  let keyRequests = 0
  let key: Awaited<ReturnType<typeof makeKey>>
  let world: AuthWorld
  beforeAll(async () => {
    key = await makeKey('remote')
    keyServer = createServer((_request, response) => {
      keyRequests += 1
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ keys: [key.jwk] }))
    })
    await new Promise<void>((resolve) => {
      keyServer.listen(0, '127.0.0.1', resolve)
    })
    const { port } = keyServer.address() as AddressInfo
    world = await createAuthWorld({
      env: { GOOGLE_JWKS: `http://127.0.0.1:${port}/keys`, GOOGLE_CLIENT_ID: CLIENT_ID },
    })
  })
  afterAll(async () => {
    await world.close()
    keyServer.close()
  })

  const signIn = async () => {
    const now = Math.floor(world.clock.now().getTime() / 1000)
    const { nonce } = (await world.post('login/google/nonce', {})).json()
    const token = await new SignJWT({
      nonce,
      sub: 's',
      email: 's@gmail.com',
      email_verified: true,
      iat: now,
      exp: now + 60,
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'remote' })
      .setIssuer('https://accounts.google.com')
      .setAudience(CLIENT_ID)
      .sign(key.privateKey)
    return world.post('login/google', { token })
  }

  it('answers 500 while the keys are unavailable and recovers afterwards', async () => {
    status = 503
    const failed = await signIn()
    expect(failed.statusCode).toBe(500)
    expect(failed.json()).toMatchObject({ code: 'google_sign_in_unavailable' })
    status = 200
    expect((await signIn()).statusCode).toBe(200)
    const before = keyRequests
    expect((await signIn()).statusCode).toBe(200)
    expect(keyRequests).toBe(before)
  })
})
