/** What is open of programmes: by how late it is, kept by every payment, and the same as the ledger says. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DuePart, Dues, DueSpan } from '#contract/money/dues.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { CLIENT } from '../courses/world.ts'
import { startProgrammeWorld, TOTAL, type ProgrammeWorld } from './programme-world.ts'

const DAY = 86_400_000
const BOOKING = TOTAL / 10

let world: ProgrammeWorld
let admin: number
let user: number
beforeAll(async () => {
  world = await startProgrammeWorld()
  admin = await addPerson(world.server.db, { clientId: CLIENT, name: 'Ada Admin', role: 'admin' })
  user = await world.person()
  await pay(BOOKING)
})
afterAll(() => world.server.close())

const pay = async (amount: number) => {
  await world.send(world.message('paid', await world.checkout(user, amount), amount))
}
const dues = async () =>
  Object.fromEntries(
    (await world.call<Dues>(admin, 'GET', '/admin/payments/due/')).body.currencies.flatMap(({ spans }) =>
      spans.map(({ span, open_minor, parts }) => [span, [open_minor, parts]]),
    ),
  )
const rowsOf = async (span: DueSpan) =>
  (
    await world.call<{ count: number; results: DuePart[] }>(
      admin,
      'GET',
      `/admin/payments/due/parts/?span=${span}&currency=INR`,
    )
  ).body
/** What the ledger says is owed. */
const owed = async () => {
  const [row] = await world.rows<{ open: number }>(
    `select coalesce(sum(amount_minor), 0)::float8 as open from ledger_entry where account = 'receivable' and person_id = $1`,
    [user],
  )
  return row?.open
}
const kept = async () => {
  const [row] = await world.rows<{ parts: number; days: number }>(
    `select (select coalesce(sum(open_minor), 0)::float8 from programme_due) as parts,
       (select coalesce(sum(open_minor), 0)::float8 from programme_due_day) as days`,
  )
  return row
}

it('puts each open part into its span, and a sum leads to its rows', async () => {
  const rest = TOTAL - BOOKING
  expect(await dues()).toMatchObject({ week: [0, 0], later: [rest, 3], late_7: [0, 0] })
  world.server.clock.advance(25 * DAY)
  const [first = 0, second = 0, third = 0] = [30, 35, 35].map((percent) => (rest * percent) / 100)
  expect(await dues()).toMatchObject({ week: [first, 1], later: [rest, 3] })
  world.server.clock.advance(43 * DAY)
  // The first part is 38 days late, the second 8, and the third is due in 22 days.
  expect(await dues()).toEqual({
    week: [0, 0],
    later: [third, 1],
    late_7: [0, 0],
    late_30: [second, 1],
    late_60: [first, 1],
    late_more: [0, 0],
  })
  const { count, results } = await rowsOf('late_60')
  expect(count).toBe(1)
  expect(results).toMatchObject([
    { person: { id: user }, programme: 'Data Career Programme', open_minor: first, currency: 'INR' },
  ])
  world.server.clock.advance(30 * DAY)
  expect(await dues()).toMatchObject({ late_more: [first, 1], late_60: [second, 1], late_30: [third, 1] })
})

it('follows every payment and every refund, as the ledger does', async () => {
  for (const amount of [1_000_000, 2_500_000]) {
    await pay(amount)
    const open = (await owed()) ?? 0
    expect(await kept()).toEqual({ parts: open, days: open })
  }
  const [checkout] = await world.rows<{ id: string }>(
    `select id from payment_checkout where amount_minor = 1000000 and user_id = $1`,
    [user],
  )
  await world.send(world.message('refunded', checkout?.id ?? '', 400_000))
  const open = (await owed()) ?? 0
  expect(await kept()).toEqual({ parts: open, days: open })
  // Control: a part that is taken away by hand is seen.
  await world.rows(`delete from programme_due where position = 3`)
  expect(await kept()).not.toMatchObject({ parts: open })
})

it('has nothing open once all of it is paid', async () => {
  await pay((await owed()) ?? 0)
  expect(await kept()).toEqual({ parts: 0, days: 0 })
  expect(await dues()).toEqual({})
})
