/** Keys of payment providers: encrypted, never shown, tested at the provider, and one of them chosen. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PaymentProviders } from '#contract/money/providers.ts'
import { reencryptAll } from '#server/core/security/reencrypt.ts'
import { createVault } from '#server/core/security/vault.ts'
import { encryptedColumns } from '#server/app.ts'
import { CLIENT } from '../courses/world.ts'
import { TOTAL } from './programme-world.ts'
import { RAZORPAY_KEYS, startProviderWorld, STRIPE_KEYS, type ProviderWorld } from './provider-world.ts'

const BOOKING = TOTAL / 10
const PATH = '/admin/payment-providers/'

let world: ProviderWorld
beforeAll(async () => {
  world = await startProviderWorld()
})
afterAll(() => world.closeAll())
beforeEach(() => world.rows('delete from payment_provider'))

const list = async () => (await world.call<PaymentProviders>(world.admin, 'GET', PATH)).body
const fieldsOf = (body: unknown) => Object.keys((body as { fields?: object }).fields ?? {})

describe('keys', () => {
  it('stores them encrypted and never shows them', async () => {
    await world.save('stripe')
    const saved = await world.save('razorpay')
    expect(saved.status).toBe(200)
    expect(saved.body).toMatchObject({
      chosen: 'test',
      providers: [
        { provider: 'stripe', has_keys: true, key_id: null, is_test: true, checked_at: null },
        { provider: 'razorpay', has_keys: true, key_id: RAZORPAY_KEYS.key_id, is_test: true },
      ],
    })
    const rows = await world.rows<{ secret_enc: Buffer; webhook_enc: Buffer }>(
      'select secret_enc, webhook_enc from payment_provider',
    )
    const secrets = [STRIPE_KEYS, RAZORPAY_KEYS].flatMap(({ secret, webhook_secret }) => [
      secret,
      webhook_secret,
    ])
    await world.test('stripe')
    for (const secret of secrets) {
      expect(rows.some((row) => row.secret_enc.includes(secret) || row.webhook_enc.includes(secret))).toBe(
        false,
      )
      expect(JSON.stringify(await list())).not.toContain(secret)
      expect(world.server.logs()).not.toContain(secret)
      expect(
        await world.rows('select 1 from audit_event where detail::text like $1', [`%${secret}%`]),
      ).toEqual([])
    }
  })

  it('follows a new master key', async () => {
    await world.save('stripe')
    const { core } = world.server
    const fresh = Buffer.alloc(32, 7).toString('base64')
    const rotated = createVault({
      dataDir: world.server.config.dataDir,
      masterKey: fresh,
      formerMasterKey: world.server.config.masterKey,
    })
    const columns = encryptedColumns.filter(({ table }) => table === 'payment_provider')
    expect(columns).toHaveLength(2)
    expect(await reencryptAll(core.db, rotated, columns)).toEqual({ changed: 2, unreadable: [] })
  })

  it.each([
    ['a publishable key', 'stripe', { ...STRIPE_KEYS, secret: 'pk_test_51canarycanary' }, 'secret'],
    [
      'a secret for messages of another kind',
      'stripe',
      { ...STRIPE_KEYS, webhook_secret: 'x' },
      'webhook_secret',
    ],
    ['a key id of nobody', 'razorpay', { ...RAZORPAY_KEYS, key_id: 'key_1' }, 'key_id'],
    ['no key id', 'razorpay', { ...RAZORPAY_KEYS, key_id: null }, 'key_id'],
    ['no secret', 'stripe', { ...STRIPE_KEYS, secret: null }, 'secret'],
    ['no secret for messages', 'razorpay', { ...RAZORPAY_KEYS, webhook_secret: null }, 'webhook_secret'],
  ] as const)('refuses %s at its field', async (_name, provider, keys, field) => {
    const { status, body } = await world.save(provider, keys)
    expect([status, fieldsOf(body)]).toEqual([422, [field]])
  })

  it('keeps stored keys, and asks for the secret of a new key id', async () => {
    await world.save('razorpay')
    const same = { key_id: RAZORPAY_KEYS.key_id, secret: null, webhook_secret: null }
    expect((await world.save('razorpay', same)).status).toBe(200)
    expect((await world.test('razorpay')).body.failure).toBeNull()
    const moved = await world.save('razorpay', { ...same, key_id: 'rzp_live_other77' })
    expect([moved.status, fieldsOf(moved.body)]).toEqual([422, ['secret']])
  })

  it('is for admins alone, and each change is on record', async () => {
    expect((await world.call(world.teacher, 'GET', PATH)).status).toBe(403)
    await world.setUp('stripe')
    await world.call(world.admin, 'DELETE', `${PATH}stripe/`)
    const events = await world.rows<{ action: string }>(
      `select action from audit_event where object = 'payment_provider:stripe' order by id desc limit 3`,
    )
    expect(events.map(({ action }) => action)).toEqual([
      'money.provider_remove',
      'money.provider_choose',
      'money.provider_save',
    ])
  })
})

describe('a test of the keys', () => {
  it('says which account accepts them', async () => {
    await world.save('stripe')
    expect((await world.test('stripe')).body).toMatchObject({ failure: null, account: 'Acme' })
    await world.save('razorpay')
    expect((await world.test('razorpay')).body).toMatchObject({ failure: null, account: 'rzp_test_canary7' })
    expect((await list()).providers.every(({ checked_at }) => checked_at !== null)).toBe(true)
  })

  it.each([
    ['stripe', { ...STRIPE_KEYS, secret: 'sk_test_anotherone' }],
    ['razorpay', { ...RAZORPAY_KEYS, secret: 'anothersecret' }],
  ] as const)('says that %s does not know the key', async (provider, keys) => {
    await world.save(provider, keys)
    const { body } = await world.test(provider)
    expect(body).toMatchObject({ failure: 'key', account: null })
    expect(body.settings.providers.find((each) => each.provider === provider)?.checked_at).toBeNull()
  })

  it.each(['stripe', 'razorpay'] as const)(
    'says that %s does not answer, and keeps what an earlier test said',
    async (provider) => {
      await world.setUp(provider)
      world[provider].setDown(true)
      const { body } = await world.test(provider)
      world[provider].setDown(false)
      expect(body).toMatchObject({ failure: 'unreachable', settings: { chosen: provider } })
      expect(body.settings.providers.find((each) => each.provider === provider)?.checked_at).not.toBeNull()
    },
  )

  it('says that an account cannot take payments yet', async () => {
    const live = { ...STRIPE_KEYS, secret: 'sk_live_51canarycanary' }
    world.stripe.account.charges_enabled = false
    world.stripe.setSecret(live.secret)
    await world.save('stripe', live)
    expect((await world.test('stripe')).body).toMatchObject({ failure: 'inactive' })
    world.stripe.account.charges_enabled = true
    expect((await world.test('stripe')).body).toMatchObject({ failure: null })
    world.stripe.setSecret(STRIPE_KEYS.secret)
  })

  it('finds nothing to test without keys', async () => {
    expect((await world.test('stripe')).status).toBe(404)
  })
})

describe('the choice', () => {
  it('takes a provider only after it accepted its keys', async () => {
    await world.save('stripe')
    expect(await world.choosePay('stripe')).toBe(409)
    await world.test('stripe')
    expect(await world.choosePay('stripe')).toBe(200)
    expect((await list()).chosen).toBe('stripe')
  })

  it('has one provider at a time, and the test checkout of a demo without one', async () => {
    await world.setUp('stripe')
    await world.setUp('razorpay')
    expect((await list()).chosen).toBe('razorpay')
    await world.choosePay(null)
    expect((await list()).chosen).toBe('test')
    await expect(
      world.rows(`update payment_provider set is_chosen = true where client_id = ${CLIENT}`),
    ).rejects.toMatchObject({ constraint: 'payment_provider_chosen' })
  })

  it('sends payers to the chosen provider, once for each checkout', async () => {
    await world.setUp('stripe')
    const user = await world.person()
    const body = { idempotency_key: crypto.randomUUID(), amount_minor: BOOKING }
    const first = await world.start(user, body)
    expect(first.body.url).toBe(world.stripe.sessionFor(first.body.checkout_id).url)
    expect((await world.start(user, body)).body).toEqual(first.body)
    expect(world.stripe.sessionFor(first.body.checkout_id)).toMatchObject({
      amount_total: BOOKING,
      currency: 'inr',
      success_url: expect.stringContaining(`/flagship-program-payment?checkout=${first.body.checkout_id}`),
    })
    await world.setUp('razorpay')
    const other = await world.start(await world.person(), { amount_minor: BOOKING })
    expect(other.body.url).toBe(world.razorpay.linkFor(other.body.checkout_id).short_url)
  })

  it.each(['stripe', 'razorpay'] as const)(
    'says that paying is not possible while %s is down, and loses nothing',
    async (provider) => {
      await world.setUp(provider)
      const user = await world.person()
      const body = { idempotency_key: crypto.randomUUID(), amount_minor: BOOKING }
      world[provider].setDown(true)
      const down = await world.start(user, body)
      world[provider].setDown(false)
      expect([down.status, JSON.stringify(down.body)]).toEqual([
        503,
        expect.stringContaining('Nothing was charged'),
      ])
      const again = await world.start(user, body)
      expect(again.status).toBe(201)
      expect(await world.rows('select 1 from payment_checkout where user_id = $1', [user])).toHaveLength(1)
    },
  )

  it('finds the link again whose answer Razorpay lost', async () => {
    await world.setUp('razorpay')
    const user = await world.person()
    const body = { idempotency_key: crypto.randomUUID(), amount_minor: BOOKING }
    const first = await world.start(user, body)
    await world.rows('update payment_checkout set url = null where user_id = $1', [user])
    expect((await world.start(user, body)).body).toEqual(first.body)
    expect(
      [...world.razorpay.links.values()].filter((link) => link.reference_id === first.body.checkout_id),
    ).toHaveLength(1)
  })
})
