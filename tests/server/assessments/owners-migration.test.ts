/** Installations that had assessments before these had owners (migration 0193). */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate, MIGRATIONS } from '#server/core/db/migrate.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'

const FIRST = readdirSync(MIGRATIONS).find((name) => name.startsWith('0193'))!

let db: TestDatabase
let folder: string
/** Ids by name. */
const people: Record<string, number> = {}

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
  copyMigrations((name) => name <= FIRST)
  await migrate({ connection: db.superuser, appMayLogIn: true, folder })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await db.drop()
})

const person = async (client: number, name: string) => {
  const [row] = await db.asSuperuser<{ id: number }>(
    `insert into app_user (client_id, email, email_key, username, username_key, full_name, time_zone, role)
     values ($1, $2, $2, $2, $2, $2, 'UTC', 'instructor') returning id`,
    [client, name],
  )
  people[name] = row!.id
}
const assessment = (client: number, id: number, maker: string | null) =>
  db.asSuperuser(
    `insert into assessment (client_id, id, language, texts, duration_minutes, bands, roadmap, made_by, created_at, updated_at)
     overriding system value values ($1, $2, 'en', '{"en":{"title":"Exam"}}', 30, '[]', '{}', $3, now(), now())`,
    [client, id, maker === null ? null : people[maker]],
  )
const created = (client: number, id: number, by: string) =>
  db.asSuperuser(
    `insert into audit_event (client_id, action, result, actor_id, object, at)
     values ($1, 'authoring.create', 'ok', $2, $3, now())`,
    [client, people[by], `assessment:${id}`],
  )

const fill = async () => {
  for (const client of [7, 8])
    await db.asSuperuser("insert into client (client_id, name, short_name, slug) values ($1, 'C', 'C', $2)", [
      client,
      `client-${client}`,
    ])
  await person(7, 'maker')
  await person(7, 'first')
  await person(7, 'second')
  await person(8, 'foreign')
  await assessment(7, 1, 'maker')
  await assessment(7, 2, null)
  await assessment(7, 3, null)
  await assessment(8, 2, null)
  await created(7, 1, 'second')
  await created(7, 2, 'first')
  await created(7, 2, 'second')
  await created(8, 2, 'foreign')
}

it('gives each assessment to its creator: the row knows, else the audit log of its client', async () => {
  const rows = await db.asSuperuser<{ client_id: number; id: number; owner_id: number | null }>(
    'select client_id, id, owner_id from assessment order by client_id, id',
  )
  expect(rows).toEqual([
    { client_id: 7, id: 1, owner_id: people['maker'] },
    { client_id: 7, id: 2, owner_id: people['first'] },
    { client_id: 7, id: 3, owner_id: null },
    { client_id: 8, id: 2, owner_id: people['foreign'] },
  ])
})
