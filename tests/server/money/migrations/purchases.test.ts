/** Installations with purchases from before the ledger. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate, MIGRATIONS } from '#server/core/db/migrate.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'

const FIRST = '0300_ledger.sql'

let db: TestDatabase
let folder: string
beforeAll(async () => {
  db = await createTestDatabase('template1')
  folder = mkdtempSync(join(tmpdir(), 'lms-migrations-'))
  const copyMigrations = (isWanted: (name: string) => boolean) => {
    for (const name of readdirSync(MIGRATIONS).filter(isWanted))
      cpSync(join(MIGRATIONS, name), join(folder, name))
  }
  copyMigrations((name) => name < FIRST)
  await migrate({ connection: db.superuser, appMayLogIn: true, folder })
  await fill()
  copyMigrations(() => true)
  await migrate({ connection: db.superuser, appMayLogIn: true, folder })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await db.drop()
})

/** Two clients, so that no purchase is posted for another one. */
const fill = async () => {
  for (const [client, currency] of [
    [7, 'INR'],
    [8, 'AED'],
  ] as const) {
    await db.asSuperuser(
      'insert into client (client_id, name, short_name, slug, currency) values ($1, $2, $2, $2, $3)',
      [client, `client-${client}`, currency],
    )
    const [person] = await db.asSuperuser<{ id: number }>(
      `insert into app_user (client_id, email, email_key, username, username_key, full_name, time_zone)
       values ($1, $2, $2, $2, $2, 'Somebody', 'UTC') returning id`,
      [client, `a${client}@example.test`],
    )
    const [course] = await db.asSuperuser<{ id: number }>(
      `insert into course (client_id, title) values ($1, 'A course') returning id`,
      [client],
    )
    const add = (reference: string, amount: number, refund: string | null) =>
      db.asSuperuser(
        `insert into course_purchase (client_id, course_id, user_id, purchased_at, source, amount_minor, currency,
           reference, refund_state, refund_asked_at, refund_settled_at)
         values ($1, $2, $3, '2026-10-01T08:00:00Z', 'manual', $4, $5, $6, $7,
           case when $7::text is not null then '2026-10-02T08:00:00Z'::timestamptz end,
           case when $7::text in ('refunded', 'declined') then '2026-10-03T08:00:00Z'::timestamptz end)`,
        [client, course?.id, person?.id, amount, currency, reference, refund],
      )
    await add('refunded', 1000 * client, 'refunded')
    await add('free', 0, 'refunded')
    await add('living', 2000 * client, 'asked')
  }
}

it('posts every stored purchase with its payment and refund, and no free access', async () => {
  const rows = await db.asSuperuser<{ line: string }>(
    `select concat_ws(' ', t.client_id, p.reference, t.kind, to_char(t.at at time zone 'UTC', 'DD'), e.account,
       e.amount_minor, e.currency) as line
     from ledger_transaction t
     join ledger_entry e on e.client_id = t.client_id and e.transaction_id = t.id
     join course_purchase p on p.client_id = t.client_id and p.id = t.purchase_id
     order by e.client_id, e.id`,
  )
  const linesOf = (client: number, currency: string) => [
    `${client} refunded sale 01 receivable ${1000 * client} ${currency}`,
    `${client} refunded sale 01 revenue -${1000 * client} ${currency}`,
    `${client} refunded payment 01 bank ${1000 * client} ${currency}`,
    `${client} refunded payment 01 receivable -${1000 * client} ${currency}`,
    `${client} living sale 01 receivable ${2000 * client} ${currency}`,
    `${client} living sale 01 revenue -${2000 * client} ${currency}`,
    `${client} living payment 01 bank ${2000 * client} ${currency}`,
    `${client} living payment 01 receivable -${2000 * client} ${currency}`,
    `${client} refunded refund 03 refunds ${1000 * client} ${currency}`,
    `${client} refunded refund 03 bank -${1000 * client} ${currency}`,
  ]
  expect(rows.map(({ line }) => line)).toEqual([...linesOf(7, 'INR'), ...linesOf(8, 'AED')])
})
