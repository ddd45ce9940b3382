/** Numbers of receipts, invoices and credit notes: every one once, none left out. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { putSeller } from '#server/features/money/documents/documents.service.ts'
import { paymentOf, refundOf, reversalOf, saleOf, type Purchase } from '#server/features/money/postings.ts'
import { meetingOf } from '#tests/support/meeting.ts'
import { startLedgerWorld, type LedgerWorld } from '../ledger-world.ts'

const CLIENT = 7
const AMOUNT = 500_000
const SELLER = {
  legal_name: 'Kite School Private Limited',
  address: '12 Residency Road\nBengaluru',
  state: '29',
  gstin: '29AABCL1234M1ZF',
  sac: '999293',
  tax_percent: 18,
  prefix: 'KSP',
} as const

let world: LedgerWorld
beforeAll(async () => {
  world = await startLedgerWorld()
  await world.rows(`update client set time_zone = 'Asia/Kolkata' where client_id = $1`, [CLIENT])
})
afterAll(() => world.server.close())

interface Numbered extends Record<string, unknown> {
  kind: string
  year: number
  sequence: number
  number: string
}
const numbers = (kind: string, year: number) =>
  world.rows<Numbered>(
    'select kind, year, sequence, number from payment_document where client_id = $1 and kind = $2 and year = $3 order by sequence',
    [CLIENT, kind, year],
  )
const setSeller = (seller: Parameters<typeof putSeller>[2]) =>
  world.server.core.db.withTenant(CLIENT, (db) => putSeller(db, CLIENT, seller, world.server.clock.now()))
const pay = async (purchase: Purchase) => {
  await world.post(saleOf(purchase), paymentOf(purchase, 'bank'))
}
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

beforeEach(() => setSeller(SELLER))

describe('numbers', () => {
  it('have no gap and no double when 50 payments arrive at once and some are rolled back', async () => {
    const before = (await numbers('invoice', 2025)).length
    const purchases = await world.purchases(50, AMOUNT)
    const done = await Promise.allSettled(
      purchases.map((purchase, index) =>
        world.server.core.db.withTenant(CLIENT, async (db) => {
          const { post } = await import('#server/features/money/ledger.repository.ts')
          await post(db, CLIENT, saleOf(purchase))
          await post(db, CLIENT, paymentOf(purchase, 'bank'))
          if (index % 5 === 0) throw new Error('something else failed')
        }),
      ),
    )
    const paid = done.filter(({ status }) => status === 'fulfilled').length
    expect(paid).toBe(40)
    for (const kind of ['receipt', 'invoice']) {
      const found = await numbers(kind, 2025)
      expect(found.map(({ sequence }) => sequence)).toEqual(upTo(before + paid))
      expect(new Set(found.map(({ number }) => number)).size).toBe(before + paid)
    }
  })

  it('control: the highest number plus one is given twice', async () => {
    await world.rows('create table if not exists naive_number (n integer)')
    const bothLooked = meetingOf(2)
    const take = () =>
      world.server.core.db.withTenant(CLIENT, async (db) => {
        const { rows } = await sql<{
          n: number
        }>`select coalesce(max(n), 0) + 1 as n from naive_number`.execute(db)
        await bothLooked()
        await sql`insert into naive_number values (${rows[0]?.n})`.execute(db)
        return rows[0]?.n
      })
    await world.rows('grant select, insert on naive_number to lms_app')
    expect(await Promise.all([take(), take()])).toEqual([1, 1])
  })

  it('control: a sequence of the database leaves gaps after a rollback', async () => {
    await world.rows('create sequence if not exists naive_sequence')
    await world.rows('grant usage on naive_sequence to lms_app')
    const taken: number[] = []
    for (const index of upTo(3))
      await world.server.core.db
        .withTenant(CLIENT, async (db) => {
          const { rows } = await sql<{ n: number }>`select nextval('naive_sequence')::integer as n`.execute(
            db,
          )
          if (index === 2) throw new Error('rolled back')
          taken.push(rows[0]?.n ?? 0)
        })
        .catch(() => undefined)
    expect(taken).not.toEqual([1, 2])
  })

  it('begin anew at midnight of 1 April in the client’s time zone', async () => {
    const [last, first] = await world.purchases(2, AMOUNT)
    if (!last || !first) throw new Error('no purchases')
    // India is 5 h 30 min ahead of UTC.
    await pay({ ...last, at: new Date('2028-03-31T18:29:59.999Z') })
    await pay({ ...first, at: new Date('2028-03-31T18:30:00.000Z') })
    expect((await numbers('invoice', 2027)).map(({ number }) => number)).toEqual(['KSP/I2728/1'])
    expect((await numbers('invoice', 2028)).map(({ number }) => number)).toEqual(['KSP/I2829/1'])
  })

  it('have at most 16 characters, as the GST rules ask', async () => {
    for (const { number } of await numbers('invoice', 2025)) expect(number.length).toBeLessThanOrEqual(16)
  })
})

describe('what a document says', () => {
  it('cannot be changed or deleted, by nobody', async () => {
    for (const change of [
      'update payment_document set amount_minor = 1',
      'delete from payment_document',
      'truncate payment_document',
    ])
      await expect(world.rows(change)).rejects.toThrow(/append-only/)
  })

  it('stays when the seller changes', async () => {
    const [purchase] = await world.purchases(1, AMOUNT)
    if (!purchase) throw new Error('no purchase')
    await pay(purchase)
    await setSeller({ ...SELLER, legal_name: 'Another Name', tax_percent: 5 })
    const [found] = await world.rows<{ content: { seller: { name: string }; tax: { percent: number } } }>(
      `select content from payment_document where client_id = $1 and kind = 'invoice' order by id desc limit 1`,
      [CLIENT],
    )
    expect(found?.content).toMatchObject({ seller: { name: SELLER.legal_name }, tax: { percent: 18 } })
  })

  it('is a receipt only for a seller without a GSTIN, and for another currency', async () => {
    const invoices = async () => (await numbers('invoice', 2025)).length
    const receipts = async () => (await numbers('receipt', 2025)).length
    const [plain, dirham, rupee] = await world.purchases(3, AMOUNT)
    if (!plain || !dirham || !rupee) throw new Error('no purchases')
    const [i, r] = [await invoices(), await receipts()]
    await pay({ ...dirham, currency: 'AED' })
    await setSeller({ ...SELLER, gstin: null, sac: null, tax_percent: 0 })
    await pay(plain)
    expect([await invoices(), await receipts()]).toEqual([i, r + 2])
    // Control: with the GSTIN and in rupees there is one.
    await setSeller(SELLER)
    await pay(rupee)
    expect([await invoices(), await receipts()]).toEqual([i + 1, r + 3])
  })
})

describe('a refund', () => {
  interface Note extends Record<string, unknown> {
    kind: string
    number: string
    refers: string | null
    amount_minor: number
    tax: { taxable_minor: number; cgst_minor: number; sgst_minor: number; igst_minor: number }
  }
  const taxDocuments = (purchase: Purchase) =>
    world.rows<Note>(
      `select d.kind, d.number, r.number as refers, d.amount_minor, d.content -> 'tax' as tax
       from payment_document d
       join ledger_transaction t on t.client_id = d.client_id and t.id = d.transaction_id
       left join payment_document r on r.client_id = d.client_id and r.id = d.refers_to
       where d.client_id = $1 and d.kind <> 'receipt' and t.purchase_id = $2 order by d.id`,
      [CLIENT, purchase.purchaseId],
    )

  it('gets credit notes in their own series that add up to the invoice, in any parts', async () => {
    const [purchase] = await world.purchases(1, 333_331)
    if (!purchase) throw new Error('no purchase')
    await pay(purchase)
    const parts = [100_001, 1_333, 231_997]
    for (const [index, amountMinor] of parts.entries())
      await world.post(refundOf({ ...purchase, amountMinor }, 'bank', index + 1))
    const [invoice, ...notes] = await taxDocuments(purchase)
    if (!invoice) throw new Error('no invoice')
    expect(notes.map(({ kind, refers }) => [kind, refers])).toEqual(
      parts.map(() => ['credit_note', invoice.number]),
    )
    expect(notes.every(({ number }) => /^KSP\/C2526\/\d+$/.test(number))).toBe(true)
    for (const field of ['taxable_minor', 'cgst_minor', 'sgst_minor', 'igst_minor'] as const)
      expect(
        notes.reduce((sum, { tax }) => sum + tax[field], 0),
        field,
      ).toBe(invoice.tax[field])
    for (const { tax, amount_minor: amount } of [invoice, ...notes])
      expect(tax.taxable_minor + tax.cgst_minor + tax.sgst_minor + tax.igst_minor).toBe(amount)
  })

  it('that came back gets an invoice again, which the next refund lowers', async () => {
    const [purchase] = await world.purchases(1, AMOUNT)
    if (!purchase) throw new Error('no purchase')
    await pay(purchase)
    const [id] = await world.post(refundOf(purchase, 'bank', 1))
    const { reference, entries } = refundOf(purchase, 'bank', 1)
    const posted = { id: id ?? 0, reference, purchaseId: purchase.purchaseId, entries }
    await world.post(reversalOf(posted, { at: purchase.at, madeBy: null }))
    await world.post(refundOf(purchase, 'bank', 2))
    const found = await taxDocuments(purchase)
    expect(found.map(({ kind, refers }) => [kind, refers])).toEqual([
      ['invoice', null],
      ['credit_note', found[0]?.number],
      ['invoice', found[1]?.number],
      ['credit_note', found[2]?.number],
    ])
  })
})
