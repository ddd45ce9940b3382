/** Money of a programme back within 30 days: asked for, decided once, and what follows from it (rules: Learning, Money). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DueRefund } from '#contract/money/payments.ts'
import type { Programme } from '#contract/money/programmes.ts'
import { createRemindersJob } from '#server/features/money/programmes/reminders.job.ts'
import { dueRewards } from '#server/features/money/referrals/referrals.repository.ts'
import { CLIENT } from '../../courses/world.ts'
import { startLinkWorld, TODAY, type LinkWorld } from '../link-world.ts'
import { grantsOf, TOTAL } from '../programme-world.ts'

const BOOKING = TOTAL / 10
const SECOND = TOTAL / 5
const DAY_MS = 86_400_000

let world: LinkWorld
beforeAll(async () => {
  world = await startLinkWorld()
})
afterAll(() => world.server.close())
beforeEach(() => world.server.clock.set(`${TODAY}T06:00:00Z`))

const pay = async (user: number, amount: number) => {
  expect(await world.choose(user, await world.checkout(user, amount), 'succeed')).toBe(200)
}
const buyer = async () => {
  const user = await world.person()
  await pay(user, BOOKING)
  return user
}
const ask = (user: number, reason = 'No time') =>
  world.call<Programme & { detail: string }>(user, 'POST', '/programmes/flagship/refund/', { reason })
const orderOf = async (user: number) =>
  (await world.rows<{ id: number }>('select id from programme_order where user_id = $1', [user]))[0]!.id
const settle = async (user: number, body: object, by = world.admin) =>
  world.call<{ refunds: { amount_minor: number; state: string }[] }>(
    by,
    'POST',
    `/admin/programme-orders/${await orderOf(user)}/refund/`,
    { note: '', ...body },
  )
const dueOf = async (user: number) =>
  (
    await world.call<{ results: DueRefund[] }>(world.admin, 'GET', '/admin/payments/refunds/')
  ).body.results.find(({ person }) => person.id === user)
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
const coursesOf = async (user: number) =>
  (await world.rows('select 1 from enrolment where user_id = $1 and left_at is null', [user])).length
const toldOf = async (user: number) =>
  (
    await world.rows<{ kind: string }>('select kind from notification where user_id = $1 order by id', [user])
  ).map(({ kind }) => kind)

/** The test provider refuses every refund that is asked for from now on. */
const failRefunds = async () => {
  await world.rows(`create function fail_refund() returns trigger language plpgsql as
    $$ begin new.test_outcome = 'fail'; return new; end $$`)
  await world.rows(
    'create trigger fail_refund before insert on payment_refund for each row execute function fail_refund()',
  )
}
const carryOutRefunds = () => world.rows('drop function fail_refund cascade')

describe('the guarantee of a programme', () => {
  it('shows its exact last day in the zone of the client, and ends with that day', async () => {
    // 20:00 in UTC is the next day in India.
    world.server.clock.set('2026-03-02T20:00:00Z')
    const user = await buyer()
    expect((await world.page(user)).order?.guarantee).toEqual({
      until: '2026-04-02',
      may_ask: true,
      request: null,
    })
    world.server.clock.set('2026-04-02T18:29:59Z')
    expect((await world.page(user)).order?.guarantee?.may_ask).toBe(true)
    world.server.clock.set('2026-04-02T18:30:00Z')
    expect((await world.page(user)).order?.guarantee?.may_ask).toBe(false)
    const late = await ask(user)
    expect([late.status, late.body.detail]).toEqual([
      409,
      'The money-back guarantee for this programme has expired.',
    ])
    expect(await dueOf(user)).toBeUndefined()
  })

  it('is not there before something was paid', async () => {
    const user = await world.person()
    expect((await ask(user)).status).toBe(409)
    expect((await world.page(user)).order).toBeNull()
  })
})

describe('a request', () => {
  it('is stored once, with its first reason, and stops payments until it is decided', async () => {
    const user = await buyer()
    const [first] = await Promise.all([ask(user), ask(user), ask(user)])
    expect(first.body.order?.guarantee?.request).toMatchObject({ state: 'asked', note: '' })
    expect((await ask(user, 'Another reason')).body.order?.guarantee?.request?.state).toBe('asked')
    expect(await dueOf(user)).toMatchObject({
      order_id: await orderOf(user),
      purchase_id: null,
      programme: { slug: 'flagship' },
      amount_minor: BOOKING,
      reason: 'No time',
    })
    expect((await world.page(user)).payable).toBeNull()
    expect((await world.start(user, { amount_minor: SECOND })).status).toBe(409)
    expect(await coursesOf(user)).toBe(world.courses.length)
  })

  it('gets no reminders; one that was declined does', async () => {
    const [asking, declined] = [await buyer(), await buyer()]
    await ask(asking)
    await ask(declined)
    await settle(declined, { decision: 'declined' })
    const due = (await world.page(declined)).order?.parts[1]?.due_on ?? ''
    world.server.clock.set(`${due}T06:00:00Z`)
    const { core } = world.server
    const { notify } = grantsOf(core)
    await createRemindersJob(core, { outbox: core.outbox, notify, publicUrl: null, demo: true }).look()
    expect(await toldOf(asking)).not.toContain('payment_due')
    expect(await toldOf(declined)).toContain('payment_due')
  })

  it('that is accepted sends all back, the newest payment first, and closes everything at once', async () => {
    const user = await buyer()
    world.server.clock.advance(60_000)
    await pay(user, SECOND)
    await ask(user)
    expect((await dueOf(user))?.amount_minor).toBe(BOOKING + SECOND)
    const settled = await settle(user, { decision: 'refunded', note: 'Come back soon' })
    expect(settled.body.refunds).toMatchObject([
      { amount_minor: SECOND, state: 'confirmed' },
      { amount_minor: BOOKING, state: 'confirmed' },
    ])
    // The whole price was revenue, and is refunded or written off.
    expect(await balances(user)).toEqual({ revenue: -TOTAL, refunds: TOTAL })
    expect(await coursesOf(user)).toBe(0)
    expect((await toldOf(user)).filter((kind) => kind === 'payment_returned')).toHaveLength(1)
    expect(await dueOf(user)).toBeUndefined()
    expect(await world.page(user)).toMatchObject({ order: null, has_left: true })
    expect((await settle(user, { decision: 'refunded' })).status).toBe(409)
  })

  it('may be accepted in part, and never above what was paid', async () => {
    const user = await buyer()
    await ask(user)
    expect((await settle(user, { decision: 'refunded', amount_minor: BOOKING + 1 })).status).toBe(422)
    expect((await dueOf(user))?.amount_minor).toBe(BOOKING)
    const settled = await settle(user, { decision: 'refunded', amount_minor: BOOKING - 100 })
    expect(settled.body.refunds).toMatchObject([{ amount_minor: BOOKING - 100, state: 'confirmed' }])
    expect(await balances(user)).toEqual({
      clearing: 100,
      revenue: -TOTAL,
      refunds: TOTAL - 100,
    })
    expect(await coursesOf(user)).toBe(0)
  })

  it('that is declined keeps the place, tells the learner why, and lets them pay again', async () => {
    const user = await buyer()
    await ask(user)
    expect((await settle(user, { decision: 'declined', note: 'You have finished it' })).status).toBe(200)
    const page = await world.page(user)
    expect(page.order?.guarantee?.request).toMatchObject({
      state: 'declined',
      note: 'You have finished it',
    })
    expect(page.payable).not.toBeNull()
    expect(await toldOf(user)).toContain('refund_declined')
    expect(await coursesOf(user)).toBe(world.courses.length)
  })

  it('is open again when the provider does not send the money back, and can be decided anew', async () => {
    const user = await buyer()
    await ask(user)
    await failRefunds()
    const refused = await settle(user, { decision: 'refunded', note: 'On its way' })
    await carryOutRefunds()
    expect(refused.body.refunds).toMatchObject([{ amount_minor: BOOKING, state: 'failed' }])
    expect((await world.page(user)).order?.guarantee?.request).toMatchObject({ state: 'asked', note: '' })
    expect((await dueOf(user))?.amount_minor).toBe(BOOKING)
    expect(await coursesOf(user)).toBe(world.courses.length)
    expect((await settle(user, { decision: 'refunded' })).body.refunds).toMatchObject([
      { state: 'confirmed' },
    ])
    expect(await coursesOf(user)).toBe(0)
  })

  it('control: is not opened again by hand once the money went back', async () => {
    const user = await buyer()
    await ask(user)
    await settle(user, { decision: 'refunded' })
    await expect(
      world.rows(
        `update programme_refund_request set state = 'asked', settled_at = null, settled_by = null where order_id = $1`,
        [await orderOf(user)],
      ),
    ).rejects.toThrow('is decided once')
  })

  it('is decided once, though two admins press at the same time', async () => {
    const user = await buyer()
    await ask(user)
    const both = await Promise.all([
      settle(user, { decision: 'refunded' }),
      settle(user, { decision: 'declined' }, world.otherAdmin),
    ])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('holds the reward of the referrer back until it is decided', async () => {
    const [user, referrer] = [await buyer(), await world.person('Referrer')]
    await world.rows(
      `insert into referral (client_id, referrer_id, invited_id, state, invited_at, joined_at, qualified_at, held_at,
         payment_id, reward_minor, currency, hold_until)
       select 7, $1, $2, 'held', now(), now(), now(), now(),
         (select t.id from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
           where e.person_id = $2 and t.kind = 'payment' limit 1), 100, 'INR', '2026-04-01'`,
      [referrer, user],
    )
    const due = () =>
      world.server.core.db.withTenant(CLIENT, (db) =>
        dueRewards(db, CLIENT, { today: '2026-04-02', limit: 10 }),
      )
    expect(await due()).toHaveLength(1)
    await ask(user)
    expect(await due()).toHaveLength(0)
    await settle(user, { decision: 'declined' })
    expect(await due()).toHaveLength(1)
  })

  it('is settled by a refund that an admin sends without it', async () => {
    const user = await buyer()
    await ask(user)
    const [{ id }] = (await world.rows<{ id: string }>('select id from payment_checkout where user_id = $1', [
      user,
    ])) as [{ id: string }]
    const sent = await world.call(world.admin, 'POST', `/admin/checkouts/${id}/refunds/`, {
      idempotency_key: crypto.randomUUID(),
      amount_minor: BOOKING,
      reason: '',
      ends_order: true,
    })
    expect(sent.status).toBe(201)
    expect(await dueOf(user)).toBeUndefined()
    expect(await coursesOf(user)).toBe(0)
  })

  it('is for admins to decide, and the database lets nobody change a decision', async () => {
    const user = await buyer()
    await ask(user)
    expect((await settle(user, { decision: 'refunded' }, user)).status).toBe(403)
    await settle(user, { decision: 'declined' })
    await expect(
      world.rows(`update programme_refund_request set state = 'refunded' where user_id = $1`, [user]),
    ).rejects.toThrow('decided once')
  })
})

describe('a request after a declined one', () => {
  const declinedBuyer = async (reason = 'No time') => {
    const user = await buyer()
    await ask(user, reason)
    await settle(user, { decision: 'declined', note: 'You have finished it' })
    return user
  }
  const requestOf = async (user: number) => (await world.page(user)).order?.guarantee?.request

  it('is open again with a new reason, and shows the former decision to both sides', async () => {
    const user = await declinedBuyer()
    expect((await world.page(user)).order?.guarantee).toMatchObject({
      may_ask: true,
      request: { state: 'declined', reason: 'No time', asks_left: 2, declined_before: [] },
    })
    world.server.clock.advance(60_000)
    expect((await ask(user, 'I am ill')).status).toBe(200)
    const former = {
      asked_at: `${TODAY}T06:00:00.000Z`,
      reason: 'No time',
      settled_at: `${TODAY}T06:00:00.000Z`,
      note: 'You have finished it',
    }
    expect(await requestOf(user)).toMatchObject({
      state: 'asked',
      reason: 'I am ill',
      note: '',
      asks_left: 1,
      declined_before: [former],
    })
    expect(await dueOf(user)).toMatchObject({ reason: 'I am ill', declined_before: [former] })
    expect((await world.page(user)).payable).toBeNull()
    expect((await settle(user, { decision: 'refunded' })).body.refunds).toMatchObject([
      { state: 'confirmed' },
    ])
    expect(await coursesOf(user)).toBe(0)
  })

  it('is not decided by an admin who has read the former one', async () => {
    const user = await buyer()
    await ask(user, 'No time')
    const former = (await dueOf(user))?.asked_at
    await settle(user, { decision: 'declined' })
    world.server.clock.advance(60_000)
    await ask(user, 'I am ill')
    expect((await settle(user, { decision: 'refunded', asked_at: former })).status).toBe(409)
    expect((await requestOf(user))?.state).toBe('asked')
    const read = (await dueOf(user))?.asked_at
    expect((await settle(user, { decision: 'declined', asked_at: read })).status).toBe(200)
  })

  it('says what is new: a reason that was given before is refused', async () => {
    const user = await declinedBuyer()
    for (const reason of ['', ' ', 'No time', '  no  TIME! ']) {
      const refused = await world.call<{ fields?: object }>(user, 'POST', '/programmes/flagship/refund/', {
        reason,
      })
      expect([reason, refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([
        reason,
        422,
        ['reason'],
      ])
    }
    expect((await requestOf(user))?.state).toBe('declined')
  })

  it('is made three times at most, each told of once, and not after the last day', async () => {
    const user = await declinedBuyer()
    for (const reason of ['I am ill', 'I moved']) {
      expect((await ask(user, reason)).status).toBe(200)
      expect((await settle(user, { decision: 'declined' })).status).toBe(200)
    }
    expect((await toldOf(user)).filter((kind) => kind === 'refund_declined')).toHaveLength(3)
    expect((await world.page(user)).order?.guarantee).toMatchObject({
      may_ask: false,
      request: { asks_left: 0 },
    })
    expect((await ask(user, 'Once more')).status).toBe(409)
    const late = await declinedBuyer()
    world.server.clock.advance(31 * DAY_MS)
    expect((await world.page(late)).order?.guarantee?.may_ask).toBe(false)
    expect((await ask(late, 'I am ill')).status).toBe(409)
  })

  it('is one open request, though it is sent twice at the same time', async () => {
    const user = await declinedBuyer()
    const both = await Promise.all([ask(user, 'I am ill'), ask(user, 'I moved')])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await requestOf(user))?.declined_before).toHaveLength(1)
    const open = await world.rows(
      `select 1 from programme_refund_request where user_id = $1 and state = 'asked'`,
      [user],
    )
    expect(open).toHaveLength(1)
  })

  it('control: the database refuses a fourth request and a changed history', async () => {
    const user = await declinedBuyer()
    const again = (reason: string) =>
      world.rows(
        `update programme_refund_request set state = 'asked', reason = $2, settled_at = null, settled_by = null
         where user_id = $1`,
        [user, reason],
      )
    for (const reason of ['2', '3']) {
      await again(reason)
      await settle(user, { decision: 'declined' })
    }
    await expect(again('4')).rejects.toThrow('programme_refund_request_asks')
    await expect(
      world.rows(`update programme_refund_request set declined_before = '[]' where user_id = $1`, [user]),
    ).rejects.toThrow('decided once')
  })
})

describe('a refund after the guarantee', () => {
  it('is an exception, and says why', async () => {
    const user = await buyer()
    const [checkout] = await world.rows<{ id: string }>(
      'select id from payment_checkout where user_id = $1',
      [user],
    )
    const refund = (reason: string) =>
      world.call<{ fields?: object }>(world.admin, 'POST', `/admin/checkouts/${checkout!.id}/refunds/`, {
        idempotency_key: crypto.randomUUID(),
        amount_minor: 100,
        reason,
        ends_order: false,
      })
    const needsReason = async () => {
      const { body } = await world.call<{ results: { checkout: { needs_reason: boolean } }[] }>(
        world.admin,
        'GET',
        `/admin/payments/?person=${user}&kind=payment`,
      )
      return body.results[0]?.checkout.needs_reason
    }
    expect(await needsReason()).toBe(false)
    expect((await refund('')).status).toBe(201)
    world.server.clock.advance(31 * DAY_MS)
    expect(await needsReason()).toBe(true)
    const refused = await refund(' ')
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, ['reason']])
    expect((await refund('Illness')).status).toBe(201)
  })
})
