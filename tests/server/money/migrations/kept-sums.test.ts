/** Payments from before the ledger kept its movements, their sums and the months of revenue (0360, 0397, 0400, 0421, 0483, 0484). */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseBefore, type EarlierDatabase } from '#tests/support/server/migrations.ts'

const CLIENTS = [7, 8]
const AMOUNT = 1000

let earlier: EarlierDatabase
beforeAll(async () => {
  earlier = await databaseBefore('0360_payment_documents.sql')
  for (const client of CLIENTS) await fill(client)
})
afterAll(() => earlier.drop())

/** An order of two parts, of which the first is paid. */
const book = async (client: number) => {
  const { asSuperuser } = earlier.db
  const [user] = await asSuperuser<{ id: number }>(
    `insert into app_user (client_id, email, email_key, username, username_key, full_name, role, time_zone,
       created_at, terms_accepted_at, email_verified_at)
     values ($1, 'a@b.test', 'a@b.test', 'ada', 'ada', 'Ada', 'student', 'UTC', now(), now(), now()) returning id`,
    [client],
  )
  await asSuperuser(
    `insert into programme (client_id, slug, title, summary, total_minor, currency, minimum_minor)
     values ($1, 'flagship', '{"en": "Flagship"}', '{}', 3000, 'INR', 100)`,
    [client],
  )
  const [order] = await asSuperuser<{ id: number }>(
    `insert into programme_order (client_id, user_id, programme, plan, total_minor, scholarship_percent, owed_minor,
       currency, grace_days, state, created_at, booked_at)
     values ($1, $2, 'flagship', 'once', 3000, 0, 3000, 'INR', 7, 'booked', now(), now()) returning id`,
    [client, user!.id],
  )
  await asSuperuser(
    `insert into programme_part (client_id, order_id, position, due_on, amount_minor)
     values ($1, $2, 0, '2026-01-01', ${AMOUNT}), ($1, $2, 1, '2026-01-08', ${3000 - AMOUNT})`,
    [client, order!.id],
  )
  return order!.id
}

/** A sale and its payment by bank in January of India, and a refund of a tenth in February. */
const fill = async (client: number) => {
  const { asSuperuser } = earlier.db
  await asSuperuser(
    `insert into client (client_id, name, short_name, slug, time_zone, currency)
     values ($1::integer, 'Client', 'Client', 'client-' || $1, 'Asia/Kolkata', 'INR')`,
    [client],
  )
  const order = await book(client)
  const post = (kind: string, at: string, debit: string, credit: string, amount: number) =>
    asSuperuser(
      `with posted as (
        insert into ledger_transaction (client_id, kind, at, reference, entries, order_id)
        values ($1::integer, $2::text, $3::timestamptz, $2::text, 2, $7::integer) returning client_id, id)
       insert into ledger_entry (client_id, transaction_id, account, amount_minor, currency)
       select posted.client_id, posted.id, leg.account, leg.amount, 'INR' from posted,
         (values ($4, $6::bigint), ($5, -$6::bigint)) as leg (account, amount)`,
      [client, kind, at, debit, credit, amount, kind === 'refund' ? null : order],
    )
  await post('sale', '2025-12-31T20:00:00Z', 'receivable', 'revenue', AMOUNT)
  await post('payment', '2025-12-31T20:00:00Z', 'bank', 'receivable', AMOUNT)
  await post('refund', '2026-02-01T00:00:00Z', 'refunds', 'bank', AMOUNT / 10)
}

it('have movements, sums and months of revenue in every client after the update', async () => {
  const { db, apply } = earlier
  await apply()
  const movements = await db.asSuperuser(
    `select client_id, kind, place, amount_minor::integer as amount from ledger_movement order by 1, 2 desc, 4 desc`,
  )
  expect(movements).toEqual(
    CLIENTS.flatMap((client_id) => [
      { client_id, kind: 'refund', place: 'bank', amount: -AMOUNT / 10 },
      { client_id, kind: 'payment', place: 'bank', amount: AMOUNT },
    ]),
  )
  expect(
    await db.asSuperuser(
      `select client_id, kind, movements, amount_minor::integer as amount from ledger_movement_total order by 1, 2 desc`,
    ),
  ).toEqual(movements.map(({ client_id, kind, amount }) => ({ client_id, kind, movements: 1, amount })))
  expect(
    await db.asSuperuser(
      `select client_id, month::text, programme, sold_minor::integer as sold, refunded_minor::integer as refunded
       from ledger_revenue_month order by 1, 2`,
    ),
  ).toEqual(
    CLIENTS.flatMap((client_id) => [
      { client_id, month: '2026-01-01', programme: 'flagship', sold: AMOUNT, refunded: 0 },
      { client_id, month: '2026-02-01', programme: '', sold: 0, refunded: AMOUNT / 10 },
    ]),
  )
  expect(
    await db.asSuperuser(
      `select d.client_id, d.position, d.open_minor::integer as open, y.parts from programme_due d
       join programme_due_day y using (client_id, currency, due_on) order by 1, 2`,
    ),
  ).toEqual(CLIENTS.map((client_id) => ({ client_id, position: 1, open: 3000 - AMOUNT, parts: 1 })))
  expect(
    await db.asSuperuser(`select client_id, number from payment_document order by client_id, sequence`),
  ).toEqual(CLIENTS.flatMap((client_id) => ['R2526/1', 'R2526/2'].map((number) => ({ client_id, number }))))
  expect(
    await db.asSuperuser('select distinct minimum_minor::integer as least from programme_order'),
  ).toEqual([{ least: 100 }])
})
