/** What the database promises of the ledger, whoever writes to it. */
import pg from 'pg'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { balancesOf, post } from '#server/features/money/ledger.repository.ts'
import { paymentOf, refundOf, saleOf, type Entry, type Transaction } from '#server/features/money/postings.ts'
import { meetingOf } from '#tests/support/meeting.ts'
import { startLedgerWorld, type LedgerWorld } from './ledger-world.ts'

const CLIENT = 7
let world: LedgerWorld
beforeAll(async () => {
  world = await startLedgerWorld()
})
afterAll(() => world.server.close())

const aPurchase = async (amountMinor = 499_900) => {
  const [purchase] = await world.purchases(1, amountMinor)
  if (!purchase) throw new Error('no purchase')
  return purchase
}
const withEntries = (
  transaction: Transaction,
  change: (entries: readonly Entry[]) => Entry[],
): Transaction => ({
  ...transaction,
  entries: change(transaction.entries),
})
const balances = (purchaseId: number) =>
  world.server.core.db.withTenant(CLIENT, async (db) =>
    Object.fromEntries(
      (await balancesOf(db, CLIENT, { purchaseId })).map(({ account, balance }) => [account, balance]),
    ),
  )
const countOf = async (purchaseId: number) =>
  (
    await world.rows<{ n: number }>(
      'select count(*)::integer as n from ledger_transaction where purchase_id = $1',
      [purchaseId],
    )
  )[0]?.n

describe('the ledger', () => {
  it('keeps a sale, its payment and a refund as balanced entries', async () => {
    const purchase = await aPurchase()
    await world.post(saleOf(purchase), paymentOf(purchase, 'cash'))
    expect(await balances(purchase.purchaseId)).toEqual({ cash: 499_900, receivable: 0, revenue: -499_900 })
    await world.post(refundOf({ ...purchase, amountMinor: 100_000 }, 'cash', 1))
    expect(await balances(purchase.purchaseId)).toEqual({
      cash: 399_900,
      receivable: 0,
      refunds: 100_000,
      revenue: -499_900,
    })
  })

  it('refuses an unbalanced transaction at the commit', async () => {
    const purchase = await aPurchase()
    const short = withEntries(saleOf(purchase), ([first, second]) => [
      { ...first!, amountMinor: first!.amountMinor - 1 },
      second!,
    ])
    await expect(world.post(short)).rejects.toThrow('is not balanced')
    const mixed = withEntries(saleOf(purchase), ([first, second]) => [
      { ...first!, currency: 'USD' },
      second!,
    ])
    await expect(world.post(mixed)).rejects.toThrow('is not balanced')
    expect(await countOf(purchase.purchaseId)).toBe(0)
  })

  it('refuses a transaction without entries, and entries added later', async () => {
    const purchase = await aPurchase()
    await expect(world.post(withEntries(saleOf(purchase), () => []))).rejects.toThrow('violates check')
    const [id] = await world.post(saleOf(purchase))
    const later = world.server.core.db.withTenant(CLIENT, (db) =>
      sql`insert into ledger_entry (client_id, transaction_id, account, amount_minor, currency)
          values (${CLIENT}, ${id}, 'bank', 5, 'INR'), (${CLIENT}, ${id}, 'revenue', -5, 'INR')`.execute(db),
    )
    await expect(later).rejects.toThrow('is not balanced')
    const promised = world.server.core.db.withTenant(CLIENT, (db) =>
      sql`insert into ledger_transaction (client_id, kind, at, reference, purchase_id, entries)
          values (${CLIENT}, 'sale', now(), 'entries-never-come', ${purchase.purchaseId}, 2)`.execute(db),
    )
    await expect(promised).rejects.toThrow('is not balanced')
  })

  it.each([
    'update ledger_entry set amount_minor = amount_minor * 2',
    'delete from ledger_entry',
    'update ledger_transaction set at = now()',
    'delete from ledger_transaction',
    'truncate ledger_entry cascade',
  ])('refuses: %s', async (statement) => {
    await world.post(saleOf(await aPurchase()))
    await expect(
      world.server.core.db.withTenant(CLIENT, (db) => sql.raw(statement).execute(db)),
    ).rejects.toThrow('permission denied')
    // Not even the owner of the schema can.
    await expect(world.rows(statement)).rejects.toThrow('is append-only')
  })

  it.each([
    ['zero', 0],
    ['a fraction', 10.5],
    ['more than 10^15', 1_000_000_000_000_001],
  ])('refuses an amount of %s', async (_name, amountMinor) => {
    const purchase = await aPurchase()
    await expect(world.post(saleOf({ ...purchase, amountMinor }))).rejects.toThrow(/violates check|bigint/)
    expect(await countOf(purchase.purchaseId)).toBe(0)
  })

  it('refuses an account that is not in the chart', async () => {
    const unknown = withEntries(saleOf(await aPurchase()), ([first, second]) => [
      { ...first!, account: 'pocket' as Entry['account'] },
      second!,
    ])
    await expect(world.post(unknown)).rejects.toThrow('there is no account pocket')
  })

  it('refuses payments above the price and refunds above the payments', async () => {
    const purchase = await aPurchase(1000)
    const part = (amountMinor: number, reference: string) => ({
      ...paymentOf({ ...purchase, amountMinor }, 'bank'),
      reference,
    })
    await world.post(saleOf(purchase), part(600, 'part 1'))
    await expect(world.post(part(401, 'part 2'))).rejects.toThrow('more is paid than sold')
    await world.post(part(400, 'part 2'))
    await world.post(refundOf({ ...purchase, amountMinor: 700 }, 'bank', 1))
    await expect(world.post(refundOf({ ...purchase, amountMinor: 301 }, 'bank', 2))).rejects.toThrow(
      'refunded than paid',
    )
    await world.post(refundOf({ ...purchase, amountMinor: 300 }, 'bank', 2))
  })

  it('sums exactly where floating point would not', async () => {
    const purchases = await world.purchases(3, 999_999_999_999_999)
    for (const purchase of purchases) await world.post(saleOf({ ...purchase, currency: 'KWD' }))
    const [row] = await world.rows<{ sum: string }>(
      `select sum(amount_minor)::text as sum from ledger_entry where currency = 'KWD' and account = 'receivable'`,
    )
    expect(row?.sum).toBe('2999999999999997')
  })
})

describe('repeats', () => {
  it('posts 50 parallel repeats of one reference once', async () => {
    const purchase = await aPurchase()
    const ids = await Promise.all(Array.from({ length: 50 }, () => world.post(saleOf(purchase))))
    expect(new Set(ids.flat()).size).toBe(1)
    expect(await countOf(purchase.purchaseId)).toBe(1)
    expect(await balances(purchase.purchaseId)).toEqual({ receivable: 499_900, revenue: -499_900 })
  })

  it('refuses another transaction under a used reference', async () => {
    const purchase = await aPurchase()
    await world.post(saleOf(purchase))
    await expect(world.post(saleOf({ ...purchase, amountMinor: 1 }))).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  it('lets only one of two parallel refunds of the whole payment through', async () => {
    const purchase = await aPurchase(1000)
    await world.post(saleOf(purchase), paymentOf(purchase, 'bank'))
    const refunds = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => world.post(refundOf(purchase, 'bank', index + 1))),
    )
    expect(refunds.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await balances(purchase.purchaseId)).toMatchObject({ bank: 0, refunds: 1000 })
  })

  it('control: looking first and posting then posts parallel repeats more than once', async () => {
    const other = await startLedgerWorld()
    try {
      await other.rows(
        'alter table ledger_transaction drop constraint ledger_transaction_client_id_reference_key',
      )
      const [purchase] = await other.purchases(1, 1000)
      const bothLooked = meetingOf(2)
      const naivePost = () =>
        other.server.core.db.withTenant(CLIENT, async (db) => {
          const sale = saleOf(purchase!)
          const known = await sql`select from ledger_transaction where reference = ${sale.reference}`.execute(
            db,
          )
          await bothLooked()
          if (known.rows.length > 0) return
          await sql`with posted as (
            insert into ledger_transaction (client_id, kind, at, reference, purchase_id, entries)
            values (${CLIENT}, 'sale', now(), ${sale.reference}, ${sale.purchaseId}, 2) returning id)
            insert into ledger_entry (client_id, transaction_id, account, amount_minor, currency)
            select ${CLIENT}, id, leg.account, leg.amount, 'INR' from posted,
              (values ('receivable', 1000), ('revenue', -1000)) as leg (account, amount)`.execute(db)
        })
      await Promise.all([naivePost(), naivePost()])
      const [row] = await other.rows<{ n: number }>('select count(*)::integer as n from ledger_transaction')
      expect(row?.n).toBe(2)
    } finally {
      await other.server.close()
    }
  })
})

it('shows no other client anything of the ledger', async () => {
  await world.post(saleOf(await aPurchase()))
  const seen = await world.server.core.db.withTenant(8, (db) => balancesOf(db, CLIENT))
  expect(seen).toEqual([])
  await expect(
    world.server.core.db.withTenant(8, async (db) => post(db, CLIENT, saleOf(await aPurchase()))),
  ).rejects.toThrow('row-level security')
  const client = new pg.Client(world.server.db.connection)
  await client.connect()
  try {
    expect((await client.query('select 1 from ledger_entry')).rows).toEqual([])
  } finally {
    await client.end()
  }
})
