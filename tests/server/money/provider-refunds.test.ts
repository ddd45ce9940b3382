/** Refunds through the provider: requested, sent, then confirmed or failed; what was granted goes with the confirmation. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Payment, PaymentPage } from '#contract/money/payments.ts'
import type { PaymentProviderName } from '#contract/money/providers.ts'
import { moneyJobs } from '#server/features/money/index.ts'
import { razorpayMessage } from '#tests/support/money/razorpay-server.ts'
import { stripeMessage } from '#tests/support/money/stripe-server.ts'
import { grantsOf, TOTAL } from './programme-world.ts'
import { RAZORPAY_KEYS, startProviderWorld, STRIPE_KEYS, type ProviderWorld } from './provider-world.ts'

const BOOKING = TOTAL / 10
const PROVIDERS = ['stripe', 'razorpay'] as const

let world: ProviderWorld
beforeAll(async () => {
  world = await startProviderWorld()
})
afterAll(() => world.closeAll())
beforeEach(async () => {
  await world.rows('delete from payment_provider')
  setNext('stripe', 'confirmed')
  setNext('razorpay', 'confirmed')
})

const setNext = (provider: PaymentProviderName, state: 'sent' | 'confirmed' | 'failed') =>
  provider === 'stripe'
    ? world.stripe.setNextRefund(
        ({ sent: 'pending', confirmed: 'succeeded', failed: 'failed' } as const)[state],
      )
    : world.razorpay.setNextRefund(
        ({ sent: 'pending', confirmed: 'processed', failed: 'failed' } as const)[state],
      )
const paid = async (provider: PaymentProviderName) => {
  await world.setUp(provider)
  const user = await world.person()
  const checkout = await world.checkout(user, BOOKING)
  await world.deliver(provider, world.paid(provider, checkout))
  return { user, checkout }
}
const refund = (checkout: string, body: object = {}, by = world.admin) =>
  world.call<{ id: string; state: string; fields?: object }>(
    by,
    'POST',
    `/admin/checkouts/${checkout}/refunds/`,
    { idempotency_key: randomUUID(), amount_minor: BOOKING, reason: '', ends_order: false, ...body },
  )
const stateOf = async (id: string) =>
  (await world.rows<{ state: string }>('select state from payment_refund where id = $1', [id]))[0]?.state
const coursesOf = async (user: number) =>
  (await world.rows('select 1 from enrolment where user_id = $1 and left_at is null', [user])).length
const balances = async (user: number) =>
  Object.fromEntries(
    (
      await world.rows<{ account: string; sum: number }>(
        `select split_part(account, ':', 1) as account, sum(amount_minor)::float8 as sum from ledger_entry
         where person_id = $1 group by 1 having sum(amount_minor) <> 0`,
        [user],
      )
    ).map(({ account, sum }) => [account, sum]),
  )
const paymentOf = async (user: number): Promise<Payment> => {
  const { body } = await world.call<PaymentPage>(
    world.admin,
    'GET',
    `/admin/payments/?person=${user}&kind=payment`,
  )
  return body.results[0]!
}
/** What the provider reports about the only refund of a checkout. */
const report = (provider: PaymentProviderName, checkout: string, state: 'confirmed' | 'failed') => {
  if (provider === 'stripe') {
    const made = [...world.stripe.refunds.values()].find((each) => each.metadata['checkout_id'] === checkout)!
    made.status = state === 'confirmed' ? 'succeeded' : 'failed'
    const type = state === 'confirmed' ? 'refund.updated' : 'refund.failed'
    return stripeMessage(STRIPE_KEYS.webhook_secret, { type, object: made }, world.server.clock.now())
  }
  const made = [...world.razorpay.refunds.values()].find((each) => each.notes['checkout_id'] === checkout)!
  made.status = state === 'confirmed' ? 'processed' : 'failed'
  const type = state === 'confirmed' ? 'refund.processed' : 'refund.failed'
  return razorpayMessage(RAZORPAY_KEYS.webhook_secret, type, { refund: made })
}
const runAsking = async () => {
  const { core } = world.server
  const hosts = { stripe: world.stripe.host, razorpay: world.razorpay.host }
  world.server.clock.advance(3 * 60_000)
  await moneyJobs(core, grantsOf(core), hosts)[0]?.look()
}
const certificate = async (user: number, courseId: number) => {
  await world.rows(
    `insert into certificate (client_id, user_id, kind, course_id, serial, recipient_name, title, language, issuer_name,
       brand_colour, criteria, issued_on, issued_at)
     values (7, $1, 'course', $2, 'ABCDEFGH23456789', 'Payer', 'Course', 'en', 'Acme', '#112233', '[]', current_date,
       now())`,
    [user, courseId],
  )
}

describe.each(PROVIDERS)('a refund through %s', (provider) => {
  it('moves nothing until the provider confirms it, then everything at once', async () => {
    const { user, checkout } = await paid(provider)
    setNext(provider, 'sent')
    const asked = await refund(checkout, { ends_order: true })
    expect([asked.status, asked.body.state]).toEqual([201, 'sent'])
    expect([await coursesOf(user), await balances(user)]).toMatchObject([
      world.courses.length,
      { clearing: BOOKING, receivable: TOTAL - BOOKING },
    ])
    expect(await world.deliver(provider, report(provider, checkout, 'confirmed'))).toBe(204)
    expect(await stateOf(asked.body.id)).toBe('confirmed')
    expect(await coursesOf(user)).toBe(0)
    // Nothing is owed, the sale is taken back in full, and the programme can be bought again.
    expect(await balances(user)).toEqual({ revenue: -TOTAL, refunds: TOTAL })
    expect(await world.page(user)).toMatchObject({ order: null, payable: { max_minor: TOTAL } })
  })

  it('confirms once, however often the message and the answer come', async () => {
    const { user, checkout } = await paid(provider)
    const asked = await refund(checkout, { amount_minor: 500 })
    expect(asked.body.state).toBe('confirmed')
    for (let round = 0; round < 3; round += 1)
      await world.deliver(provider, report(provider, checkout, 'confirmed'))
    expect(await balances(user)).toMatchObject({
      clearing: BOOKING - 500,
      receivable: TOTAL - BOOKING + 500,
    })
    expect(await coursesOf(user)).toBe(world.courses.length)
  })

  it('fails without a trace in the ledger, and can be tried again', async () => {
    const { user, checkout } = await paid(provider)
    setNext(provider, 'sent')
    const asked = await refund(checkout, { ends_order: true })
    await world.deliver(provider, report(provider, checkout, 'failed'))
    expect(await stateOf(asked.body.id)).toBe('failed')
    expect([await coursesOf(user), await balances(user)]).toMatchObject([
      world.courses.length,
      { clearing: BOOKING },
    ])
    expect((await paymentOf(user)).checkout).toMatchObject({
      left_minor: BOOKING,
      refunds: [{ id: asked.body.id, state: 'failed' }],
    })
    setNext(provider, 'confirmed')
    expect((await refund(checkout)).body.state).toBe('confirmed')
  })

  it('keeps the wish while the provider is down, and sends it once afterwards', async () => {
    const { user, checkout } = await paid(provider)
    world[provider].setDown(true)
    const key = { idempotency_key: randomUUID(), amount_minor: 700 }
    const asked = await refund(checkout, key)
    expect([asked.status, asked.body.state]).toEqual([201, 'requested'])
    expect((await refund(checkout, key)).body.id).toBe(asked.body.id)
    world[provider].setDown(false)
    await runAsking()
    await runAsking()
    expect(await stateOf(asked.body.id)).toBe('confirmed')
    expect(await balances(user)).toMatchObject({ clearing: BOOKING - 700 })
    expect(world[provider].refunds.size).toBeGreaterThan(0)
    const made = [...world[provider].refunds.values()].filter(({ amount }) => amount === 700)
    expect(made).toHaveLength(1)
  })

  it('is asked about when its message never comes', async () => {
    const { checkout } = await paid(provider)
    setNext(provider, 'sent')
    const asked = await refund(checkout, { amount_minor: 800 })
    report(provider, checkout, 'confirmed')
    await runAsking()
    expect(await stateOf(asked.body.id)).toBe('confirmed')
  })

  it('fails when the provider refuses it', async () => {
    const { user, checkout } = await paid(provider)
    // Somebody sent the money back at the provider itself, and no message has come yet.
    if (provider === 'stripe') world.stripe.sessionFor(checkout).amount_total = 1
    else world.razorpay.linkFor(checkout).amount = 1
    expect((await refund(checkout)).body.state).toBe('failed')
    expect(await balances(user)).toMatchObject({ clearing: BOOKING })
  })
})

describe('what a refund may be', () => {
  it('never is more than what is left, also while refunds are on their way', async () => {
    const { checkout } = await paid('stripe')
    setNext('stripe', 'sent')
    expect((await refund(checkout, { amount_minor: BOOKING + 1 })).status).toBe(422)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => refund(checkout, { amount_minor: BOOKING / 2 })),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 201, 409, 409,
    ])
  })

  it('is for admins alone, of payments that came by a provider', async () => {
    const { user, checkout } = await paid('stripe')
    expect((await refund(checkout, {}, world.teacher)).status).toBe(403)
    expect((await refund(checkout, {}, user)).status).toBe(403)
    expect((await refund(randomUUID())).status).toBe(404)
    const unpaid = await world.checkout(await world.person(), BOOKING)
    expect((await refund(unpaid)).status).toBe(409)
    await world.call(world.admin, 'DELETE', '/admin/payment-providers/stripe/')
    expect((await refund(checkout)).status).toBe(409)
  })

  it('goes forward only, by the database', async () => {
    const { checkout } = await paid('stripe')
    const { body } = await refund(checkout, { amount_minor: 100 })
    const refusal = (change: string) =>
      world
        .rows(`update payment_refund set ${change} where id = $1`, [body.id])
        .then(() => 'accepted')
        .catch((error: { constraint?: string }) => error.constraint)
    expect(await refusal(`state = 'sent', settled_at = null`)).toBe('refund_forward')
    expect(await refusal(`state = 'failed'`)).toBe('refund_forward')
    expect(await refusal('amount_minor = 1')).toBe('refund_forward')
    expect(await refusal('tried_at = now()')).toBe('accepted')
    const above = `insert into payment_refund (client_id, id, checkout_id, idempotency_key, amount_minor, currency,
        ends_order, reason, requested_by, requested_at, tried_at)
      values (7, gen_random_uuid(), '${checkout}', gen_random_uuid(), ${BOOKING}, 'INR', false, '', ${world.admin},
        now(), now())`
    await expect(world.rows(above)).rejects.toMatchObject({ constraint: 'refund_sum' })
  })
})

describe('a programme that ends', () => {
  it('revokes its certificates in the same transaction, and keeps courses that were bought alone', async () => {
    const { user, checkout } = await paid('stripe')
    const [bought = 0, other = 0] = world.courses
    await world.rows(
      `insert into course_purchase (client_id, course_id, user_id, purchased_at, source, amount_minor, currency, reference)
       values (7, $1, $2, now(), 'manual', 100, 'INR', 'UTR-alone')`,
      [bought, user],
    )
    await certificate(user, other)
    await refund(checkout, { ends_order: true })
    const left = await world.rows<{ course_id: number }>(
      'select course_id from enrolment where user_id = $1 and left_at is null',
      [user],
    )
    expect(left).toEqual([{ course_id: bought }])
    expect(await world.rows('select revoked_for from certificate where user_id = $1', [user])).toEqual([
      { revoked_for: 'refund' },
    ])
  })

  it('keeps later payments as credit, and takes them back from it', async () => {
    const { user, checkout } = await paid('stripe')
    const second = await world.checkout(user, BOOKING)
    await refund(checkout, { ends_order: true })
    await world.deliver('stripe', world.paid('stripe', second))
    expect(await balances(user)).toMatchObject({ clearing: BOOKING, credit: -BOOKING })
    expect(await coursesOf(user)).toBe(0)
    await refund(second)
    expect(await balances(user)).toEqual({ revenue: -TOTAL, refunds: TOTAL })
  })

  it('control: a refund that does not end it is owed again', async () => {
    const { user, checkout } = await paid('stripe')
    await refund(checkout)
    expect(await balances(user)).toEqual({ revenue: -TOTAL, receivable: TOTAL })
    expect(await world.page(user)).toMatchObject({ order: { state: 'booked', open_minor: TOTAL } })
  })
})

describe('the test checkout', () => {
  it.each([
    ['confirm', 'confirmed', 0],
    ['fail', 'failed', BOOKING],
  ] as const)('can %s a refund', async (outcome, state, left) => {
    const user = await world.person()
    const checkout = await world.checkout(user, BOOKING)
    await world.choose(user, checkout, 'succeed')
    const { body } = await refund(checkout, { test_outcome: outcome })
    expect(body.state).toBe(state)
    expect((await balances(user))['clearing'] ?? 0).toBe(left)
  })

  it('can be slow', async () => {
    const user = await world.person()
    const checkout = await world.checkout(user, BOOKING)
    await world.choose(user, checkout, 'succeed')
    const { body } = await refund(checkout, { test_outcome: 'slow' })
    expect(body.state).toBe('sent')
    await runAsking()
    expect(await stateOf(body.id)).toBe('confirmed')
    // The message that comes after the question changes nothing.
    const { core } = world.server
    for (const job of moneyJobs(core, grantsOf(core))) await job.look()
    expect((await balances(user))['clearing'] ?? 0).toBe(0)
  })
})
