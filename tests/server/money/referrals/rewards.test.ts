/** From the first payment to the reward, and back with a refund (rules: Money; RF1, RF2). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OwnReferrals, Referral, ReferrerPage } from '#contract/money/referrals.ts'
import type { PaymentPage, Statement } from '#contract/money/payments.ts'
import { post } from '#server/features/money/ledger.repository.ts'
import { moneyJobs } from '#server/features/money/index.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { meetingOf } from '#tests/support/meeting.ts'
import { CLIENT } from '../../courses/world.ts'
import { grantsOf, startProgrammeWorld, TOTAL, type ProgrammeWorld } from '../programme-world.ts'

const REWARD = 50_000
const BOOKING = TOTAL / 10
const DAY_MS = 86_400_000

let world: ProgrammeWorld
let admin: number
beforeAll(async () => {
  world = await startProgrammeWorld()
  // Midday in India, so that a day later is a day later there too.
  world.server.clock.set('2026-03-02T06:00:00Z')
  admin = await addPerson(world.server.db, { clientId: CLIENT, name: 'Ada Admin', role: 'admin' })
  await setReward(REWARD)
})
afterAll(() => world.server.close())

const setReward = (amount_minor: number | null) =>
  world.call(admin, 'PUT', '/admin/referrals/reward/', { amount_minor })
const own = async (user: number) => (await world.call<OwnReferrals>(user, 'GET', '/referrals/')).body
const newReferrer = async () => {
  const id = await world.person('Rita')
  await own(id)
  return id
}
const friendOf = async (referrer: number): Promise<{ friend: number; id: number }> => {
  const friend = await world.person('Farid')
  const [row] = await world.rows<{ id: number }>(
    `insert into referral (client_id, referrer_id, invited_id, state, invited_at, joined_at)
     values ($1, $2, $3, 'joined', now(), now()) returning id`,
    [CLIENT, referrer, friend],
  )
  return { friend, id: row!.id }
}
const pay = async (user: number) => {
  const checkout = await world.checkout(user, BOOKING)
  expect(await world.send(world.message('paid', checkout, BOOKING))).toBe(204)
  return checkout
}
const refund = (checkout: string) => world.send(world.message('refunded', checkout, BOOKING))
const rowOf = async (id: number) =>
  (
    await world.rows<{ state: string; hold: string | null; why: string | null }>(
      `select state, to_char(hold_until, 'YYYY-MM-DD') as hold, coalesce(reject_reason, review_reason) as why
       from referral where id = $1`,
      [id],
    )
  )[0]
const stateOf = async (id: number) => (await rowOf(id))?.state
const owed = async (user: number) => {
  const [row] = await world.rows<{ sum: number }>(
    `select coalesce(-sum(amount_minor), 0)::float8 as sum from ledger_entry
     where person_id = $1 and account = 'rewards_payable'`,
    [user],
  )
  return row!.sum
}
const runJob = () => moneyJobs(world.server.core, grantsOf(world.server.core))[3]!.look()
const toldTo = (user: number) =>
  world.rows(
    `select kind, params, link, in_app, mail_at is not null as mailed from notification
     where user_id = $1 order by id`,
    [user],
  )
const waitDays = (days: number) => world.server.clock.advance(days * DAY_MS)
const review = (id: number, decision: 'approve' | 'reject') =>
  world.call<Referral>(admin, 'POST', `/admin/referrals/people/${id}/review/`, { decision, note: 'I asked.' })
const payOut = (user_id: number, change = {}) =>
  world.call<{ due: object[] }>(admin, 'POST', '/admin/referrals/payouts/', {
    idempotency_key: randomUUID(),
    user_id,
    amount_minor: REWARD,
    currency: 'INR',
    reference: randomUUID(),
    ...change,
  })
const rewarded = async () => {
  const referrer = await newReferrer()
  const { friend, id } = await friendOf(referrer)
  const checkout = await pay(friend)
  waitDays(31)
  await runJob()
  return { referrer, friend, id, checkout }
}

describe('a reward', () => {
  it('is held from the first payment until the money-back window has ended', async () => {
    const referrer = await newReferrer()
    const { friend, id } = await friendOf(referrer)
    await pay(friend)
    expect(await rowOf(id)).toEqual({ state: 'held', hold: '2026-04-01', why: null })
    waitDays(30)
    await runJob()
    expect([await stateOf(id), await owed(referrer)]).toEqual(['held', 0])
    waitDays(1)
    await pay(friend)
    await Promise.all([runJob(), runJob(), runJob()])
    expect([await stateOf(id), await owed(referrer)]).toEqual(['rewarded', REWARD])
    expect(await own(referrer)).toMatchObject({
      reward: { amount_minor: REWARD, currency: 'INR' },
      totals: [{ currency: 'INR', held_minor: 0, earned_minor: REWARD, paid_out_minor: 0 }],
      results: [{ name: expect.stringMatching(/^Farid \d\.$/), state: 'rewarded', in_review: false }],
    })
  })

  it('comes once for 50 parallel payments of one friend', async () => {
    const referrer = await newReferrer()
    const { friend, id } = await friendOf(referrer)
    const entry = { currency: 'INR', personId: friend, courseId: null }
    const payment = (at: Date) => ({
      kind: 'payment' as const,
      at,
      reference: randomUUID(),
      purchaseId: null,
      madeBy: null,
      reverses: null,
      entries: [
        { ...entry, account: 'bank' as const, amountMinor: 100 },
        { ...entry, account: 'revenue' as const, amountMinor: -100 },
      ],
    })
    const at = world.server.clock.now()
    await Promise.all(
      Array.from({ length: 50 }, () =>
        world.server.core.db.withTenant(CLIENT, (db) => post(db, CLIENT, payment(at))),
      ),
    )
    waitDays(31)
    await Promise.all([runJob(), runJob()])
    expect([await stateOf(id), await owed(referrer)]).toEqual(['rewarded', REWARD])
  })

  it('control: looking first and posting then gives it more than once', async () => {
    const referrer = await newReferrer()
    const { core } = world.server
    const bothLooked = meetingOf(2)
    const give = () =>
      core.db.withTenant(CLIENT, async (db) => {
        const had = await db
          .selectFrom('ledger_entry')
          .select('id')
          .where('client_id', '=', CLIENT)
          .where('person_id', '=', referrer)
          .execute()
        await bothLooked()
        if (had.length > 0) return
        const entry = { currency: 'INR', personId: referrer, courseId: null }
        await post(db, CLIENT, {
          kind: 'sale',
          at: core.clock.now(),
          reference: randomUUID(),
          purchaseId: null,
          madeBy: null,
          reverses: null,
          entries: [
            { ...entry, account: 'rewards', amountMinor: REWARD },
            { ...entry, account: 'rewards_payable', amountMinor: -REWARD },
          ],
        })
      })
    await Promise.all([give(), give()])
    expect(await owed(referrer)).toBe(2 * REWARD)
  })

  it('goes back in the transaction that applies the confirmed refund', async () => {
    const { referrer, id, checkout } = await rewarded()
    expect(await refund(checkout)).toBe(204)
    expect([await stateOf(id), await owed(referrer)]).toEqual(['reversed', 0])
    const written = await world.rows<{ xmin: string }>(
      `select t.xmin::text from ledger_transaction t where t.reference like 'refund:test:%' or (t.referral_id = $1 and t.kind = 'reversal')
       union all select xmin::text from referral where id = $1
       union all select xmin::text from payment_checkout where id = $2`,
      [id, checkout],
    )
    expect([written.length, new Set(written.map(({ xmin }) => xmin)).size]).toEqual([4, 1])
    // A repeat of the message changes nothing, nor does a later payment.
    await runJob()
    expect([await stateOf(id), await owed(referrer)]).toEqual(['reversed', 0])
  })

  it('tells the referrer once when it comes and once when it is taken back', async () => {
    const { referrer, checkout } = await rewarded()
    const amount = '₹500'
    const who = expect.stringMatching(/^Farid \d+\.$/)
    const told = { params: { who, amount }, link: '/referrals', in_app: true, mailed: true }
    await runJob()
    expect(await toldTo(referrer)).toEqual([{ ...told, kind: 'referral_rewarded' }])
    await refund(checkout)
    await Promise.all([runJob(), runJob()])
    await runJob()
    expect(await toldTo(referrer)).toEqual([
      { ...told, kind: 'referral_rewarded' },
      { ...told, kind: 'referral_reversed' },
    ])
  })

  it('tells nobody who switched that off, nor of a reward that never came', async () => {
    const referrer = await newReferrer()
    for (const channel of ['in_app', 'email', 'push'])
      await world.call(referrer, 'PATCH', '/notifications/preferences/', {
        kinds: [{ kind: 'referral_rewarded', channel, on: false }],
      })
    const { friend, id } = await friendOf(referrer)
    await pay(friend)
    const { friend: other, id: held } = await friendOf(referrer)
    await refund(await pay(other))
    waitDays(31)
    await runJob()
    expect([await stateOf(id), await stateOf(held)]).toEqual(['rewarded', 'reversed'])
    expect(await toldTo(referrer)).toEqual([])
  })

  it('never comes after a refund in the window, nor while one is asked for', async () => {
    const referrer = await newReferrer()
    const [early, asked] = [await friendOf(referrer), await friendOf(referrer)]
    await refund(await pay(early.friend))
    const checkout = await pay(asked.friend)
    await world.rows(
      `insert into payment_refund (client_id, id, checkout_id, idempotency_key, amount_minor, currency, ends_order, reason,
         requested_by, requested_at, tried_at) values (7, $1, $2, $1, 1, 'INR', false, '', $3, now(), now())`,
      [randomUUID(), checkout, admin],
    )
    waitDays(31)
    await runJob()
    expect([await stateOf(early.id), await stateOf(asked.id), await owed(referrer)]).toEqual([
      'reversed',
      'held',
      0,
    ])
    await world.rows(
      `update payment_refund set state = 'failed', settled_at = now() where checkout_id = $1`,
      [checkout],
    )
    await runJob()
    expect(await stateOf(asked.id)).toBe('rewarded')
  })

  it('is refused for a phone that came later, and for a loop', async () => {
    const referrer = await newReferrer()
    const { friend, id } = await friendOf(referrer)
    await world.rows(`update app_user set phone_number = '+91 90000 00001' where id = any($1)`, [
      [friend, referrer],
    ])
    await pay(friend)
    const [above, below] = [await newReferrer(), await newReferrer()]
    const down = await insertJoined(above, below)
    const up = await insertJoined(below, above)
    await pay(above)
    expect([await rowOf(id), await rowOf(up), await stateOf(down)]).toEqual([
      { state: 'rejected', hold: null, why: 'same_phone' },
      { state: 'rejected', hold: null, why: 'loop' },
      'joined',
    ])
  })

  it('waits for a person above five in a month, however many pay at once', async () => {
    const referrer = await newReferrer()
    const friends = []
    for (let round = 0; round < 7; round += 1) friends.push(await friendOf(referrer))
    await Promise.all(friends.map(({ friend }) => pay(friend)))
    const states = await Promise.all(friends.map(({ id }) => rowOf(id)))
    expect(states.filter((row) => row?.state === 'held')).toHaveLength(5)
    const waiting = friends.filter((_, place) => states[place]?.why === 'month_limit')
    const [one, other] = waiting
    expect([waiting.length, states.find((row) => row?.why)?.state]).toEqual([2, 'qualified'])
    waitDays(31)
    await runJob()
    expect(await owed(referrer)).toBe(5 * REWARD)
    const approved = await review(one!.id, 'approve')
    expect([approved.status, approved.body.state]).toEqual([200, 'held'])
    // A repeat finds it done; the opposite afterwards takes a held reward away, a given one never.
    expect((await review(one!.id, 'approve')).status).toBe(200)
    expect((await review(other!.id, 'reject')).body).toMatchObject({
      state: 'rejected',
      reject_reason: 'review',
    })
    expect((await review(other!.id, 'approve')).status).toBe(409)
    await runJob()
    expect([await owed(referrer), (await review(one!.id, 'reject')).status]).toEqual([6 * REWARD, 409])
    const page = await world.call<ReferrerPage>(admin, 'GET', `/admin/referrals/?search=rita`)
    expect(page.body.results.find(({ person }) => person.id === referrer)).toMatchObject({
      invited: 7,
      joined: 7,
      qualified: 7,
      held: 0,
      rewarded: 6,
      rejected: 1,
      review: 0,
      due: [{ amount_minor: 6 * REWARD, currency: 'INR' }],
    })
  })

  it('waits for a person above twenty in all', async () => {
    const referrer = await newReferrer()
    const first = await friendOf(referrer)
    await pay(first.friend)
    for (let count = 1; count < 20; count += 1)
      await world.rows(
        `insert into referral (client_id, referrer_id, invited_id, state, invited_at, joined_at, qualified_at, payment_id,
           reward_minor, currency, hold_until, held_at)
         select client_id, referrer_id, $2, state, invited_at, joined_at, qualified_at, payment_id, reward_minor,
           currency, hold_until, held_at from referral where id = $1`,
        [first.id, await world.person('Other')],
      )
    waitDays(31)
    const last = await friendOf(referrer)
    await pay(last.friend)
    expect(await rowOf(last.id)).toMatchObject({ state: 'qualified', why: 'total_limit' })
  })

  it('does not come while the client has set none', async () => {
    await setReward(null)
    const referrer = await newReferrer()
    const { friend, id } = await friendOf(referrer)
    await pay(friend)
    await setReward(REWARD)
    waitDays(31)
    await runJob()
    expect([await stateOf(id), await owed(referrer)]).toEqual(['qualified', 0])
  })
})

const insertJoined = async (referrer: number, friend: number): Promise<number> => {
  const [row] = await world.rows<{ id: number }>(
    `insert into referral (client_id, referrer_id, invited_id, state, invited_at, joined_at)
     values ($1, $2, $3, 'joined', now(), now()) returning id`,
    [CLIENT, referrer, friend],
  )
  return row!.id
}

describe('the database', () => {
  it('refuses a way back, and a reward that the ledger does not hold', async () => {
    const { id } = await rewarded()
    const fresh = await friendOf(await newReferrer())
    const failure = (text: string, values: unknown[]) =>
      world.rows(text, values).then(
        () => 'done',
        (error: { constraint?: string }) => error.constraint,
      )
    const set = (state: string, of: number) =>
      failure(`update referral set state = '${state}' where id = $1`, [of])
    expect([await set('held', id), await set('joined', id), await set('held', fresh.id)]).toEqual(
      Array(3).fill('referral_forward'),
    )
    expect(
      await failure(`update referral set state = 'reversed', ended_at = now() where id = $1`, [id]),
    ).toBe('ledger_referral')
  })
})

describe('a payout', () => {
  it('takes what is due, once, and never more', async () => {
    const { referrer } = await rewarded()
    expect((await payOut(referrer, { amount_minor: REWARD + 1 })).status).toBe(422)
    const body = { idempotency_key: randomUUID(), reference: `UTR ${referrer}` }
    expect((await payOut(referrer, body)).body).toEqual({ due: [] })
    expect((await payOut(referrer, body)).status).toBe(201)
    expect([await owed(referrer), (await payOut(referrer)).status]).toEqual([0, 409])
    expect((await own(referrer)).totals).toMatchObject([{ earned_minor: REWARD, paid_out_minor: REWARD }])
    const other = await rewarded()
    expect((await payOut(other.referrer, { reference: body.reference })).status).toBe(409)
    // It is no payment of a learner.
    const payments = await world.call<PaymentPage>(admin, 'GET', `/admin/payments/?person=${referrer}`)
    const statement = await world.call<Statement>(admin, 'GET', `/admin/payments/people/${referrer}/`)
    expect([payments.body.count, statement.body.balances]).toMatchObject([
      0,
      [{ paid_minor: 0, open_minor: 0 }],
    ])
  })

  it('leaves a debt when the reward is reversed afterwards', async () => {
    const { referrer, checkout } = await rewarded()
    await payOut(referrer)
    await refund(checkout)
    expect(await owed(referrer)).toBe(-REWARD)
  })

  it('is exported, with formulas that no spreadsheet runs', async () => {
    const { referrer } = await rewarded()
    await world.rows(`update app_user set full_name = '=HYPERLINK("x")' where id = $1`, [referrer])
    const { body } = await world.call<{ csv: string }>(admin, 'GET', '/admin/referrals/payouts/export/')
    expect(body.csv).toContain(`due,${referrer},"'=HYPERLINK(""x"")"`)
    expect(body.csv).toContain('paid_out')
    expect(await world.rows(`select 1 from audit_event where action = 'money.referral_payout'`)).not.toEqual(
      [],
    )
  })
})
