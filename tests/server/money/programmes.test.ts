/** Paying a programme: price, parts, what late means, and what a client of the API may not decide. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TopicPage } from '#contract/courses/topic-page.ts'
import type { PaymentPage, Statement, Revenue } from '#contract/money/payments.ts'
import type { TestCheckout } from '#contract/money/programmes.ts'
import { moneyJobs } from '#server/features/money/index.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { CLIENT, itemOf, type Detail } from '../courses/world.ts'
import { grantsOf, MINIMUM, startProgrammeWorld, TOTAL, type ProgrammeWorld } from './programme-world.ts'

const DAY_MS = 86_400_000
const BOOKING = TOTAL / 10
const REST = TOTAL - BOOKING

let world: ProgrammeWorld
let jobs: ReturnType<typeof moneyJobs>
beforeAll(async () => {
  world = await startProgrammeWorld()
  const { core } = world.server
  jobs = moneyJobs(core, grantsOf(core))
})
afterAll(() => world.server.close())
beforeEach(() => world.server.clock.set('2026-03-02T06:00:00Z'))

const runJobs = async () => {
  for (const job of jobs) await job.look()
}
const pay = async (user: number, amount: number, outcome = 'succeed', plan = 'instalments') => {
  const checkout = await world.checkout(user, amount, plan)
  expect(await world.choose(user, checkout, outcome)).toBe(200)
  return checkout
}
const enrolledIn = async (user: number) =>
  (
    await world.rows<{ course_id: number }>(
      'select course_id from enrolment where user_id = $1 and left_at is null order by course_id',
      [user],
    )
  ).map((row) => row.course_id)

describe('before the first payment', () => {
  it('shows the price, both plans and what may be paid now', async () => {
    const page = await world.page(await world.person())
    expect(page).toMatchObject({
      title: 'Data Career Programme',
      currency: 'INR',
      price: { total_minor: TOTAL, scholarship_percent: 0, scholarship_minor: 0, owed_minor: TOTAL },
      order: null,
      payable: { min_minor: BOOKING, max_minor: TOTAL },
      provider: { is_test: true },
      payments: [],
    })
    expect(page.courses.map(({ id }) => id)).toEqual(world.courses)
    expect(page.plans).toEqual([
      {
        plan: 'once',
        parts: [
          { due_on: '2026-03-02', amount_minor: BOOKING },
          { due_on: '2026-03-09', amount_minor: REST },
        ],
      },
      {
        plan: 'instalments',
        parts: [
          { due_on: '2026-03-02', amount_minor: BOOKING },
          { due_on: '2026-04-01', amount_minor: REST * 0.3 },
          { due_on: '2026-05-01', amount_minor: REST * 0.35 },
          { due_on: '2026-05-31', amount_minor: REST * 0.35 },
        ],
      },
    ])
  })

  it('grants nothing when a checkout starts, and everything when its message is applied', async () => {
    const user = await world.person()
    const checkout = await world.checkout(user, BOOKING)
    expect(await enrolledIn(user)).toEqual([])
    expect(await world.page(user)).toMatchObject({ order: null, checkout: { state: 'created' } })
    await world.choose(user, checkout, 'succeed')
    expect(await enrolledIn(user)).toEqual(world.courses)
    expect(await world.page(user)).toMatchObject({
      order: { state: 'booked', paid_minor: BOOKING, open_minor: REST, due_minor: 0 },
      payable: { min_minor: MINIMUM, max_minor: REST },
      checkout: { id: checkout, state: 'paid' },
      plans: [],
    })
  })

  it('answers 404 for a programme that is not offered', async () => {
    const user = await world.person()
    expect((await world.call(user, 'GET', '/programmes/nanodegree/')).status).toBe(404)
    expect((await world.call(user, 'GET', '/programmes/other/')).status).toBe(404)
  })
})

describe('amounts', () => {
  it.each([
    ['zero', 0],
    ['negative', -BOOKING],
    ['fractional', BOOKING + 0.5],
    ['a text', '1000000'],
    ['less than the booking amount', BOOKING - 1],
    ['more than is open', TOTAL + 1],
    ['beyond safe integers', Number.MAX_SAFE_INTEGER],
  ])('rejects %s', async (_name, amount) => {
    const user = await world.person()
    expect((await world.start(user, { amount_minor: amount })).status).toBe(422)
    expect(await world.rows('select 1 from payment_checkout where user_id = $1', [user])).toEqual([])
  })

  it('ignores price, scholarship and currency from the client', async () => {
    const user = await world.person()
    const wish = { currency: 'USD', total_minor: 100, owed_minor: 100, price: 1, scholarship_percent: 100 }
    const { status } = await world.start(user, { amount_minor: BOOKING, ...wish })
    expect(status).toBe(201)
    const [order] = await world.rows('select * from programme_order where user_id = $1', [user])
    expect(order).toMatchObject({ total_minor: TOTAL, owed_minor: TOTAL, currency: 'INR', state: 'open' })
  })

  it('takes any amount from the minimum to all that is open, oldest part first', async () => {
    const user = await world.person()
    await pay(user, BOOKING)
    expect((await world.start(user, { amount_minor: MINIMUM - 1 })).status).toBe(422)
    await pay(user, REST * 0.3 + 500_000)
    const { order } = await world.page(user)
    expect(order?.parts.map(({ state, open_minor: open }) => [state, open])).toEqual([
      ['paid', 0],
      ['paid', 0],
      ['upcoming', REST * 0.35 - 500_000],
      ['upcoming', REST * 0.35],
    ])
    await pay(user, order?.open_minor ?? 0)
    expect(await world.page(user)).toMatchObject({ order: { state: 'paid', open_minor: 0 }, payable: null })
    expect((await world.start(user, { amount_minor: MINIMUM })).status).toBe(409)
  })

  it('finds the same checkout for a repeated call, and refuses its key for another amount', async () => {
    const user = await world.person()
    const key = { idempotency_key: randomUUID() }
    const first = await world.start(user, { ...key, amount_minor: BOOKING })
    const again = await world.start(user, { ...key, amount_minor: BOOKING })
    expect(again.body).toEqual(first.body)
    expect((await world.start(user, { ...key, amount_minor: TOTAL })).status).toBe(409)
  })

  it('answers 503 while the provider is down, and goes on with the same checkout', async () => {
    const user = await world.person()
    const call = { idempotency_key: randomUUID(), amount_minor: BOOKING }
    await world.rows('alter table test_checkout rename to test_checkout_gone')
    try {
      expect((await world.start(user, call)).status).toBe(503)
    } finally {
      await world.rows('alter table test_checkout_gone rename to test_checkout')
    }
    const { status, body } = await world.start(user, call)
    expect(status).toBe(201)
    await world.choose(user, body.checkout_id, 'succeed')
    expect((await world.page(user)).order?.paid_minor).toBe(BOOKING)
  })

  it('keeps more than was owed as credit when two checkouts pay all', async () => {
    const user = await world.person()
    const both = [await world.checkout(user, TOTAL), await world.checkout(user, TOTAL)]
    for (const checkout of both) await world.choose(user, checkout, 'succeed')
    expect(await world.page(user)).toMatchObject({
      order: { state: 'paid', paid_minor: 2 * TOTAL, open_minor: 0, credit_minor: TOTAL },
    })
  })
})

describe('late payments', () => {
  const complete = async (user: number) => {
    const course = world.courses[0] ?? 0
    const { body } = await world.call<Detail>(user, 'GET', `/courses/${course}/`)
    return world.call<{ code?: string }>(user, 'POST', `/items/${itemOf(body, 'Read').id}/complete/`)
  }

  const topic = async (user: number) => {
    const course = world.courses[0] ?? 0
    const { body } = await world.call<Detail>(user, 'GET', `/courses/${course}/`)
    const topicId = body.sections[0]?.topics[0]?.id ?? 0
    return (await world.call<TopicPage>(user, 'GET', `/courses/${course}/topics/${topicId}/`)).body
  }

  it('goes from due to grace to read-only, and opens at once when it is paid', async () => {
    const user = await world.person()
    await pay(user, BOOKING)
    const stateAfter = async (days: number) => {
      world.server.clock.set(new Date(Date.parse('2026-03-02T06:00:00Z') + days * DAY_MS))
      await runJobs()
      const { order } = await world.page(user)
      return [order?.parts[1]?.state, order?.is_read_only]
    }
    expect(await stateAfter(29)).toEqual(['upcoming', false])
    expect(await stateAfter(30)).toEqual(['due', false])
    expect(await stateAfter(37)).toEqual(['grace', false])
    expect((await complete(user)).status).toBe(200)
    expect(await stateAfter(38)).toEqual(['overdue', true])
    const refused = await complete(user)
    expect([refused.status, refused.body.code]).toEqual([403, 'payment_overdue'])
    expect((await topic(user)).overdue).toEqual({ programme: 'flagship' })
    // Reading goes on, and nothing was deleted.
    expect((await world.call(user, 'GET', `/courses/${world.courses[0]}/`)).status).toBe(200)
    expect(await enrolledIn(user)).toEqual(world.courses)
    await pay(user, REST * 0.3)
    expect((await world.page(user)).order?.is_read_only).toBe(false)
    expect((await complete(user)).status).toBe(200)
    expect((await topic(user)).overdue).toBeUndefined()
  })

  it('leaves a course open that the person also bought by itself', async () => {
    const user = await world.person()
    await pay(user, BOOKING)
    const [first = 0, second = 0] = world.courses
    await world.rows(
      `insert into course_purchase (client_id, course_id, user_id, purchased_at, source, amount_minor, currency, reference)
       values (7, $1, $2, now(), 'manual', 0, 'INR', 'own')`,
      [first, user],
    )
    world.server.clock.advance(60 * DAY_MS)
    await runJobs()
    const closed = await world.rows<{ course_id: number }>(
      'select course_id from enrolment where user_id = $1 and read_only_since is not null',
      [user],
    )
    expect(closed).toEqual([{ course_id: second }])
  })
})

describe('the test checkout', () => {
  it.each([
    ['fail', 'failed'],
    ['abandon', 'created'],
    ['slow', 'processing'],
    ['late', 'created'],
    ['never', 'created'],
    ['twice', 'paid'],
  ])('shows the outcome "%s" as %s', async (outcome, state) => {
    const user = await world.person()
    await pay(user, BOOKING, outcome)
    expect((await world.page(user)).checkout?.state).toBe(state)
    expect(await enrolledIn(user)).toEqual(state === 'paid' ? world.courses : [])
  })

  it.each([
    ['slow', 16_000],
    ['late', 121_000],
    // Asks the provider: no message ever comes.
    ['never', 200_000],
  ])('books after "%s" without another payment', async (outcome, afterMs) => {
    const user = await world.person()
    await pay(user, BOOKING, outcome)
    await runJobs()
    expect((await world.page(user)).order).toBeNull()
    world.server.clock.advance(afterMs)
    await runJobs()
    expect(await world.page(user)).toMatchObject({
      order: { state: 'booked', paid_minor: BOOKING },
      checkout: { state: 'paid' },
    })
  })

  it('can be paid after it failed, and counts the first choice that pays', async () => {
    const user = await world.person()
    const checkout = await pay(user, BOOKING, 'fail')
    expect(await world.choose(user, checkout, 'succeed')).toBe(200)
    expect(await world.choose(user, checkout, 'fail')).toBe(200)
    expect(await world.page(user)).toMatchObject({ order: { paid_minor: BOOKING } })
  })

  it('does not exist for anybody but its payer', async () => {
    const [payer, other] = [await world.person(), await world.person()]
    const checkout = await world.checkout(payer, BOOKING)
    const path = `/test-checkouts/${checkout}/`
    expect((await world.call<TestCheckout>(payer, 'GET', path)).body).toMatchObject({
      amount_minor: BOOKING,
      is_open: true,
      return_path: `/flagship-program-payment?checkout=${checkout}`,
    })
    expect((await world.call(other, 'GET', path)).status).toBe(404)
    expect(await world.choose(other, checkout, 'succeed')).toBe(404)
  })

  it('is gone where the client is no demo, and so is every way to pay online', async () => {
    const user = await world.person()
    const checkout = await world.checkout(user, BOOKING)
    const asDemo = (isDemo: boolean) =>
      world.rows('update client set demo_seeded_at = $1 where client_id = 7', [isDemo ? new Date() : null])
    await asDemo(false)
    try {
      expect((await world.page(user)).provider).toBeNull()
      expect((await world.start(user, { amount_minor: BOOKING })).status).toBe(409)
      expect(await world.choose(user, checkout, 'succeed')).toBe(404)
      expect(await world.send(world.message('paid', checkout, BOOKING))).toBe(401)
    } finally {
      await asDemo(true)
    }
    expect((await world.page(user)).order).toBeNull()
  })
})

describe('what admins see', () => {
  it('lists payments of programmes by their title, and what the person still owes', async () => {
    const user = await world.person()
    await pay(user, BOOKING)
    const admin = await addPerson(world.server.db, { clientId: CLIENT, name: 'Ada Admin', role: 'admin' })
    const { body } = await world.call<PaymentPage>(admin, 'GET', `/admin/payments/?person=${user}`)
    expect(body.results).toMatchObject([
      {
        kind: 'payment',
        place: 'online',
        amount_minor: BOOKING,
        course: null,
        programme: 'Data Career Programme',
      },
    ])
    const statement = await world.call<Statement>(admin, 'GET', `/admin/payments/people/${user}/`)
    expect(statement.body.balances).toMatchObject([
      { sold_minor: TOTAL, paid_minor: BOOKING, open_minor: REST },
    ])
    // Revenue is by programme, and its number opens the payments of the programme.
    const revenue = (await world.call<Revenue>(admin, 'GET', '/admin/payments/revenue/')).body
    const row = revenue.rows.find(({ programme }) => programme?.slug === 'flagship')
    expect(row).toMatchObject({ course: null, programme: { title: 'Data Career Programme' } })
    expect((row?.net_minor ?? 0) % TOTAL).toBe(0)
    const opened = await world.call<PaymentPage>(admin, 'GET', '/admin/payments/?programme=flagship')
    expect(opened.body.programme).toEqual(row?.programme)
    expect(opened.body.results.every(({ programme }) => programme === 'Data Career Programme')).toBe(true)
    const others = await world.call<PaymentPage>(admin, 'GET', '/admin/payments/?programme=nanodegree')
    expect(others.body).toMatchObject({ count: 0, programme: null })
  })
})

describe('a place without a payment', () => {
  it('is refused while something is to be paid', async () => {
    const user = await world.person()
    expect((await world.call(user, 'POST', '/programmes/flagship/place/')).status).toBe(409)
  })
})
