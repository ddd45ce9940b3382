/**
 * Random histories of sales, part payments, refunds, reversals, duplicates, reorderings and crashes against an
 * independent model: what the database accepts and every balance must be equal.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TenantDb } from '#server/core/db/database.ts'
import { balancesOf, post } from '#server/features/money/ledger.repository.ts'
import {
  paymentOf,
  refundOf,
  reversalOf,
  saleOf,
  type Purchase,
  type Transaction,
} from '#server/features/money/postings.ts'
import { randomOf, shuffled, type Random } from '#tests/support/random.ts'
import { startLedgerWorld, type LedgerWorld } from './ledger-world.ts'

const CLIENT = 7
const HISTORIES = process.env['FULL'] === '1' ? 10_000 : 120
const PARALLEL = 6
const PRICE = 1000

let world: LedgerWorld
beforeAll(async () => {
  world = await startLedgerWorld()
})
afterAll(() => world.server.close())

type Event =
  | { kind: 'sale'; key: string }
  | { kind: 'payment' | 'refund'; key: string; amount: number }
  | { kind: 'reversal'; key: string; of: string }

/** In any order, with duplicates; some ask for more than there is. */
const historyOf = (random: Random): Event[] => {
  const parts = Array.from({ length: 1 + random(3) }, (_, index): Event => ({
    kind: 'payment',
    key: `payment ${index}`,
    amount: 1 + random(PRICE * 0.6),
  }))
  const refunds = Array.from({ length: random(3) }, (_, index): Event => ({
    kind: 'refund',
    key: `refund ${index}`,
    amount: 1 + random(PRICE * 0.5),
  }))
  const reversals = refunds
    .filter(() => random(2) === 0)
    .map(({ key }): Event => ({ kind: 'reversal', key: `${key} back`, of: key }))
  const events: Event[] = [{ kind: 'sale', key: 'sale' }, ...parts, ...refunds, ...reversals]
  return shuffled([...events, ...events.filter(() => random(3) === 0)], random)
}

/** Knows no accounts and no entries: only three sums and what happened. */
const createModel = () => {
  const done = new Map<string, number>()
  const sums = { sold: 0, paid: 0, refunded: 0 }
  return {
    sums,
    takes: (event: Event): boolean => {
      if (done.has(event.key)) return true
      if (event.kind === 'sale') {
        sums.sold = PRICE
        done.set(event.key, PRICE)
        return true
      }
      if (event.kind === 'reversal') {
        const amount = done.get(event.of)
        if (amount === undefined) return false
        sums.refunded -= amount
        done.set(event.key, amount)
        return true
      }
      const sum = event.kind === 'payment' ? 'paid' : 'refunded'
      if (sums[sum] + event.amount > (event.kind === 'payment' ? sums.sold : sums.paid)) return false
      sums[sum] += event.amount
      done.set(event.key, event.amount)
      return true
    },
  }
}

class Crash extends Error {}

const transactionFor = (purchase: Purchase, event: Exclude<Event, { kind: 'reversal' }>): Transaction => {
  const reference = `${purchase.purchaseId} ${event.key}`
  if (event.kind === 'sale') return { ...saleOf(purchase), reference }
  const part = { ...purchase, amountMinor: event.amount }
  return { ...(event.kind === 'payment' ? paymentOf(part, 'bank') : refundOf(part, 'bank', 1)), reference }
}

/** False when the ledger does not take it, such as a refund of a payment that has not come. */
const apply = async (
  ledger: LedgerWorld,
  purchase: Purchase,
  event: Event,
  crashes: boolean,
): Promise<boolean> => {
  const work = async (db: TenantDb) => {
    if (event.kind === 'reversal') {
      const reference = `${purchase.purchaseId} ${event.of}`
      const refund = await db
        .selectFrom('ledger_transaction')
        .select('id')
        .where('client_id', '=', CLIENT)
        .where('reference', '=', reference)
        .executeTakeFirst()
      if (!refund) return false
      const entries = refundOf(purchase, 'bank', 1).entries
      const rows = await db
        .selectFrom('ledger_entry')
        .select(['account', 'amount_minor'])
        .where('client_id', '=', CLIENT)
        .where('transaction_id', '=', refund.id)
        .execute()
      const posted = entries.map((entry) => ({
        ...entry,
        amountMinor: rows.find(({ account }) => account === entry.account)!.amount_minor,
      }))
      const back = reversalOf(
        { id: refund.id, reference, purchaseId: purchase.purchaseId, entries: posted },
        { at: purchase.at, madeBy: null },
      )
      await post(db, CLIENT, { ...back, reference: `${purchase.purchaseId} ${event.key}` })
    } else await post(db, CLIENT, transactionFor(purchase, event))
    if (crashes) throw new Crash()
    return true
  }
  try {
    return await ledger.server.core.db.withTenant(CLIENT, work)
  } catch (error) {
    if (error instanceof Crash) return false
    if (error instanceof Error && error.message.includes('more is paid than sold')) return false
    throw error
  }
}

/** The differences between ledger and model in one history. */
const differencesIn = async (ledger: LedgerWorld, purchase: Purchase, seed: number): Promise<string[]> => {
  const random = randomOf(seed)
  const model = createModel()
  const found: string[] = []
  // What is refused is delivered again at the end, as providers do.
  let waiting = historyOf(random)
  for (let round = 0; round < 3; round += 1) {
    const refused: Event[] = []
    for (const event of waiting) {
      // A process that dies before the commit: nothing of it is there, and the message comes again.
      if (round === 0 && random(9) === 0) {
        await apply(ledger, purchase, event, true)
        refused.push(event)
        continue
      }
      const taken = await apply(ledger, purchase, event, false)
      if (taken !== model.takes(event)) found.push(`${seed}: ${event.key} was ${taken ? 'taken' : 'refused'}`)
      if (!taken) refused.push(event)
    }
    waiting = refused
  }
  const balances = await ledger.server.core.db.withTenant(CLIENT, (db) =>
    balancesOf(db, CLIENT, { purchaseId: purchase.purchaseId }),
  )
  const balance = (name: string) => balances.find(({ account }) => account === name)?.balance ?? 0
  const { sold, paid, refunded } = model.sums
  const expected = { revenue: -sold, receivable: sold - paid, bank: paid - refunded, refunds: refunded }
  for (const [name, amount] of Object.entries(expected))
    if (balance(name) !== amount) found.push(`${seed}: ${name} is ${balance(name)} and not ${amount}`)
  return found
}

const run = async (ledger: LedgerWorld, count: number): Promise<string[]> => {
  const purchases = await ledger.purchases(count, PRICE)
  const found: string[] = []
  let next = 0
  const worker = async () => {
    while (next < purchases.length) {
      const seed = next
      next += 1
      found.push(...(await differencesIn(ledger, purchases[seed]!, seed)))
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, worker))
  return found
}

it(
  `equals an independent model in ${HISTORIES} random histories`,
  async () => {
    expect(await run(world, HISTORIES)).toEqual([])
    const [row] = await world.rows<{ sum: string }>('select sum(amount_minor)::text as sum from ledger_entry')
    expect(row?.sum).toBe('0')
  },
  HISTORIES * 200 + 20_000,
)

it('control: a ledger without the check of purchases drifts from the model', async () => {
  const unchecked = await startLedgerWorld()
  try {
    await unchecked.rows('alter table ledger_transaction disable trigger ledger_transaction_balanced')
    await unchecked.rows('alter table ledger_entry disable trigger ledger_entry_balanced')
    expect(await run(unchecked, 20)).not.toEqual([])
  } finally {
    await unchecked.server.close()
  }
})
