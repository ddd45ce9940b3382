/** The search of payments: by an index or row by row, it finds what the simple query finds. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paymentOf, refundOf, saleOf, type Purchase } from '#server/features/money/postings.ts'
import * as payments from '#server/features/money/payments.repository.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { randomOf } from '#tests/support/random.ts'
import { startLedgerWorld, type LedgerWorld } from './ledger-world.ts'

const CLIENT = 7
const ZONE = 'UTC'
const SYLLABLES = ['an', 'ra', 'vi', 'sha', 'o%', 'ni']
const DAY_MS = 86_400_000

const random = randomOf(20_261_128)
const word = () =>
  Array.from({ length: 1 + random(2) }, () => SYLLABLES[random(SYLLABLES.length - 1)]).join('')

let world: LedgerWorld
const addPayments = async (personId: number, name: string) => {
  const found = await world.purchases(random(4), 1000)
  for (const [index, purchase] of found.entries()) {
    const at = new Date(Date.UTC(2026, 0, 1) + random(80) * DAY_MS)
    const own: Purchase = { ...purchase, personId, at }
    if (index === 0)
      await world.rows('update course_purchase set reference = $2 where id = $1', [
        purchase.purchaseId,
        `${word()}-${name}-${purchase.purchaseId}`,
      ])
    await world.post(saleOf(own), paymentOf(own, random(1) === 0 ? 'bank' : 'cash'))
    if (random(2) === 0)
      await world.post(refundOf({ ...own, amountMinor: 400, at: new Date(at.getTime() + DAY_MS) }, 'bank', 1))
  }
}

beforeAll(async () => {
  world = await startLedgerWorld()
  for (let person = 0; person < 24; person += 1) {
    const name = `${word()} ${word()}`
    await addPayments(await addPerson(world.server.db, { clientId: CLIENT, name }), word())
  }
})
afterAll(() => world.server.close())

const found = (filters: payments.PaymentFilters, payersMax: number, page = { limit: 1000, offset: 0 }) =>
  world.server.core.db.withTenant(CLIENT, async (db) => {
    const narrowed = await payments.withPeople(db, CLIENT, filters, payersMax)
    const rows = await payments.paymentRows(db, CLIENT, ZONE, narrowed, page)
    const totals = await payments.paymentTotals(db, CLIENT, ZONE, narrowed)
    const count = await payments.countPayments(db, CLIENT, ZONE, narrowed, 5)
    return { isBroad: narrowed.isBroad === true, ids: rows.map(({ id }) => id), totals, count }
  })

/** In the words of the rule: the person or the reference has the text in it. */
const simply = async (search: string, kind?: string) =>
  (
    await world.rows<{ id: number }>(
      `select t.id from ledger_movement m
       join ledger_transaction t on t.client_id = m.client_id and t.id = m.transaction_id
       join ledger_entry e on e.client_id = m.client_id and e.id = m.entry_id
       join app_user u on u.client_id = e.client_id and u.id = e.person_id
       join course_purchase p on p.client_id = t.client_id and p.id = t.purchase_id
       where ($2::text is null or m.kind = $2)
         and (strpos(u.search_text, lower($1)) > 0 or strpos(lower(p.reference), lower($1)) > 0)
       order by m.at desc, m.transaction_id desc`,
      [search, kind ?? null],
    )
  ).map(({ id }) => id)

describe('a search of payments', () => {
  it('finds the same by an index and row by row, as the simple query does', async () => {
    let matches = 0
    for (let round = 0; round < 40; round += 1) {
      const search = round % 4 === 0 ? (SYLLABLES[random(SYLLABLES.length - 1)] ?? '') : word()
      const kind = ([undefined, 'payment', 'refund'] as const)[random(2)]
      const expected = await simply(search, kind)
      const [byIndex, byRow] = [await found({ search, kind }, 1000), await found({ search, kind }, 0)]
      expect([search, byIndex.isBroad, byIndex.ids]).toEqual([search, false, expected])
      expect([search, byRow.ids]).toEqual([search, expected])
      expect(byRow.totals).toEqual(byIndex.totals)
      expect(byRow.count).toBe(Math.min(5, expected.length))
      matches += byRow.isBroad ? expected.length : 0
    }
    // Control: the rows were looked at one by one, and some matched.
    expect(matches).toBeGreaterThan(100)
  })

  it('pages through a broad search in the same order', async () => {
    const all = await found({ search: 'an' }, 0)
    const pages: number[] = []
    for (let offset = 0; offset < all.ids.length; offset += 3)
      pages.push(...(await found({ search: 'an' }, 0, { limit: 3, offset })).ids)
    expect(all.isBroad).toBe(true)
    expect(pages).toEqual(all.ids)
  })

  it('takes people without payments for no payers', async () => {
    await addPerson(world.server.db, { clientId: CLIENT, name: 'Zzyzx' })
    expect(await found({ search: 'zzyzx' }, 0)).toMatchObject({ isBroad: false, ids: [], totals: [] })
  })
})
