/** Assessments of installations that ran before assessments had owners (server/migrations/0193_assessment_staff.sql). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MIGRATIONS } from '#server/core/db/migrate.ts'
import type { TestDatabase } from '#tests/support/server/database.ts'
import { databaseBefore, type EarlierDatabase } from '#tests/support/server/migrations.ts'

const OWNERS = '0193_assessment_staff.sql'
const AT = '2026-10-01T08:00:00Z'

let earlier: EarlierDatabase
let db: TestDatabase
beforeAll(async () => {
  earlier = await databaseBefore(OWNERS)
  db = earlier.db
  await fill()
})
afterAll(() => earlier.drop())

interface Assessment {
  client: number
  title: string
  maker?: string
  /** Names of those who created it by the audit log, the first first. */
  audited?: readonly (string | number)[]
}
const people = new Map<string, number>()
const personOf = (client: number, name: string) => people.get(`${client}/${name}`)!

const addPerson = async (client: number, name: string) => {
  const [row] = await db.asSuperuser<{ id: number }>(
    `insert into app_user (client_id, email, email_key, username, username_key, full_name, role, time_zone,
       created_at, terms_accepted_at, email_verified_at)
     values ($1, $2, $2, $2, $2, $2, 'instructor', 'UTC', $3, $3, $3) returning id`,
    [client, `${name}@example.org`, AT],
  )
  people.set(`${client}/${name}`, row!.id)
}

const addAssessment = async ({ client, title, maker, audited = [] }: Assessment) => {
  const [row] = await db.asSuperuser<{ id: number }>(
    `insert into assessment (client_id, language, texts, duration_minutes, bands, roadmap, created_at, updated_at, made_by)
     values ($1, 'en', $2, 30, '[]', '{}', $3, $3, $4) returning id`,
    [client, { en: { title } }, AT, maker === undefined ? null : personOf(client, maker)],
  )
  for (const actor of audited) await addEvent(client, { actor, assessment: row!.id })
  return row!.id
}
const addEvent = (
  client: number,
  { actor, assessment, action = 'create' }: { actor: string | number; assessment: number; action?: string },
) =>
  db.asSuperuser(
    // The chain of the log is written by a trigger that row security binds.
    `with bound as materialized (select set_config('app.client_id', $1::text, false))
     insert into audit_event (client_id, at, action, result, actor_id, object)
     select $1::integer, $2, $3, 'ok', $4, $5 from bound`,
    [
      client,
      AT,
      `authoring.${action}`,
      typeof actor === 'number' ? actor : personOf(client, actor),
      `assessment:${assessment}`,
    ],
  )

const fill = async () => {
  for (const client of [3, 7]) {
    await db.asSuperuser(
      `insert into client (client_id, name, short_name, slug) values ($1::integer, 'Client', 'Client', 'client-' || $1)`,
      [client],
    )
    await addPerson(client, 'ada')
    await addPerson(client, 'ben')
  }
  await addAssessment({ client: 3, title: 'made by Ada, says the row', maker: 'ada', audited: ['ben'] })
  await addAssessment({ client: 3, title: 'made by Ben, says the log', audited: ['ben', 'ada'] })
  await addAssessment({ client: 3, title: 'by an account that is gone', audited: [999_999] })
  const edited = await addAssessment({ client: 3, title: 'only edited by Ada' })
  await addEvent(3, { actor: 'ada', assessment: edited, action: 'save' })
  await addAssessment({ client: 7, title: 'of the other client', audited: ['ada'] })
  const bare = await addAssessment({ client: 7, title: 'known in the other client’s log only' })
  await addEvent(3, { actor: 'ada', assessment: bare })
}

const owners = async () => {
  const rows = await db.asSuperuser<{ title: string; owner: string | null; client: number | null }>(
    `select a.texts -> 'en' ->> 'title' as title, split_part(u.email, '@', 1) as owner, u.client_id as client
     from assessment a left join app_user u on u.client_id = a.client_id and u.id = a.owner_id order by a.id`,
  )
  return rows.map(({ title, owner, client }) => [title, owner === null ? null : `${owner} of ${client}`])
}

describe('assessments of installations before this version', () => {
  it('control: have no owners before the migration', async () => {
    await expect(owners()).rejects.toThrow(/owner_id/)
  })

  it('go to who created them: by the row, else by the log of their own client', async () => {
    await earlier.apply(OWNERS)
    expect(await owners()).toEqual([
      ['made by Ada, says the row', 'ada of 3'],
      ['made by Ben, says the log', 'ben of 3'],
      ['by an account that is gone', null],
      ['only edited by Ada', null],
      ['of the other client', 'ada of 7'],
      ['known in the other client’s log only', null],
    ])
  })

  it('keep their owners through all later migrations', async () => {
    const before = await owners()
    await earlier.apply()
    expect(await owners()).toEqual(before)
  })

  it('control: a backfill that names no client leaves all without owners', async () => {
    const path = join(MIGRATIONS, OWNERS)
    const without = readFileSync(path, 'utf8').replace(
      /perform set_config\('app.client_id', tenant::text, true\);/,
      '',
    )
    await db.asSuperuser('update assessment set owner_id = null')
    await db.asSuperuser(without.slice(without.indexOf('do $$')))
    expect((await owners()).filter(([, owner]) => owner !== null)).toEqual([])
  })
})
