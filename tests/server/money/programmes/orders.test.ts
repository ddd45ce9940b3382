/** The list of orders: what is paid and open of each, and what filters leave. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProgrammeOrderPage } from '#contract/money/admin-programmes.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { CLIENT } from '../../courses/world.ts'
import { startProgrammeWorld, TOTAL, type ProgrammeWorld } from '../programme-world.ts'

const BOOKING = TOTAL / 10
const DAY_MS = 86_400_000

let world: ProgrammeWorld
let admin: number
const people: Record<'late' | 'running' | 'paid' | 'ended', number> = {
  late: 0,
  running: 0,
  paid: 0,
  ended: 0,
}

const pay = async (user: number, amount: number) => {
  const checkout = await world.checkout(user, amount)
  expect(await world.choose(user, checkout, 'succeed')).toBe(200)
  return checkout
}
const orders = async (query = '', by = admin) =>
  world.call<ProgrammeOrderPage>(by, 'GET', `/admin/programme-orders/?${query}`)
const idsOf = async (query: string) => {
  const { body } = await orders(query)
  expect(body.count).toBe(body.results.length)
  return body.results.map(({ person }) => person.id)
}

beforeAll(async () => {
  world = await startProgrammeWorld()
  admin = await addPerson(world.server.db, { clientId: CLIENT, name: 'Ada Admin', role: 'admin' })
  world.server.clock.set('2026-03-02T06:00:00Z')
  people.late = await world.person('Late')
  await pay(people.late, BOOKING)
  world.server.clock.advance(31 * DAY_MS)
  people.running = await world.person('Running')
  await pay(people.running, BOOKING)
  world.server.clock.advance(60_000)
  people.paid = await world.person('Paid')
  await pay(people.paid, TOTAL)
  world.server.clock.advance(60_000)
  people.ended = await world.person('Ended')
  const checkout = await pay(people.ended, BOOKING)
  await world.call(admin, 'POST', `/admin/checkouts/${checkout}/refunds/`, {
    idempotency_key: crypto.randomUUID(),
    amount_minor: BOOKING,
    reason: '',
    ends_order: true,
  })
  // Asked for a price, and paid nothing: no order yet.
  await world.checkout(await world.person('Looking'), BOOKING)
})
afterAll(() => world.server.close())

test('shows what each person paid and what is open, newest first', async () => {
  const { body } = await orders()
  expect(body.results).toMatchObject([
    { standing: 'ended', paid_minor: 0, open_minor: 0, next_due_on: null },
    { standing: 'paid', paid_minor: TOTAL, open_minor: 0, next_due_on: null },
    { standing: 'running', paid_minor: BOOKING, open_minor: TOTAL - BOOKING, next_due_on: '2026-05-02' },
    { standing: 'late', paid_minor: BOOKING, open_minor: TOTAL - BOOKING, next_due_on: '2026-04-01' },
  ])
  expect(body.count).toBe(4)
})

test('narrows by standing, programme and name, and counts what is left', async () => {
  expect(await idsOf('standing=running')).toEqual([people.running, people.late])
  expect(await idsOf('standing=late')).toEqual([people.late])
  expect(await idsOf('standing=paid')).toEqual([people.paid])
  expect(await idsOf('standing=ended')).toEqual([people.ended])
  expect(await idsOf('search=LATE')).toEqual([people.late])
  expect(await idsOf('search=%25')).toEqual([])
  expect(await idsOf('programme=nanodegree')).toEqual([])
})

test('is for admins alone', async () => {
  expect((await orders('', people.paid)).status).toBe(403)
})
