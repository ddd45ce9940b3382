/** Messages of a payment provider: genuine or nothing, once, in any order, only forward (G1, trust 8.9). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProviderMessage } from '#server/features/money/checkout/provider.ts'
import { SIGNATURE_HEADER, signedTestMessage } from '#server/features/money/checkout/test-provider.ts'
import { randomOf, shuffled } from '#tests/support/random.ts'
import { CLIENT, OTHER_CLIENT } from '../courses/world.ts'
import { startProgrammeWorld, TOTAL, type ProgrammeWorld } from './programme-world.ts'

/** All of them at night. */
const ORDERS = process.env['FULL'] === '1' ? 120 : 20
const PARALLEL = 4
const BOOKING = TOTAL / 10

let world: ProgrammeWorld
beforeAll(async () => {
  world = await startProgrammeWorld()
})
afterAll(() => world.server.close())

interface Balances {
  money: number
  receivable: number
  credit: number
  revenue: number
}

/** Knows no checkouts and no entries: only what each message says, once. */
const modelOf = (messages: readonly ProviderMessage[]): Balances => {
  const paid = new Map<string, number>()
  let returned = 0
  for (const { kind, about, amountMinor } of messages) {
    if (kind === 'paid') paid.set(about, amountMinor)
    if (kind === 'refunded') returned += amountMinor
  }
  const money = [...paid.values()].reduce((sum, amount) => sum + amount, 0) - returned
  return {
    money,
    receivable: Math.max(0, TOTAL - money),
    credit: Math.min(0, TOTAL - money),
    revenue: -TOTAL,
  }
}

const balancesOf = async (user: number): Promise<Balances> => {
  const rows = await world.rows<{ account: string; sum: number }>(
    `select split_part(account, ':', 1) as account, sum(amount_minor)::float8 as sum from ledger_entry
     where person_id = $1 group by 1`,
    [user],
  )
  const of = (account: string) => rows.find((row) => row.account === account)?.sum ?? 0
  return { money: of('clearing'), receivable: of('receivable'), credit: of('credit'), revenue: of('revenue') }
}

const stateOf = async (user: number) =>
  world.rows(
    `select o.state, (select array_agg(c.state || c.refunded_minor order by c.created_at, c.id)
       from payment_checkout c where c.order_id = o.id) as checkouts,
       (select count(*)::integer from enrolment e where e.user_id = o.user_id) as courses
     from programme_order o where o.user_id = $1`,
    [user],
  )

/** Two checkouts and five messages about them; some pay more than is owed, some go back. */
const orderOf = async (number: number) => {
  const random = randomOf(number)
  const user = await world.person()
  const first = BOOKING + random(TOTAL - BOOKING)
  const second = BOOKING + random(TOTAL - BOOKING)
  const [a, b] = [await world.checkout(user, first), await world.checkout(user, second)]
  const messages = [
    world.message('processing', a, first),
    world.message('paid', a, first),
    world.message('failed', b, second),
    world.message('paid', b, second),
    world.message('refunded', random(1) === 0 ? a : b, 1 + random(BOOKING - 1)),
  ]
  const deliveries = shuffled(
    messages.flatMap((message) => Array.from({ length: 1 + random(4) }, () => message)),
    random,
  )
  return { user, messages, deliveries }
}

describe('orders with five messages each', () => {
  it('G1: come to the balances of the model, delivered 1 to 5 times in any order', async () => {
    const queue = Array.from({ length: ORDERS }, (_, index) => index + 1)
    let delivered = 0
    const work = async () => {
      for (let number = queue.shift(); number !== undefined; number = queue.shift()) {
        const { user, messages, deliveries } = await orderOf(number)
        for (const message of deliveries) expect(await world.send(message)).toBe(204)
        delivered += deliveries.length
        const before = await stateOf(user)
        expect([number, await balancesOf(user)]).toEqual([number, modelOf(messages)])
        // Everything once more: nothing moves, and paid never goes back.
        for (const message of messages) await world.send(message)
        expect([await stateOf(user), await balancesOf(user)]).toEqual([before, modelOf(messages)])
        expect(before).toMatchObject([{ courses: world.courses.length }])
      }
    }
    await Promise.all(Array.from({ length: PARALLEL }, work))
    expect(delivered).toBeGreaterThan(ORDERS * 12)
  }, 240_000)

  it('control: a payment under a second reference differs from the model', async () => {
    const user = await world.person()
    const checkout = await world.checkout(user, BOOKING)
    const paid = world.message('paid', checkout, BOOKING)
    await world.send(paid)
    expect(await balancesOf(user)).toEqual(modelOf([paid]))
    const [order] = await world.rows<{ id: number }>('select id from programme_order where user_id = $1', [
      user,
    ])
    await world.rows(
      `with t as (insert into ledger_transaction (client_id, kind, at, reference, order_id, entries)
         values (7, 'payment', now(), 'twice', $1, 2) returning id)
       insert into ledger_entry (client_id, transaction_id, account, amount_minor, currency, person_id)
       select 7, t.id, leg.account, leg.amount, 'INR', $2 from t,
         (values ('clearing:test', $3::bigint), ('receivable', -$3::bigint)) as leg(account, amount)`,
      [order?.id, user, BOOKING],
    )
    expect(await balancesOf(user)).not.toEqual(modelOf([paid]))
  })

  it('applies one message once when ten copies arrive at the same time', async () => {
    const user = await world.person()
    const paid = world.message('paid', await world.checkout(user, BOOKING), BOOKING)
    const statuses = await Promise.all(Array.from({ length: 10 }, () => world.send(paid)))
    expect(statuses).toEqual(statuses.map(() => 204))
    expect(await balancesOf(user)).toEqual(modelOf([paid]))
  })
})

describe('messages that are not genuine', () => {
  it('G1: 25 forged variants change nothing', async () => {
    const user = await world.person()
    const checkout = await world.checkout(user, BOOKING)
    const { core, clock, app } = world.server
    const paid = world.message('paid', checkout, BOOKING)
    const now = clock.now()
    const good = signedTestMessage(core, CLIENT, paid, now)
    const header = good.headers[SIGNATURE_HEADER] ?? ''
    const [time = '', signature = ''] = header.split(',')
    const at = (seconds: number) =>
      signedTestMessage(core, CLIENT, paid, new Date(now.getTime() + seconds * 1000)).headers[
        SIGNATURE_HEADER
      ] ?? ''
    const other = signedTestMessage(core, OTHER_CLIENT, paid, now).headers[SIGNATURE_HEADER] ?? ''
    const text = good.body.toString()
    const dearer = text.replace(String(BOOKING), String(TOTAL))
    const post = async (headers: Record<string, string>, body: string | Buffer, path = `test/${CLIENT}`) =>
      (
        await app.inject({
          method: 'POST',
          url: `/payment-messages/${path}/`,
          headers: { 'content-type': 'application/json', ...headers },
          payload: body,
        })
      ).statusCode
    const signed = (value: string) => ({ [SIGNATURE_HEADER]: value })
    const variants: [string, Promise<number>][] = [
      ['no signature', post({}, text)],
      ['an empty one', post(signed(''), text)],
      ['only a time', post(signed(time), text)],
      ['only a checksum', post(signed(signature), text)],
      ['another order', post(signed(`${signature},${time}`), text)],
      ['zeros', post(signed(`${time},v1=${'0'.repeat(64)}`), text)],
      ['a short checksum', post(signed(`${time},${signature.slice(0, -2)}`), text)],
      ['a long checksum', post(signed(`${header}00`), text)],
      ['capitals', post(signed(`${time},${signature.toUpperCase()}`), text)],
      ['another version', post(signed(header.replace('v1=', 'v0=')), text)],
      ['a changed time', post(signed(`t=${Math.floor(now.getTime() / 1000) + 1},${signature}`), text)],
      ['301 s old', post(signed(at(-301)), text)],
      ['a day old', post(signed(at(-86_400)), text)],
      ['301 s ahead', post(signed(at(301)), text)],
      ['a negative time', post(signed(`t=-1,${signature}`), text)],
      ['a fractional time', post(signed(`${time}.5,${signature}`), text)],
      ['another client’s secret', post(signed(other), text)],
      ['sent to another client', post(signed(header), text, `test/${OTHER_CLIENT}`)],
      ['sent to no client', post(signed(header), text, 'test/999')],
      ['a malformed client', post(signed(header), text, 'test/7e0')],
      ['another provider', post(signed(header), text, `stripe/${CLIENT}`)],
      ['a changed amount', post(signed(header), dearer)],
      ['a space behind', post(signed(header), `${text} `)],
      ['re-encoded', post(signed(header), JSON.stringify(JSON.parse(text), null, 1))],
      ['an empty body', post(signed(header), '')],
    ]
    expect(variants).toHaveLength(25)
    for (const [name, status] of variants) expect([name, await status]).toEqual([name, 401])
    expect(await world.page(user)).toMatchObject({ order: null, checkout: { state: 'created' } })
    expect(await world.rows('select 1 from payment_message where about = $1', [checkout])).toEqual([])
    // Control: the one that all of these were made from is believed.
    expect(await post(signed(header), text)).toBe(204)
    expect(await world.page(user)).toMatchObject({ order: { paid_minor: BOOKING } })
  })

  it('refuses a genuine body that is no message', async () => {
    for (const change of [{ eventId: 'x' }, { amountMinor: 1.5 }, { currency: 'rupees' }, { about: '' }]) {
      const message = { ...world.message('paid', randomUUID(), BOOKING), ...change }
      expect(await world.send(message)).toBe(401)
    }
  })
})

describe('messages that match no payment', () => {
  const outcomeOf = async ({ eventId }: ProviderMessage) =>
    (
      await world.rows<{ outcome: string }>('select outcome from payment_message where event_id = $1', [
        eventId,
      ])
    )[0]?.outcome

  it('takes a message for an order that does not exist, and keeps it for the admins', async () => {
    const message = world.message('paid', randomUUID(), BOOKING)
    expect(await world.send(message)).toBe(204)
    expect(await outcomeOf(message)).toBe('unknown_checkout')
  })

  it.each([
    ['another amount', { amountMinor: BOOKING - 1 }],
    ['another currency', { currency: 'USD' }],
    ['no amount', { amountMinor: 0 }],
    ['a negative amount', { amountMinor: -BOOKING }],
  ])('grants nothing for %s', async (_name, change) => {
    const user = await world.person()
    const message = { ...world.message('paid', await world.checkout(user, BOOKING), BOOKING), ...change }
    expect(await world.send(message)).toBe(204)
    expect(await outcomeOf(message)).toBe('amount_differs')
    expect((await world.page(user)).order).toBeNull()
  })

  it('refuses to send back more than was paid', async () => {
    const user = await world.person()
    const checkout = await world.checkout(user, BOOKING)
    const tooMuch = world.message('refunded', checkout, BOOKING + 1)
    await world.send(world.message('paid', checkout, BOOKING))
    await world.send(tooMuch)
    expect(await outcomeOf(tooMuch)).toBe('amount_differs')
    expect((await world.page(user)).order?.paid_minor).toBe(BOOKING)
  })

  it('books the payment of a closed account without opening courses for it', async () => {
    const user = await world.person()
    const checkout = await world.checkout(user, BOOKING)
    await world.rows('update app_user set disabled_at = now() where id = $1', [user])
    expect(await world.send(world.message('paid', checkout, BOOKING))).toBe(204)
    expect(await balancesOf(user)).toMatchObject({ money: BOOKING })
    expect(await world.rows('select 1 from enrolment where user_id = $1', [user])).toEqual([])
  })
})

describe('what the database refuses', () => {
  const refusal = async (text: string, user: number) => {
    try {
      await world.rows(text, [user])
    } catch (error) {
      return (error as { constraint?: string }).constraint
    }
    return 'accepted'
  }

  it('moves orders and checkouts forward only', async () => {
    const user = await world.person()
    const paid = world.message('paid', await world.checkout(user, BOOKING), BOOKING)
    await world.send(paid)
    const [order, checkout] = ['programme_order', 'payment_checkout'].map(
      (table) => (change: string) => refusal(`update ${table} set ${change} where user_id = $1`, user),
    )
    expect(await order?.(`state = 'open', booked_at = null`)).toBe('order_forward')
    expect(await order?.('owed_minor = 1')).toBe('order_forward')
    expect(await order?.(`plan = 'once'`)).toBe('order_forward')
    expect(await checkout?.(`state = 'failed'`)).toBe('checkout_forward')
    expect(await checkout?.('amount_minor = 1')).toBe('checkout_forward')
    expect(await order?.(`state = 'paid', paid_at = now()`)).toBe('accepted')
  })

  it('refuses payments above what is owed, and parts that are not what is owed', async () => {
    const user = await world.person()
    await world.send(world.message('paid', await world.checkout(user, BOOKING), BOOKING))
    const above = `with t as (insert into ledger_transaction (client_id, kind, at, reference, order_id, entries)
        select 7, 'payment', now(), 'above', id, 2 from programme_order where user_id = $1 returning id)
      insert into ledger_entry (client_id, transaction_id, account, amount_minor, currency)
      select 7, t.id, leg.account, leg.amount, 'INR' from t,
        (values ('clearing:test', ${TOTAL}), ('receivable', -${TOTAL})) as leg(account, amount)`
    expect(await refusal(above, user)).toBe('ledger_order')
    const part = `insert into programme_part (client_id, order_id, position, due_on, amount_minor)
      select 7, id, 9, current_date, 1 from programme_order where user_id = $1`
    expect(await refusal(part, user)).toBe('programme_parts_sum')
  })
})
