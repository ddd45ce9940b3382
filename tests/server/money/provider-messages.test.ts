/** Messages of Stripe and Razorpay, checked by their own packages: genuine or nothing, once, in any order (G1, trust 8.9). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PaymentProviderName } from '#contract/money/providers.ts'
import { moneyJobs } from '#server/features/money/index.ts'
import { razorpayMessage } from '#tests/support/money/razorpay-server.ts'
import { stripeMessage } from '#tests/support/money/stripe-server.ts'
import { OTHER_CLIENT } from '../courses/world.ts'
import { grantsOf, TOTAL } from './programme-world.ts'
import { RAZORPAY_KEYS, startProviderWorld, STRIPE_KEYS, type ProviderWorld } from './provider-world.ts'

const BOOKING = TOTAL / 10
const PROVIDERS = ['stripe', 'razorpay'] as const

let world: ProviderWorld
beforeAll(async () => {
  world = await startProviderWorld()
})
afterAll(() => world.closeAll())
beforeEach(() => world.rows('delete from payment_provider'))

const started = async (provider: PaymentProviderName) => {
  await world.setUp(provider)
  const user = await world.person()
  return { user, checkout: await world.checkout(user, BOOKING) }
}
const paidBy = async (user: number) => (await world.page(user)).order?.paid_minor ?? 0
const now = () => world.server.clock.now()
const sign = (provider: PaymentProviderName, type: string, object: object, payment?: object) =>
  provider === 'stripe'
    ? stripeMessage(STRIPE_KEYS.webhook_secret, { type, object }, now())
    : razorpayMessage(RAZORPAY_KEYS.webhook_secret, type, {
        [type.startsWith('refund') ? 'refund' : 'payment_link']: object,
        ...(payment && { payment }),
      })
const outcomes = async (checkout: string) =>
  (
    await world.rows<{ outcome: string }>(
      'select outcome from payment_message where about = $1 order by received_at, event_id',
      [checkout],
    )
  ).map(({ outcome }) => outcome)

describe.each(PROVIDERS)('messages of %s', (provider) => {
  it('grants a payment once, however often its message comes', async () => {
    const { user, checkout } = await started(provider)
    const message = world.paid(provider, checkout)
    const statuses = await Promise.all(Array.from({ length: 5 }, () => world.deliver(provider, message)))
    expect(statuses).toEqual(statuses.map(() => 204))
    expect(await paidBy(user)).toBe(BOOKING)
    const [row] = await world.rows<{ state: string; payment_ref: string }>(
      'select state, payment_ref from payment_checkout where id = $1',
      [checkout],
    )
    expect(row).toMatchObject({ state: 'paid', payment_ref: expect.stringMatching(/^p(?:i|ay)_/) })
    expect(await outcomes(checkout)).toEqual(['applied'])
  })

  it('never goes back from paid when an older message comes last', async () => {
    const { user, checkout } = await started(provider)
    const message = world.paid(provider, checkout)
    const object =
      provider === 'stripe'
        ? { ...world.stripe.sessionFor(checkout), payment_status: 'unpaid', status: 'expired' }
        : { ...world.razorpay.linkFor(checkout), status: 'expired' }
    await world.deliver(provider, message)
    const type = provider === 'stripe' ? 'checkout.session.expired' : 'payment_link.expired'
    expect(await world.deliver(provider, sign(provider, type, object))).toBe(204)
    expect(await paidBy(user)).toBe(BOOKING)
    expect((await world.page(user)).checkout?.state).toBe('paid')
  })

  it('takes expired before paid, too', async () => {
    const { user, checkout } = await started(provider)
    const paid = world.paid(provider, checkout)
    const object =
      provider === 'stripe' ? world.stripe.sessionFor(checkout) : world.razorpay.linkFor(checkout)
    const type = provider === 'stripe' ? 'checkout.session.expired' : 'payment_link.expired'
    await world.deliver(provider, sign(provider, type, object))
    await world.deliver(provider, paid)
    expect(await paidBy(user)).toBe(BOOKING)
  })

  it('takes a refund that was made at the provider, before or after its payment, once', async () => {
    for (const refundFirst of [true, false]) {
      const { user, checkout } = await started(provider)
      const paid = world.paid(provider, checkout)
      const session = provider === 'stripe' ? world.stripe.sessionFor(checkout) : null
      const link = provider === 'razorpay' ? world.razorpay.linkFor(checkout) : null
      const id = `r_${checkout.slice(0, 8)}`
      const refund = session
        ? { id, status: 'succeeded', amount: 500, currency: 'inr', payment_intent: session.payment_intent }
        : {
            id,
            status: 'processed',
            amount: 500,
            currency: 'INR',
            payment_id: link?.payments?.[0]?.payment_id,
          }
      const types = session ? ['refund.created', 'refund.updated'] : ['refund.processed']
      const refunds = types.map((type) =>
        sign(provider, type, refund, { id: link?.payments?.[0]?.payment_id, notes: link?.notes }),
      )
      for (const message of refundFirst ? [...refunds, paid] : [paid, ...refunds, ...refunds])
        expect(await world.deliver(provider, message)).toBe(204)
      expect([refundFirst, await paidBy(user)]).toEqual([refundFirst, BOOKING - 500])
    }
  })

  it('grants nothing for another amount, another currency or a checkout that does not exist', async () => {
    const { user, checkout } = await started(provider)
    world.paid(provider, checkout)
    const isStripe = provider === 'stripe'
    const object = isStripe ? world.stripe.sessionFor(checkout) : world.razorpay.linkFor(checkout)
    const amount = isStripe ? { amount_total: 1 } : { amount_paid: 1 }
    const tags = { client_id: '7', checkout_id: crypto.randomUUID() }
    const variants: [object, string][] = [
      [{ id: 'one', ...amount }, 'amount_differs'],
      [{ id: 'two', currency: isStripe ? 'usd' : 'USD' }, 'amount_differs'],
      [{ id: 'three', metadata: tags, notes: tags }, 'unknown_checkout'],
    ]
    const type = isStripe ? 'checkout.session.completed' : 'payment_link.paid'
    for (const [change, outcome] of variants) {
      expect(await world.deliver(provider, sign(provider, type, { ...object, ...change }, { id: 'p' }))).toBe(
        204,
      )
      expect(await outcomes('metadata' in change ? tags.checkout_id : checkout)).toContain(outcome)
    }
    expect((await world.page(user)).order).toBeNull()
  })

  it('ignores what is about another client, another product or nothing it knows', async () => {
    const { user, checkout } = await started(provider)
    world.paid(provider, checkout)
    const isStripe = provider === 'stripe'
    const object = isStripe ? world.stripe.sessionFor(checkout) : world.razorpay.linkFor(checkout)
    const type = isStripe ? 'checkout.session.completed' : 'payment_link.paid'
    const tags = { client_id: String(OTHER_CLIENT), checkout_id: checkout }
    for (const change of [
      { metadata: tags, notes: tags },
      { metadata: {}, notes: [] },
    ])
      expect(await world.deliver(provider, sign(provider, type, { ...object, ...change }, { id: 'p' }))).toBe(
        204,
      )
    expect(await world.deliver(provider, sign(provider, 'customer.created', { id: 'cus_1' }))).toBe(204)
    expect(await outcomes(checkout)).toEqual([])
    expect((await world.page(user)).order).toBeNull()
  })

  it('refuses what is about a checkout and cannot be read, and takes it in a form that it knows', async () => {
    const { user, checkout } = await started(provider)
    const message = world.paid(provider, checkout)
    const isStripe = provider === 'stripe'
    const object = isStripe ? world.stripe.sessionFor(checkout) : world.razorpay.linkFor(checkout)
    const type = isStripe ? 'checkout.session.completed' : 'payment_link.paid'
    const unknown = { ...object, currency: 4, amount: 'much' }
    expect(await world.deliver(provider, sign(provider, type, unknown))).toBe(400)
    expect(world.server.logs()).toContain('a payment provider sent what cannot be read')
    expect(await world.deliver(provider, message)).toBe(204)
    expect(await paidBy(user)).toBe(BOOKING)
  })

  it('asks the provider when no message came', async () => {
    const { user, checkout } = await started(provider)
    world.paid(provider, checkout)
    const { core } = world.server
    const hosts = { stripe: world.stripe.host, razorpay: world.razorpay.host }
    const [ask] = moneyJobs(core, grantsOf(core), hosts)
    world.server.clock.advance(4 * 60_000)
    world[provider].setDown(true)
    await ask?.look()
    expect(await paidBy(user)).toBe(0)
    world[provider].setDown(false)
    world.server.clock.advance(60 * 60_000)
    await ask?.look()
    expect(await paidBy(user)).toBe(BOOKING)
    // The message that comes after all changes nothing.
    await world.deliver(provider, world.paid(provider, checkout))
    expect(await paidBy(user)).toBe(BOOKING)
  })
})

describe('messages that are not genuine', () => {
  it.each(PROVIDERS)('G1: forged messages of %s change nothing', async (provider) => {
    const { user, checkout } = await started(provider)
    const good = world.paid(provider, checkout)
    const name = provider === 'stripe' ? 'stripe-signature' : 'x-razorpay-signature'
    const header = good.headers[name] ?? ''
    const text = good.body
    const dearer = text.replaceAll(String(BOOKING), String(TOTAL))
    const wrong = 'whsec_anothersecret7'
    const session = world.stripe.sessions.get(
      provider === 'stripe' ? world.stripe.sessionFor(checkout).id : '',
    )
    const event = { type: 'checkout.session.completed', object: session ?? {} }
    const other =
      provider === 'stripe'
        ? stripeMessage(wrong, event, now())
        : razorpayMessage(wrong, 'payment_link.paid', { payment_link: world.razorpay.linkFor(checkout) })
    const signed = (value: string, body = text) => ({ body, headers: { [name]: value } })
    const variants: [string, Promise<number>][] = [
      ['no signature', world.deliver(provider, { body: text, headers: {} })],
      ['an empty one', world.deliver(provider, signed(''))],
      ['zeros', world.deliver(provider, signed(header.replace(/[0-9a-f]{64}/, '0'.repeat(64))))],
      ['a short one', world.deliver(provider, signed(header.slice(0, -2)))],
      ['a long one', world.deliver(provider, signed(`${header}00`))],
      [
        'capitals',
        world.deliver(provider, signed(header.replace(/[0-9a-f]{64}/, (hex) => hex.toUpperCase()))),
      ],
      ['another secret', world.deliver(provider, other)],
      ['the key instead of the secret', world.deliver(provider, signed(STRIPE_KEYS.secret))],
      ['another amount', world.deliver(provider, signed(header, dearer))],
      ['a space behind', world.deliver(provider, signed(header, `${text} `))],
      ['re-encoded', world.deliver(provider, signed(header, JSON.stringify(JSON.parse(text), null, 1)))],
      ['an empty body', world.deliver(provider, signed(header, ''))],
      ['another client', world.deliver(provider, good, OTHER_CLIENT)],
      ['no client', world.deliver(provider, good, 999)],
      ['the other provider', world.deliver(provider === 'stripe' ? 'razorpay' : 'stripe', good)],
    ]
    for (const [variant, status] of variants) expect([variant, await status]).toEqual([variant, 401])
    expect((await world.page(user)).order).toBeNull()
    expect(await outcomes(checkout)).toEqual([])
    // Control: the one that all of these were made from is believed.
    expect(await world.deliver(provider, good)).toBe(204)
    expect(await paidBy(user)).toBe(BOOKING)
  })

  it('refuses what Stripe signed more than 300 s ago, and takes what is just younger', async () => {
    const { user, checkout } = await started('stripe')
    world.stripe.pay(world.stripe.sessionFor(checkout))
    const event = { type: 'checkout.session.completed', object: world.stripe.sessionFor(checkout) }
    const signedAgo = (seconds: number) =>
      stripeMessage(STRIPE_KEYS.webhook_secret, event, new Date(now().getTime() - seconds * 1000))
    expect(await world.deliver('stripe', signedAgo(301))).toBe(401)
    expect(await world.deliver('stripe', signedAgo(86_400))).toBe(401)
    expect((await world.page(user)).order).toBeNull()
    expect(await world.deliver('stripe', signedAgo(299))).toBe(204)
    expect(await paidBy(user)).toBe(BOOKING)
  })

  it('changes nothing when somebody replays a message of Razorpay under another id', async () => {
    const { user, checkout } = await started('razorpay')
    const message = world.paid('razorpay', checkout)
    for (const id of ['a', 'b', 'c']) {
      const headers = { ...message.headers, 'x-razorpay-event-id': id }
      expect(await world.deliver('razorpay', { ...message, headers })).toBe(204)
    }
    expect(await paidBy(user)).toBe(BOOKING)
  })

  it('believes nothing more of a provider once its keys are removed', async () => {
    const { checkout } = await started('stripe')
    const message = world.paid('stripe', checkout)
    expect(await world.deliver('stripe', message)).toBe(204)
    await world.call(world.admin, 'DELETE', '/admin/payment-providers/stripe/')
    expect(await world.deliver('stripe', message)).toBe(401)
  })

  it('answers 503 when Stripe is needed and down, so that the message comes again', async () => {
    const { user, checkout } = await started('stripe')
    await world.deliver('stripe', world.paid('stripe', checkout))
    const payment = world.stripe.sessionFor(checkout).payment_intent
    const refund = { id: 're_1', status: 'succeeded', amount: 500, currency: 'inr', payment_intent: payment }
    const message = sign('stripe', 'refund.created', refund)
    world.stripe.setDown(true)
    expect(await world.deliver('stripe', message)).toBe(503)
    world.stripe.setDown(false)
    expect(await paidBy(user)).toBe(BOOKING)
    expect(await world.deliver('stripe', message)).toBe(204)
    expect(await paidBy(user)).toBe(BOOKING - 500)
  })
})
