/** Comparing with the providers: each kind of difference is found, repaired once, and stays repaired. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Comparison, Finding } from '#contract/money/comparison.ts'
import type { PaymentProviderName } from '#contract/money/providers.ts'
import { createFindProvider } from '#server/features/money/checkout/providers.ts'
import { createComparisonJob } from '#server/features/money/comparison/comparison.job.ts'
import { razorpayMessage } from '#tests/support/money/razorpay-server.ts'
import { stripeMessage } from '#tests/support/money/stripe-server.ts'
import { TOTAL } from './programme-world.ts'
import { RAZORPAY_KEYS, startProviderWorld, STRIPE_KEYS, type ProviderWorld } from './provider-world.ts'

const BOOKING = TOTAL / 10
const PROVIDERS = ['stripe', 'razorpay'] as const
const PATH = '/admin/payment-comparison/'

let world: ProviderWorld
beforeAll(async () => {
  world = await startProviderWorld()
})
afterAll(() => world.closeAll())
beforeEach(async () => {
  await world.rows('delete from payment_provider')
  await world.rows('truncate payment_finding, payment_comparison')
  for (const stand of [world.stripe.sessions, world.stripe.refunds]) stand.clear()
  for (const stand of [world.razorpay.links, world.razorpay.refunds]) stand.clear()
  await world.rows(`update payment_checkout set created_at = now() - interval '1 year'`)
})

const compare = async (): Promise<Comparison> =>
  (await world.call<Comparison>(world.admin, 'POST', PATH)).body
const repair = async ({ id }: Finding): Promise<Comparison> => {
  const { status, body } = await world.call<Comparison>(world.admin, 'POST', `${PATH}findings/${id}/repair/`)
  expect(status).toBe(200)
  return body
}
const started = async (provider: PaymentProviderName) => {
  await world.setUp(provider)
  const user = await world.person()
  return { user, checkout: await world.checkout(user, BOOKING) }
}
const granted = async (provider: PaymentProviderName) => {
  const made = await started(provider)
  await world.deliver(provider, world.paid(provider, made.checkout))
  return made
}
const paidBy = async (user: number) => (await world.page(user)).order?.paid_minor ?? 0
/** A refund that was made at the provider, of which no message came. */
const backAtProvider = (provider: PaymentProviderName, checkout: string, amount: number) => {
  const created = Math.floor(Date.now() / 1000)
  if (provider === 'stripe') {
    const payment = world.stripe.sessionFor(checkout).payment_intent ?? ''
    const made = {
      status: 'succeeded',
      amount,
      currency: 'inr',
      payment_intent: payment,
      metadata: {},
    } as const
    world.stripe.refunds.set('re_x', { id: 're_x', object: 'refund', ...made, created })
    return stripeMessage(
      STRIPE_KEYS.webhook_secret,
      { type: 'refund.created', object: world.stripe.refunds.get('re_x')! },
      world.server.clock.now(),
    )
  }
  const link = world.razorpay.linkFor(checkout)
  const payment = link.payments?.[0]?.payment_id ?? ''
  const made = { status: 'processed', amount, currency: 'INR', payment_id: payment, notes: {} } as const
  world.razorpay.refunds.set('rfnd_x', { id: 'rfnd_x', entity: 'refund', ...made, created_at: created })
  return razorpayMessage(RAZORPAY_KEYS.webhook_secret, 'refund.processed', {
    refund: world.razorpay.refunds.get('rfnd_x')!,
    payment: { id: payment, notes: link.notes },
  })
}

describe.each(PROVIDERS)('a comparison with %s', (provider) => {
  it('control: finds nothing while both sides say the same', async () => {
    await granted(provider)
    await started(provider)
    expect(await compare()).toMatchObject({ findings: [], is_possible: true, last: { is_complete: true } })
  })

  it('finds what is paid but not granted, and grants it once', async () => {
    const { user, checkout } = await started(provider)
    const message = world.paid(provider, checkout)
    const { findings } = await compare()
    expect(findings).toMatchObject([
      { kind: 'paid_not_granted', provider, theirs_minor: BOOKING, ours_minor: 0, is_unknown: false },
    ])
    expect(findings[0]?.subject).toBe('Data Career Programme')
    expect(await paidBy(user)).toBe(0)
    expect((await repair(findings[0]!)).findings).toEqual([])
    expect(await paidBy(user)).toBe(BOOKING)
    // Again, at the same time, and after the message that came after all: nothing moves.
    await Promise.all([repair(findings[0]!), repair(findings[0]!), world.deliver(provider, message)])
    expect(await paidBy(user)).toBe(BOOKING)
    expect((await compare()).findings).toEqual([])
    const audits = await world.rows('select 1 from audit_event where action = $1 and object = $2', [
      'money.repair',
      `payment_finding:${findings[0]?.id}`,
    ])
    expect(audits).toHaveLength(1)
  })

  it('finds what is granted but not paid, and takes it back', async () => {
    const { user, checkout } = await granted(provider)
    if (provider === 'stripe') world.stripe.sessions.delete(world.stripe.sessionFor(checkout).id)
    else world.razorpay.links.delete(world.razorpay.linkFor(checkout).id)
    const { findings } = await compare()
    expect(findings).toMatchObject([{ kind: 'granted_not_paid', theirs_minor: 0, ours_minor: BOOKING }])
    await repair(findings[0]!)
    await repair(findings[0]!)
    expect(await world.page(user)).toMatchObject({ order: { paid_minor: 0, open_minor: TOTAL } })
    expect((await compare()).findings).toEqual([])
  })

  it('finds another amount after a refund that was not reported, and follows it', async () => {
    const { user, checkout } = await granted(provider)
    const message = backAtProvider(provider, checkout, 700)
    const { findings } = await compare()
    expect(findings).toMatchObject([
      { kind: 'amount_differs', theirs_minor: BOOKING - 700, ours_minor: BOOKING },
    ])
    await repair(findings[0]!)
    await repair(findings[0]!)
    expect(await paidBy(user)).toBe(BOOKING - 700)
    expect((await compare()).findings).toEqual([])
    expect(message.body).toContain('_x')
  })

  it('finds money that came back after a confirmed refund, and counts it as paid again', async () => {
    const { user, checkout } = await granted(provider)
    await world.deliver(provider, backAtProvider(provider, checkout, 700))
    expect(await paidBy(user)).toBe(BOOKING - 700)
    for (const made of [...world.stripe.refunds.values(), ...world.razorpay.refunds.values()])
      made.status = 'failed'
    const { findings } = await compare()
    expect(findings).toMatchObject([{ kind: 'amount_differs', theirs_minor: BOOKING }])
    await repair(findings[0]!)
    await repair(findings[0]!)
    expect(await paidBy(user)).toBe(BOOKING)
    expect((await compare()).findings).toEqual([])
  })

  it('names a payment that nobody here knows, and grants nothing for it', async () => {
    const { checkout } = await started(provider)
    world.paid(provider, checkout)
    const tags = { client_id: '7', checkout_id: crypto.randomUUID() }
    if (provider === 'stripe') world.stripe.sessionFor(checkout).metadata = tags
    else world.razorpay.linkFor(checkout).notes = tags
    const { findings } = await compare()
    expect(findings).toMatchObject([{ kind: 'paid_not_granted', is_unknown: true, person: null }])
    expect((await repair(findings[0]!)).findings).toEqual([])
    expect((await compare()).findings).toEqual([])
  })

  it('says that it is incomplete while the provider is down, and keeps what it knew', async () => {
    const { checkout } = await started(provider)
    world.paid(provider, checkout)
    expect((await compare()).findings).toHaveLength(1)
    world[provider].setDown(true)
    const down = await compare()
    world[provider].setDown(false)
    expect(down).toMatchObject({ last: { is_complete: false }, findings: [{ kind: 'paid_not_granted' }] })
  })

  it('drops what has been settled since', async () => {
    const { checkout } = await started(provider)
    const message = world.paid(provider, checkout)
    const { findings } = await compare()
    await world.deliver(provider, message)
    expect((await compare()).findings).toEqual([])
    // The repair of a finding that is gone changes nothing.
    await repair(findings[0]!)
    expect(await world.rows(`select state from payment_finding where id = ${findings[0]?.id}`)).toEqual([
      { state: 'gone' },
    ])
  })
})

describe('who compares, and when', () => {
  it('is for admins alone', async () => {
    expect((await world.call(world.teacher, 'GET', PATH)).status).toBe(403)
    expect((await world.call(world.teacher, 'POST', PATH)).status).toBe(403)
    expect((await world.call(world.admin, 'POST', `${PATH}findings/999999/repair/`)).status).toBe(404)
  })

  it('runs at night in the zone of the client, once', async () => {
    const { checkout } = await started('stripe')
    world.paid('stripe', checkout)
    const { core, clock } = world.server
    const hosts = { stripe: world.stripe.host, razorpay: world.razorpay.host }
    const before = clock.now()
    const nightly = createComparisonJob(core, createFindProvider(core, hosts))
    const runAt = async (time: string) => {
      clock.set(time)
      return nightly.look()
    }
    // India is five and a half hours ahead.
    expect(await runAt('2026-11-24T12:00:00Z')).toBe(0)
    expect(await runAt('2026-11-24T21:30:00Z')).toBe(1)
    expect(await runAt('2026-11-24T22:00:00Z')).toBe(0)
    const { body } = await world.call<Comparison>(world.admin, 'GET', PATH)
    expect(body.findings).toMatchObject([{ kind: 'paid_not_granted' }])
    clock.set(before.toISOString())
  })

  it('settles a finding once, by the database', async () => {
    const { checkout } = await started('stripe')
    world.paid('stripe', checkout)
    const { findings } = await compare()
    await repair(findings[0]!)
    await expect(
      world.rows(
        `update payment_finding set state = 'open', settled_at = null where id = ${findings[0]?.id}`,
      ),
    ).rejects.toMatchObject({ constraint: 'finding_settled' })
  })
})
