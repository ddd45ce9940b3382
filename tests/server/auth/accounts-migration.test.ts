/** Installations that ran before accounts of the demo were marked and codes belonged to browsers. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate, MIGRATIONS } from '#server/core/db/migrate.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'

const FIRST = '0190_demo_accounts.sql'
const SEEDED_AT = '2026-11-01T08:00:00Z'

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

/** Client 7 was seeded as a demo, client 3 was not. */
const fill = async () => {
  await db.asSuperuser(
    `insert into client (client_id, name, short_name, slug, demo_seeded_at) values
       (7, 'Demo', 'Demo', 'demo', $1), (3, 'Real', 'Real', 'real', null)`,
    [SEEDED_AT],
  )
  const add = (client: number, email: string, joined: string, proven: string | null) =>
    db.asSuperuser(
      `insert into app_user (client_id, email, email_key, username, username_key, full_name, time_zone,
         created_at, terms_accepted_at, email_verified_at)
       values ($1, $2, $2, $2, $2, 'Somebody', 'UTC', $3, $3, $4)`,
      [client, email, joined, proven],
    )
  const before = '2026-10-01T08:00:00Z'
  await add(7, 'superadmin@demo.test', before, before)
  await add(7, 'aarohi.d@kitewing.test', before, before)
  await add(7, 'renamed@example.org', before, before)
  await add(7, 'signed-up@example.org', '2026-11-02T08:00:00Z', '2026-11-02T08:03:00Z')
  await add(7, 'google@example.org', '2026-11-02T08:00:00Z', '2026-11-02T08:00:00Z')
  await add(3, 'student@demo.test', before, before)
  await db.asSuperuser(
    `insert into one_time_code (client_id, user_id, purpose, code_hmac, created_at, expires_at)
     select client_id, id, 'verify_email', '\\x00', now(), now() + interval '10 minutes' from app_user`,
  )
}

describe('accounts of installations before this version', () => {
  it('marks the accounts that the demo seeded, also under another address, and no others', async () => {
    const rows = await db.asSuperuser<{ email: string }>(
      'select email from app_user where is_demo order by 1',
    )
    expect(rows.map(({ email }) => email)).toEqual([
      'aarohi.d@kitewing.test',
      'renamed@example.org',
      'superadmin@demo.test',
    ])
  })

  it('ends codes that no browser asked for', async () => {
    expect(await db.asSuperuser('select 1 from one_time_code')).toEqual([])
  })
})
