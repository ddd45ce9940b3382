/** Seats and courses paid online: the last seat once, late money back by itself, every message once (rules: Money). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CourseAccess } from '#contract/courses/enrolment.ts'
import type { CoursePayment } from '#contract/money/course-payments.ts'
import { createAskProvidersJob } from '#server/features/money/checkout/ask-providers.job.ts'
import { createFindProvider } from '#server/features/money/checkout/providers.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { CLIENT } from '../courses/world.ts'
import { grantsOf, startProgrammeWorld, type ProgrammeWorld } from './programme-world.ts'

const PRICE = 500_000
const BOOKING = 50_000
const HOLD_MS = 15 * 60_000
const RIVALS = 100

let world: ProgrammeWorld
let admin: number
beforeAll(async () => {
  world = await startProgrammeWorld()
  admin = await addPerson(world.server.db, { clientId: CLIENT, name: 'Ada Admin', role: 'admin' })
})
afterAll(() => world.server.close())

const aCourse = async (capacity: number | null, booking: number | null = BOOKING) => {
  const id = await world.course({ price: 'premium', title: 'Cohort' })
  await world.rows(
    `insert into course_offer (client_id, course_id, capacity, price_minor, booking_minor, currency)
     values ($1, $2, $3, $4, $5, 'INR')`,
    [CLIENT, id, capacity, PRICE, booking],
  )
  return id
}
const paymentOf = async (user: number, course: number) =>
  (await world.call<{ payment: CoursePayment | null }>(user, 'GET', `/courses/${course}/payment/`)).body
    .payment
const start = (user: number, course: number, amount_minor: number, idempotency_key: string = randomUUID()) =>
  world.call<{ checkout_id: string; url: string }>(user, 'POST', `/courses/${course}/payment/`, {
    idempotency_key,
    amount_minor,
  })
const accessOf = async (user: number, course: number) =>
  (await world.call<CourseAccess>(user, 'GET', `/courses/${course}/access/`)).body
const paid = async (checkout: string, amount = BOOKING) => {
  expect(await world.send(world.message('paid', checkout, amount))).toBe(204)
}
const stateOf = (course: number) =>
  world.rows(
    `select (select count(*)::integer from course_seat where course_id = $1 and state = 'confirmed') as seats,
       (select count(*)::integer from enrolment where course_id = $1 and left_at is null) as learners,
       (select count(*)::integer from course_purchase where course_id = $1 and refund_state is null) as bought,
       (select count(*)::integer from payment_refund r join payment_checkout c on c.id = r.checkout_id
         where c.course_id = $1 and r.requested_by is null) as refunds`,
    [course],
  )
const balances = async (course: number) =>
  Object.fromEntries(
    (
      await world.rows<{ account: string; sum: number }>(
        `select account, sum(amount_minor)::float8 as sum from ledger_entry where course_id = $1 group by 1`,
        [course],
      )
    ).map(({ account, sum }) => [account, sum]),
  )
const sendRefunds = async () => {
  const { core } = world.server
  const apply = { audit: core.audit, grants: grantsOf(core) }
  const job = createAskProvidersJob(core, apply, createFindProvider(core))
  await job.look()
}

test('books a held seat when the message comes, once, and counts it to the price', async () => {
  const course = await aCourse(2)
  const user = await world.person()
  expect(await paymentOf(user, course)).toMatchObject({
    amount_minor: BOOKING,
    paid_minor: 0,
    checkout: null,
  })
  const key = randomUUID()
  const { status, body } = await start(user, course, BOOKING, key)
  expect(status).toBe(201)
  expect((await start(user, course, BOOKING, key)).body).toEqual(body)
  // Another press while it is open is the same payment.
  expect((await start(user, course, BOOKING)).body).toEqual(body)
  expect((await accessOf(user, course)).seat?.state).toBe('held')
  const message = world.message('paid', body.checkout_id, BOOKING)
  await Promise.all([world.send(message), world.send(message), world.send(message)])
  expect(await stateOf(course)).toEqual([{ seats: 1, learners: 1, bought: 1, refunds: 0 }])
  expect(await paymentOf(user, course)).toMatchObject({ amount_minor: PRICE - BOOKING, paid_minor: BOOKING })
  const rest = await start(user, course, PRICE - BOOKING)
  await paid(rest.body.checkout_id, PRICE - BOOKING)
  expect(await paymentOf(user, course)).toMatchObject({ amount_minor: null, paid_minor: PRICE })
  expect(await balances(course)).toEqual({ 'clearing:test': PRICE, receivable: 0, revenue: -PRICE })
  expect(await stateOf(course)).toEqual([{ seats: 1, learners: 1, bought: 1, refunds: 0 }])
})

test('refuses an amount that is not the price, a sold-out course, and a course without a price', async () => {
  const course = await aCourse(1)
  const [first, second] = [await world.person(), await world.person()]
  expect((await start(first, course, BOOKING - 1)).status).toBe(409)
  expect((await start(first, course, BOOKING)).status).toBe(201)
  expect((await start(second, course, BOOKING)).status).toBe(409)
  const free = await world.course({})
  expect(await paymentOf(first, free)).toBeNull()
  expect((await start(first, free, 1)).status).toBe(409)
})

test('sells a course without a limit of seats and without a booking amount for its price', async () => {
  const course = await aCourse(null, null)
  const user = await world.person()
  const { body } = await start(user, course, PRICE)
  await paid(body.checkout_id, PRICE)
  expect(await stateOf(course)).toEqual([{ seats: 0, learners: 1, bought: 1, refunds: 0 }])
})

test('a late payment takes a seat that is free; the browser may have been closed in the middle', async () => {
  const course = await aCourse(1)
  const user = await world.person()
  const { body } = await start(user, course, BOOKING)
  world.server.clock.advance(HOLD_MS + 1)
  expect((await accessOf(user, course)).seat).toBeNull()
  await paid(body.checkout_id)
  expect(await stateOf(course)).toEqual([{ seats: 1, learners: 1, bought: 1, refunds: 0 }])
})

test('a late payment without a seat goes back by itself, and the person is told once', async () => {
  const course = await aCourse(1)
  const [late, quick] = [await world.person(), await world.person()]
  const first = await start(late, course, BOOKING)
  world.server.clock.advance(HOLD_MS + 1)
  const second = await start(quick, course, BOOKING)
  await paid(second.body.checkout_id)
  const message = world.message('paid', first.body.checkout_id, BOOKING)
  await Promise.all([world.send(message), world.send(message)])
  expect(await stateOf(course)).toEqual([{ seats: 1, learners: 1, bought: 1, refunds: 1 }])
  expect((await paymentOf(late, course))?.checkout).toMatchObject({ state: 'paid', goes_back: true })
  const told = `select kind from notification where user_id = $1 and kind = 'payment_returned'`
  expect(await world.rows(told, [late])).toHaveLength(1)
  await sendRefunds()
  world.server.clock.advance(180_000)
  await sendRefunds()
  expect(
    await world.rows(
      `select r.state from payment_refund r join payment_checkout c on c.id = r.checkout_id where c.course_id = $1`,
      [course],
    ),
  ).toEqual([{ state: 'confirmed' }])
  expect(await balances(course)).toMatchObject({ 'clearing:test': BOOKING, refunds: BOOKING })
  expect(await world.rows(told, [late])).toHaveLength(1)
  expect(await stateOf(course)).toEqual([{ seats: 1, learners: 1, bought: 1, refunds: 1 }])
})

test('an accepted refund of a seat goes back through the provider, and the seat is free again', async () => {
  const course = await aCourse(1)
  const user = await world.person()
  const { body } = await start(user, course, BOOKING)
  await paid(body.checkout_id)
  await world.call(user, 'POST', `/courses/${course}/refund/`, { reason: 'No time' })
  const { purchase } = await accessOf(user, course)
  const settled = await world.call(admin, 'POST', `/purchases/${purchase?.id ?? 0}/refund/`, {
    decision: 'refunded',
    note: '',
  })
  expect(settled.status).toBe(200)
  expect(await balances(course)).toMatchObject({ 'clearing:test': BOOKING })
  await sendRefunds()
  world.server.clock.advance(180_000)
  await sendRefunds()
  expect(await balances(course)).toMatchObject({ 'clearing:test': 0, refunds: BOOKING })
  expect(await stateOf(course)).toEqual([{ seats: 0, learners: 0, bought: 0, refunds: 0 }])
  expect(await paymentOf(user, course)).toMatchObject({ amount_minor: BOOKING, paid_minor: 0 })
})

/** Everybody held the last seat once, and each hold ended during the checkout. */
const lateRivals = (course: number) =>
  world.rows<{ checkout: string }>(
    `with rival as (
       insert into app_user (client_id, email, email_key, username, username_key, full_name, role, time_zone)
       select $1, key || '@example.test', key, key, key, key, 'student', 'UTC' from (
         select 'rival-' || n as key from generate_series(1, $3) as n) as keys returning id)
     insert into payment_checkout (client_id, id, course_id, price_minor, user_id, idempotency_key, provider,
       provider_ref, url, amount_minor, currency, created_at)
     select $1, gen_random_uuid(), $2, $4, id, gen_random_uuid(), 'test', 'ref-' || id, '/x', $5, 'INR', now() from rival
     returning id as checkout`,
    [CLIENT, course, RIVALS, PRICE, BOOKING],
  )
/** As a provider does: again, while the server is too busy to answer. */
const delivered = async (checkout: string) => {
  const message = world.message('paid', checkout, BOOKING)
  const statuses: number[] = []
  while (!statuses.includes(204) && statuses.length < 10) statuses.push(await world.send(message))
  expect(statuses.filter((status) => status !== 503)).toEqual([204])
}
const oversold = async (course: number) => {
  const [row] = await world.rows<{ seats: number; capacity: number }>(
    `select (select count(*)::integer from course_seat where course_id = $1 and state = 'confirmed') as seats,
       capacity from course_offer where course_id = $1`,
    [course],
  )
  return (row?.seats ?? 0) > (row?.capacity ?? 0)
}

test(`${RIVALS} payments for the last seat at the same time: one seat, the others go back`, async () => {
  const course = await aCourse(1)
  const rivals = await lateRivals(course)
  await Promise.all(rivals.map(({ checkout }) => delivered(checkout)))
  expect(await stateOf(course)).toEqual([{ seats: 1, learners: 1, bought: 1, refunds: RIVALS - 1 }])
  expect(await balances(course)).toEqual({
    'clearing:test': RIVALS * BOOKING,
    receivable: 0,
    revenue: -RIVALS * BOOKING,
  })
  expect(await oversold(course)).toBe(false)
}, 30_000)

test('control: a way in that gives every payer a seat is seen to oversell', async () => {
  const course = await aCourse(1)
  const users = [await world.person(), await world.person()]
  const { openCourses } = grantsOf(world.server.core)
  for (const userId of users)
    await world.server.core.db.withTenant(CLIENT, (db) =>
      openCourses(db, CLIENT, { courseIds: [course], userId, at: world.server.clock.now() }),
    )
  expect(await oversold(course)).toBe(true)
})
