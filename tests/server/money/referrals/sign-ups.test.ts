/** Codes of referrals at sign-up: which one counts, and who is refused (rules: Money; RF2). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { featureSlugs, type FeatureSlug } from '#contract/client-info/feature-slugs.ts'
import type { OwnReferrals } from '#contract/money/referrals.ts'
import { switchFeatures } from '#tests/support/server/people.ts'
import { createAuthWorld, PASSWORD, type AuthWorld, type Browser } from '../../auth/world.ts'

const DAY_MS = 86_400_000
let world: AuthWorld
let serial = 0
beforeAll(async () => {
  world = await createAuthWorld({ env: { RATE_LIMITS: 'off' } })
  for (const client of [7, 8]) await switchTo(client, featureSlugs)
})
afterAll(() => world.close())

const switchTo = async (clientId: number, features: readonly FeatureSlug[]) => {
  await switchFeatures(world.server.db, clientId, features)
  const { db, changes } = world.server.core
  await db.withTenant(clientId, (tx) => changes.announce(tx, { kind: 'client', clientId }))
}
const referrer = async (email?: string, phone?: string) => {
  const person = await world.person({ ...(email && { email }), ...(phone && { phone }) })
  const { access_token: token } = await world.signIn(person.email)
  const reply = await world.server.app.inject({
    method: 'GET',
    url: '/api/clients/7/referrals/',
    headers: { authorization: `Bearer ${token}` },
  })
  return { ...person, code: reply.json<OwnReferrals>().code }
}
const newEmail = () => `friend${(serial += 1)}@example.test`
const signUp = (browser: Browser, email: string, referral_code: string, more = {}) => {
  // A minute is between two codes for one address.
  world.clock.advance(61_000)
  const form = { full_name: 'Farid Friend', email, password: PASSWORD, accept_terms: true }
  return browser('signup', { ...form, referral_code, ...more })
}
const verify = async (browser: Browser, email: string) =>
  (await browser('verify-email', { email, otp: await world.codeFor(email) })).statusCode
const joinWith = async (email: string, code: string, more = {}, browser = world.browser()) => {
  await signUp(browser, email, code, more)
  return verify(browser, email)
}
const rowsOf = (email: string) =>
  world.server.db.asSuperuser<{ referrer_id: number; state: string; reject_reason: string | null }>(
    `select r.referrer_id, r.state, r.reject_reason from referral r
     join app_user u on u.client_id = r.client_id and u.id = r.invited_id where u.email_key = $1 order by r.id`,
    [email],
  )
const check = async (code: string, client = 7) => {
  const url = `/api/clients/${client}/referral-codes/check/`
  const reply = await world.server.app.inject({ method: 'POST', url, payload: { code } })
  return [reply.statusCode, reply.json<{ valid?: boolean }>().valid]
}

describe('the code of a referral', () => {
  it('is one for each person, and counts however it is typed', async () => {
    const { id, code, email } = await referrer()
    const { access_token: token } = await world.signIn(email)
    const again = await world.server.app.inject({
      method: 'GET',
      url: '/api/clients/7/referrals/',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(again.json<OwnReferrals>().code).toBe(code)
    const typed = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`
    expect([await check(typed), await check('NOBODY22'), await check(code, 8)]).toEqual([
      [200, true],
      [200, false],
      [200, false],
    ])
    const friend = newEmail()
    const browser = world.browser()
    await signUp(browser, friend, typed)
    expect(await rowsOf(friend)).toEqual([{ referrer_id: id, state: 'invited', reject_reason: null }])
    expect(await verify(browser, friend)).toBe(200)
    expect(await rowsOf(friend)).toEqual([{ referrer_id: id, state: 'joined', reject_reason: null }])
  })

  it('never stops a sign-up: a wrong one brings nobody anything', async () => {
    const friend = newEmail()
    const browser = world.browser()
    expect((await signUp(browser, friend, 'NOBODY22')).statusCode).toBe(201)
    expect([await verify(browser, friend), await rowsOf(friend)]).toEqual([200, []])
  })

  it('counts once: the first that exists wins', async () => {
    const [first, second] = [await referrer(), await referrer()]
    const friend = newEmail()
    const browser = world.browser()
    for (const code of ['NOBODY22', first.code, second.code]) await signUp(browser, friend, code)
    await verify(browser, friend)
    expect(await rowsOf(friend)).toEqual([{ referrer_id: first.id, state: 'joined', reject_reason: null }])
  })

  it('lasts 30 days, then the next one counts', async () => {
    const [first, second] = [await referrer(), await referrer()]
    const friend = newEmail()
    const browser = world.browser()
    await signUp(browser, friend, first.code)
    world.clock.advance(30 * DAY_MS)
    await signUp(browser, friend, second.code)
    await verify(browser, friend)
    expect(await rowsOf(friend)).toEqual([
      { referrer_id: first.id, state: 'rejected', reject_reason: 'expired' },
      { referrer_id: second.id, state: 'joined', reject_reason: null },
    ])
  })

  it('control: a day earlier the first one still counts', async () => {
    const [first, second] = [await referrer(), await referrer()]
    const friend = newEmail()
    const browser = world.browser()
    await signUp(browser, friend, first.code)
    world.clock.advance(29 * DAY_MS)
    await signUp(browser, friend, second.code)
    await verify(browser, friend)
    expect(await rowsOf(friend)).toEqual([{ referrer_id: first.id, state: 'joined', reject_reason: null }])
  })

  it('of somebody else who typed the same address takes nothing', async () => {
    const [stranger, friendOf] = [await referrer(), await referrer()]
    const friend = newEmail()
    await signUp(world.browser(), friend, stranger.code)
    const browser = world.browser()
    await signUp(browser, friend, friendOf.code)
    await verify(browser, friend)
    expect(await rowsOf(friend)).toEqual([
      { referrer_id: stranger.id, state: 'rejected', reject_reason: 'other_code' },
      { referrer_id: friendOf.id, state: 'joined', reject_reason: null },
    ])
  })

  it('is refused for oneself, with the same phone and on the same device', async () => {
    const self = await referrer('own.mail@gmail.com')
    await joinWith('ownmail+2@gmail.com', self.code)
    const phoned = await referrer(newEmail(), '+91 98765 43210')
    const [samePhone, otherPhone, twin] = [newEmail(), newEmail(), newEmail()]
    await joinWith(samePhone, phoned.code, { phone_number: '098765-43210' })
    await joinWith(otherPhone, phoned.code, { phone_number: '+91 91234 56789' })
    // Two accounts with one phone are one friend.
    await joinWith(twin, phoned.code, { phone_number: '9123456789' })
    const shared = world.browser()
    const owner = await referrer()
    await shared('login', { email: owner.email, password: PASSWORD })
    const sameDevice = newEmail()
    await joinWith(sameDevice, owner.code, {}, shared)
    const found = await Promise.all(
      ['ownmail+2@gmail.com', samePhone, otherPhone, twin, sameDevice].map(rowsOf),
    )
    expect(found.map(([row]) => [row?.state, row?.reject_reason])).toEqual([
      ['rejected', 'self'],
      ['rejected', 'same_phone'],
      ['joined', null],
      ['rejected', 'same_phone'],
      ['rejected', 'same_device'],
    ])
  })

  it('counts for nothing while the client has referrals switched off', async () => {
    const { code } = await referrer()
    await switchTo(7, ['course'])
    const friend = newEmail()
    await joinWith(friend, code)
    expect([await rowsOf(friend), (await check(code))[0]]).toEqual([[], 404])
    const [account] = await world.server.db.asSuperuser(
      'select referred_by_code from app_user where email_key = $1',
      [friend],
    )
    expect(account).toEqual({ referred_by_code: null })
  })
})
