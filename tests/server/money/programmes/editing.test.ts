/** Admins edit programmes; what was agreed at a first payment stays, and a programme can be bought again after it ended. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EditedProgramme, EditedProgrammes } from '#contract/money/admin-programmes.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { CLIENT } from '../../courses/world.ts'
import { MINIMUM, startProgrammeWorld, TOTAL, type ProgrammeWorld } from '../programme-world.ts'

let world: ProgrammeWorld
let admin: number
beforeAll(async () => {
  world = await startProgrammeWorld()
  admin = await addPerson(world.server.db, { clientId: CLIENT, name: 'Ada Admin', role: 'admin' })
})
afterAll(() => world.server.close())

const list = async () => (await world.call<EditedProgrammes>(admin, 'GET', '/admin/programmes/')).body.results
const edited = async (slug = 'flagship') => {
  const found = (await list()).find((each) => each.slug === slug)
  if (!found) throw new Error(`no ${slug}`)
  return found
}
const TITLES = { en: 'Data Career', hi: 'डेटा करियर', ar: 'مهنة البيانات' }
const bodyOf = (changes: object = {}) => ({
  revision: 0,
  title: TITLES,
  summary: { en: 'Courses.' },
  total_minor: TOTAL,
  minimum_minor: MINIMUM,
  booking_percent: 10,
  once_days: 7,
  instalments: [
    { days: 30, percent: 40 },
    { days: 60, percent: 60 },
  ],
  grace_days: 7,
  assessment_id: null,
  course_ids: [world.courses[0]],
  ...changes,
})
const save = (slug: string, changes: object = {}) =>
  world.call<EditedProgramme & { fields?: object }>(
    admin,
    'PUT',
    `/admin/programmes/${slug}/`,
    bodyOf(changes),
  )
const publish = (slug: string, is_published: boolean) =>
  world.call<EditedProgramme>(admin, 'PUT', `/admin/programmes/${slug}/published/`, { is_published })
const pay = async (user: number, amount: number) => {
  const checkout = await world.checkout(user, amount)
  expect(await world.send(world.message('paid', checkout, amount))).toBe(204)
  return checkout
}
const leave = async (checkout: string, amount_minor: number) => {
  const { status } = await world.call(admin, 'POST', `/admin/checkouts/${checkout}/refunds/`, {
    idempotency_key: randomUUID(),
    amount_minor,
    reason: 'Moves away',
    ends_order: true,
    test_outcome: 'confirm',
  })
  expect(status).toBe(201)
}
const isLearner = async (user: number, course: number | undefined) =>
  (
    await world.rows('select 1 from enrolment where user_id = $1 and course_id = $2 and left_at is null', [
      user,
      course,
    ])
  ).length === 1

test('offers a new programme with its saved texts and plan once it is published', async () => {
  const learner = await world.person()
  const { status, body } = await save('nanodegree')
  expect([status, body.revision, body.is_published]).toEqual([200, 1, false])
  const path = '/programmes/nanodegree/'
  expect((await world.call(learner, 'GET', path)).status).toBe(404)
  expect((await publish('nanodegree', true)).body.is_published).toBe(true)
  const page = await world.call<{ title: string; plans: { plan: string; parts: object[] }[] }>(
    learner,
    'GET',
    path,
  )
  expect(page.body.title).toBe('Data Career')
  expect(page.body.plans.find(({ plan }) => plan === 'instalments')?.parts).toMatchObject([
    { amount_minor: 1_000_000 },
    { amount_minor: 3_600_000 },
    { amount_minor: 5_400_000 },
  ])
  const audit = await world.rows(
    `select action from audit_event where object = 'programme:nanodegree' order by 1`,
  )
  expect(audit.map(({ action }) => action)).toEqual(['money.programme', 'money.programme_publish'])
})

test.each([
  ['shares that are not the whole', { instalments: [{ days: 30, percent: 90 }] }],
  [
    'an instalment before the one before',
    {
      instalments: [
        { days: 30, percent: 50 },
        { days: 30, percent: 50 },
      ],
    },
  ],
  ['a least payment above the price', { minimum_minor: TOTAL + 1 }],
  ['a course that does not exist', { course_ids: [2_000_000_000] }],
  ['an assessment that does not exist', { assessment_id: 2_000_000_000 }],
  ['no course', { course_ids: [] }],
  ['a title in one language only', { title: { hi: 'डेटा' } }],
])('refuses %s', async (_what, changes) => {
  const { revision } = await edited()
  expect((await save('flagship', { revision, ...changes })).status).toBe(422)
  expect((await edited()).revision).toBe(revision)
})

test('of two admins who change the same, the second is told', async () => {
  const { revision } = await edited()
  const answers = await Promise.all([save('flagship', { revision }), save('flagship', { revision })])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await edited()).revision).toBe(revision + 1)
})

test('whoever has paid keeps price, schedule, courses and least payment; others get the new ones', async () => {
  const both = [...world.courses]
  await save('flagship', { revision: (await edited()).revision, course_ids: both })
  const [bought, asked, fresh] = [await world.person(), await world.person(), await world.person()]
  await pay(bought, 1_000_000)
  const before = await world.page(bought)
  const open = await world.checkout(asked, 1_000_000)
  const third = await world.course({ price: 'premium' })
  const dearer = { total_minor: 2 * TOTAL, minimum_minor: 5 * MINIMUM, course_ids: [third] }
  expect((await save('flagship', { revision: (await edited()).revision, ...dearer })).status).toBe(200)
  expect(await world.page(bought)).toEqual(before)
  expect((await world.start(bought, { amount_minor: MINIMUM })).status).toBe(201)
  expect((await world.page(fresh)).price.total_minor).toBe(2 * TOTAL)
  expect((await world.start(fresh, { amount_minor: 1_000_000 })).status).toBe(422)
  // Whoever was asked for the old price pays it.
  await world.send(world.message('paid', open, 1_000_000))
  expect((await world.page(asked)).price.total_minor).toBe(TOTAL)
  expect([await isLearner(bought, third), await isLearner(asked, third)]).toEqual([false, true])
  await expect(
    world.rows('update programme_order set minimum_minor = 1 where user_id = $1', [bought]),
  ).rejects.toThrow(/least payment/)
})

test('a withdrawn programme stays with its buyers, and takes a payment that was on its way', async () => {
  const { total_minor: total } = await edited()
  const [buyer, paying, other] = [await world.person(), await world.person(), await world.person()]
  await pay(buyer, total / 10)
  const open = await world.checkout(paying, total / 10)
  await publish('flagship', false)
  expect((await world.call(other, 'GET', '/programmes/flagship/')).status).toBe(404)
  expect((await world.start(other, { amount_minor: total / 10 })).status).toBe(404)
  expect((await world.page(buyer)).order?.state).toBe('booked')
  expect((await world.start(buyer, { amount_minor: total / 10 })).status).toBe(201)
  await world.send(world.message('paid', open, total / 10))
  expect((await world.page(paying)).order?.state).toBe('booked')
  await publish('flagship', true)
  expect((await world.page(other)).order).toBeNull()
})

test('sells an ended programme again at the current price and lists earlier payments', async () => {
  const { total_minor: total, courses } = await edited()
  const user = await world.person()
  const first = await pay(user, total / 10)
  await leave(first, total / 10)
  expect(await world.page(user)).toMatchObject({ order: null, has_left: true })
  expect(await isLearner(user, courses[0]?.id)).toBe(false)
  const again = await pay(user, total / 10)
  const page = await world.page(user)
  expect(page).toMatchObject({ order: { state: 'booked', paid_minor: total / 10 }, has_left: true })
  expect(page.payments.map(({ amount_minor: amount }) => amount)).toEqual([
    total / 10,
    -total / 10,
    total / 10,
  ])
  expect(await isLearner(user, courses[0]?.id)).toBe(true)
  // Money of the first order that comes late is not the second one's.
  await world.send(world.message('refunded', first, 1))
  expect((await world.page(user)).order?.paid_minor).toBe(total / 10)
  await leave(again, total / 10)
  await publish('flagship', false)
  expect(await world.page(user)).toMatchObject({ order: { state: 'ended' }, payable: null })
  await publish('flagship', true)
})

test('the place of one person at a time is one, also when they start twice at once', async () => {
  const { total_minor: total } = await edited()
  const user = await world.person()
  await leave(await pay(user, total / 10), total / 10)
  await Promise.all([1, 2, 3].map(() => world.start(user, { amount_minor: total / 10 })))
  expect(
    await world.rows(
      `select state, count(*)::integer as n from programme_order where user_id = $1 group by 1 order by 1`,
      [user],
    ),
  ).toEqual([
    { state: 'ended', n: 1 },
    { state: 'open', n: 1 },
  ])
})
