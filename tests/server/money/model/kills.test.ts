/**
 * Connections, server and database die while messages are applied; the provider repeats each until it is acknowledged. A
 * normal run ends connections of a running server; a full one kills the processes.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runPaymentKills, sendUntilAcknowledged } from '#tests/support/money/payment-kills.ts'
import { randomOf, shuffled } from '#tests/support/random.ts'
import type { Victim } from '#tests/support/server/chaos.ts'
import { startProgrammeWorld, TOTAL, type ProgrammeWorld } from '../programme-world.ts'
import { OrderBook } from './books.ts'

const FULL = process.env['FULL'] === '1'
const ORDERS = FULL ? 120 : 6
const ENDS = ORDERS * 2
const PAUSE_MS = 20
const FIRST = TOTAL / 10
const SECOND = TOTAL / 5
const BACK = 1_000

let world: ProgrammeWorld
beforeAll(async () => {
  world = await startProgrammeWorld()
})
afterAll(() => world.server.close())

const messagesOf = async (user: number) => {
  const [first, second] = [await world.checkout(user, FIRST), await world.checkout(user, SECOND)]
  return [
    world.message('processing', first, FIRST),
    world.message('paid', first, FIRST),
    world.message('failed', second, SECOND),
    world.message('paid', second, SECOND),
    world.message('refunded', first, BACK),
  ]
}

/** Ends a connection that is in the middle of a transaction. */
const endOne = () =>
  world.rows(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = $1 and usename = 'lms_app' and xact_start is not null limit 1`,
    [world.server.db.name],
  )

const book = new OrderBook(TOTAL)
book.pay(FIRST + SECOND, 0)
book.giveBack(BACK)
const PAID = { money: book.sums().money, kinds: ['payment', 'payment', 'refund', 'sale'] }

const booksOf = (users: readonly number[]) =>
  world.rows(
    `select (select sum(e.amount_minor)::float8 from ledger_entry e where e.person_id = o.user_id
         and e.account = 'clearing:test') as money,
       (select array_agg(t.kind order by t.kind) from ledger_transaction t where t.order_id = o.id) as kinds
     from programme_order o where o.user_id = any($1)`,
    [users],
  )

it(`pays each of ${ORDERS} orders once while connections end in transactions`, async () => {
  const random = randomOf(ORDERS)
  const users: number[] = []
  const messages = []
  for (let order = 0; order < ORDERS; order += 1) {
    const user = await world.person()
    users.push(user)
    messages.push(...(await messagesOf(user)))
  }
  const sends = shuffled(
    messages.flatMap((message) =>
      Array.from({ length: 1 + random(4) }, () => async () => (await world.send(message)) === 204),
    ),
    random,
  )
  let acknowledged = 0
  let ended = 0
  const sending = sendUntilAcknowledged(sends, { parallel: 4, onAcknowledged: () => (acknowledged += 1) })
  while (ended < ENDS && acknowledged < sends.length) {
    ended += (await endOne()).length
    await sleep(PAUSE_MS)
  }
  expect(await sending).toBeGreaterThan(0)
  expect(ended).toBe(ENDS)
  expect(await booksOf(users)).toEqual(users.map(() => PAID))
}, 240_000)

it('control: a payment that was acknowledged and not applied is seen', async () => {
  const user = await world.person()
  for (const message of await messagesOf(user))
    if (message.kind !== 'paid' || message.amountMinor !== SECOND) await world.send(message)
  expect(await booksOf([user])).not.toEqual([PAID])
})

it.runIf(FULL)(
  'pays each of 120 orders once while server and database are killed',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'lms-payment-kills-'))
    const victims: Victim[] = [
      'server',
      'database',
      'both',
      'server',
      'database',
      'server',
      'database',
      'both',
    ]
    try {
      const result = await runPaymentKills({ dataDir, orders: ORDERS, victims })
      expect(result).toMatchObject({ orders: ORDERS, wrong: [], unexpectedExits: 0 })
      expect(result.failures).toBeGreaterThan(victims.length)
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  },
  900_000,
)
