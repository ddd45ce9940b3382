/** Coupons for courses and seats that are paid online: price, last use, late money, and a place that costs nothing (CT5). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Coupon, CouponUse } from '#contract/money/coupons.ts'
import type { CoursePayment } from '#contract/money/course-payments.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { CLIENT } from '../../courses/world.ts'
import { startProgrammeWorld, type ProgrammeWorld } from '../programme-world.ts'

const PRICE = 500_000
const BOOKING = 50_000
const HALF = PRICE / 2

let world: ProgrammeWorld
let admin: number
beforeAll(async () => {
  world = await startProgrammeWorld()
  admin = await addPerson(world.server.db, { clientId: CLIENT, name: 'Ada Admin', role: 'admin' })
})
afterAll(() => world.server.close())

const aCourse = async (capacity: number | null = null, booking: number | null = null) => {
  const id = await world.course({ price: 'premium', title: 'Cohort' })
  await world.rows(
    `insert into course_offer (client_id, course_id, capacity, price_minor, booking_minor, currency)
     values ($1, $2, $3, $4, $5, 'INR')`,
    [CLIENT, id, capacity, PRICE, booking],
  )
  return id
}
let serial = 0
const create = (changes: object) =>
  world.call(admin, 'POST', '/admin/coupons/', {
    idempotency_key: randomUUID(),
    code: null,
    count: 1,
    title: 'Spring',
    percent: 50,
    amount_minor: null,
    uses_max: null,
    person_max: 1,
    starts_on: null,
    ends_on: null,
    programmes: [],
    courses: null,
    first_purchase_only: false,
    ...changes,
  })
const coupon = async (changes: object = {}) => {
  serial += 1
  const code = `COURSE${serial}`
  expect((await create({ code, ...changes })).status).toBe(201)
  return code
}
const found = async (code: string) =>
  (await world.call<{ results: Coupon[] }>(admin, 'GET', `/admin/coupons/?search=${code}`)).body.results.find(
    (each) => each.code === code,
  )
const path = (course: number) => `/courses/${course}/payment/`
const page = async (user: number, course: number) =>
  (await world.call<{ payment: CoursePayment }>(user, 'GET', path(course))).body.payment
const apply = (user: number, course: number, code: string) =>
  world.call<{ payment: CoursePayment }>(user, 'PUT', `${path(course)}coupon/`, { code })
const start = (user: number, course: number, amount_minor: number, more: object = {}) =>
  world.call<{ checkout_id: string }>(user, 'POST', path(course), {
    idempotency_key: randomUUID(),
    amount_minor,
    ...more,
  })
const started = async (user: number, course: number, amount: number) => {
  const { status, body } = await start(user, course, amount)
  expect(status).toBe(201)
  return body.checkout_id
}
const message = async (kind: 'paid' | 'expired' | 'refunded', checkout: string, amount: number) => {
  expect(await world.send(world.message(kind, checkout, amount))).toBe(204)
}
const isLearner = async (user: number, course: number) =>
  (
    await world.rows('select 1 from enrolment where user_id = $1 and course_id = $2 and left_at is null', [
      user,
      course,
    ])
  ).length === 1
const balances = async (course: number) =>
  Object.fromEntries(
    (
      await world.rows<{ account: string; sum: number }>(
        `select account, sum(amount_minor)::float8 as sum from ledger_entry where course_id = $1 group by 1`,
        [course],
      )
    ).map(({ account, sum }) => [account, sum]),
  )

test('lowers the price, is held by the checkout, used by the payment, and posted as a discount', async () => {
  const [course, code] = [await aCourse(), await coupon({ uses_max: 1 })]
  const [user, other] = [await world.person(), await world.person()]
  expect((await apply(user, course, code)).body.payment).toMatchObject({
    full_price_minor: PRICE,
    coupon_minor: HALF,
    price_minor: HALF,
    amount_minor: HALF,
    coupon: { code, is_usable: true },
  })
  expect((await start(user, course, PRICE)).status).toBe(409)
  const checkout = await started(user, course, HALF)
  expect(await found(code)).toMatchObject({ used: 0, held: 1 })
  expect((await apply(other, course, code)).status).toBe(422)
  const paid = world.message('paid', checkout, HALF)
  await Promise.all([world.send(paid), world.send(paid)])
  expect(await found(code)).toMatchObject({ used: 1, held: 0 })
  expect(await page(user, course)).toMatchObject({ price_minor: HALF, paid_minor: HALF, amount_minor: null })
  expect(await balances(course)).toEqual({
    'clearing:test': HALF,
    discount: HALF,
    receivable: 0,
    revenue: -PRICE,
  })
  const { id = 0 } = (await found(code)) ?? {}
  const uses = await world.call<{ results: CouponUse[] }>(admin, 'GET', `/admin/coupons/${id}/uses/`)
  expect(uses.body.results).toMatchObject([{ person: { id: user }, programme: null, course: { id: course } }])
  // Control: without a coupon the whole price is asked for.
  expect(await page(other, course)).toMatchObject({ price_minor: PRICE, coupon: null })
})

test('with a booking amount, comes off the rest; a lost coupon is told before the booking', async () => {
  const [course, code] = [await aCourse(5, BOOKING), await coupon({ uses_max: 1 })]
  const [user, late] = [await world.person(), await world.person()]
  for (const person of [user, late]) expect((await apply(person, course, code)).status).toBe(200)
  await message('paid', await started(user, course, BOOKING), BOOKING)
  expect(await page(user, course)).toMatchObject({ amount_minor: HALF - BOOKING, price_minor: HALF })
  expect((await start(late, course, BOOKING, { price_minor: HALF })).status).toBe(409)
  expect(await page(late, course)).toMatchObject({
    price_minor: PRICE,
    amount_minor: BOOKING,
    coupon: { code, is_usable: false },
  })
  await message('paid', await started(user, course, HALF - BOOKING), HALF - BOOKING)
  expect(await balances(course)).toMatchObject({ 'clearing:test': HALF, discount: HALF, revenue: -PRICE })
})

test('the last use goes to one of 20 who start to pay at once', async () => {
  const [course, code] = [await aCourse(), await coupon({ uses_max: 1 })]
  const people = await Promise.all(Array.from({ length: 20 }, () => world.person('Racer')))
  for (const person of people) await apply(person, course, code)
  const answers = await Promise.all(people.map((person) => start(person, course, HALF)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(await found(code)).toMatchObject({ used: 0, held: 1 })
})

test('frees the coupon when its checkout ends, but keeps it for a late payment', async () => {
  const [course, code] = [await aCourse(), await coupon({ uses_max: 1 })]
  const [user, other] = [await world.person(), await world.person()]
  await apply(user, course, code)
  const checkout = await started(user, course, HALF)
  await message('expired', checkout, HALF)
  expect(await found(code)).toMatchObject({ used: 0, held: 0 })
  await apply(other, course, code)
  await message('paid', await started(other, course, HALF), HALF)
  await message('paid', checkout, HALF)
  expect(await found(code)).toMatchObject({ used: 2 })
  expect(await isLearner(user, course)).toBe(true)
})

test('is not used by a payment that finds no seat and goes back', async () => {
  const [course, code] = [await aCourse(1), await coupon()]
  const [late, quick] = [await world.person(), await world.person()]
  await apply(late, course, code)
  const checkout = await started(late, course, HALF)
  world.server.clock.advance(15 * 60_000 + 1)
  await message('paid', await started(quick, course, PRICE), PRICE)
  await message('paid', checkout, HALF)
  expect(await page(late, course)).toMatchObject({ checkout: { goes_back: true } })
  expect(await found(code)).toMatchObject({ used: 0, held: 0 })
  expect((await balances(course))['discount']).toBeUndefined()
})

test('asks for the full price without the coupon; earlier checkouts keep theirs', async () => {
  const [course, code] = [await aCourse(), await coupon()]
  const user = await world.person()
  await apply(user, course, code)
  const checkout = await started(user, course, HALF)
  expect((await world.call(user, 'DELETE', `${path(course)}coupon/`)).status).toBe(200)
  expect(await found(code)).toMatchObject({ held: 0 })
  expect(await page(user, course)).toMatchObject({ coupon: null, price_minor: PRICE })
  expect(await started(user, course, PRICE)).not.toBe(checkout)
  await message('paid', checkout, HALF)
  expect(await found(code)).toMatchObject({ used: 1 })
  expect(await page(user, course)).toMatchObject({ paid_minor: HALF, amount_minor: null })
  expect((await apply(user, course, await coupon())).status).toBe(409)
})

test('that covers the price gives the place at once, without a provider, once', async () => {
  const [course, code] = [await aCourse(1), await coupon({ percent: 100, uses_max: 1 })]
  const [user, other] = [await world.person(), await world.person()]
  expect((await world.call(user, 'POST', `${path(course)}place/`)).status).toBe(409)
  for (const person of [user, other]) await apply(person, course, code)
  expect(await page(user, course)).toMatchObject({ price_minor: 0, amount_minor: 0 })
  expect((await start(user, course, 1)).status).toBe(409)
  const taken = await Promise.all([
    world.call(user, 'POST', `${path(course)}place/`),
    world.call(user, 'POST', `${path(course)}place/`),
    world.call(other, 'POST', `${path(course)}place/`),
  ])
  expect(taken.filter(({ status }) => status === 409).length).toBeGreaterThan(0)
  const learners = [await isLearner(user, course), await isLearner(other, course)]
  expect(learners.filter(Boolean)).toHaveLength(1)
  expect(await found(code)).toMatchObject({ used: 1, held: 0 })
  expect(await balances(course)).toEqual({ discount: PRICE, revenue: -PRICE })
  expect(await world.rows('select id from payment_checkout where course_id = $1', [course])).toEqual([])
})

test('a code for other courses or for programmes only is answered as one that does not exist', async () => {
  const [course, other, user] = [await aCourse(), await aCourse(), await world.person()]
  const codes = [
    'NOSUCHCODE',
    await coupon({ courses: [other] }),
    await coupon({ programmes: null, courses: [] }),
    await coupon({ ends_on: '2020-01-01' }),
  ]
  const answers = await Promise.all(codes.map((code) => apply(user, course, code)))
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422])
  expect((await apply(user, course, await coupon({ courses: [course] }))).status).toBe(200)
  const free = await world.course({})
  expect((await apply(user, free, await coupon())).status).toBe(409)
})

test('is for a course that exists, and for something', async () => {
  expect((await create({ courses: [2_000_000_000] })).status).toBe(422)
  expect((await create({ courses: [] })).status).toBe(422)
})

test('a use stays with its purchase, also when the money goes back', async () => {
  const [course, code] = [await aCourse(), await coupon()]
  const user = await world.person()
  await apply(user, course, code)
  const checkout = await started(user, course, HALF)
  await message('paid', checkout, HALF)
  await message('refunded', checkout, HALF)
  expect(await page(user, course)).toMatchObject({ price_minor: PRICE, amount_minor: PRICE, coupon: null })
  expect((await apply(user, course, code)).status).toBe(422)
  await expect(
    world.rows(`update course_coupon_use set state = 'released', purchase_id = null where user_id = $1`, [
      user,
    ]),
  ).rejects.toThrow(/stays/)
})
