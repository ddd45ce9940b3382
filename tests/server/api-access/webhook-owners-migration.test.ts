/** Webhooks of installations that ran before webhooks had owners (server/migrations/0500_webhook_owners.sql). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseBefore, type EarlierDatabase } from '#tests/support/server/migrations.ts'

const OWNERS = '0500_webhook_owners.sql'
const AT = '2026-10-01T08:00:00Z'

let earlier: EarlierDatabase
beforeAll(async () => {
  earlier = await databaseBefore(OWNERS)
  for (const client of [3, 7]) await fill(client)
})
afterAll(() => earlier.drop())

const addPerson = async (
  client: number,
  { name, role, isOff }: Record<'name' | 'role', string> & { isOff?: boolean },
) => {
  const [row] = await earlier.db.asSuperuser<{ id: number }>(
    `insert into app_user (client_id, email, email_key, username, username_key, full_name, role, time_zone, created_at,
       disabled_at)
     values ($1, $2, $2, $2, $2, $2, $3, 'UTC', $4, $5) returning id`,
    [client, `${name}@example.org`, role, AT, isOff === true ? AT : null],
  )
  return row!.id
}
const addWebhook = (client: number, host: string, maker: number | null) =>
  earlier.db.asSuperuser(
    `insert into webhook (client_id, id, url, events, secret_enc, secret_made_at, made_by, made_at)
     values ($1, $2, $3, '{person.created}', '\\x00', $4, $5, $4)`,
    [client, randomUUID(), `https://${host}/`, AT, maker],
  )
const fill = async (client: number) => {
  await earlier.db.asSuperuser(
    `insert into client (client_id, name, short_name, slug) values ($1::integer, 'Client', 'Client', 'client-' || $1)`,
    [client],
  )
  await addWebhook(client, 'admin.test', await addPerson(client, { name: 'admin', role: 'admin' }))
  await addWebhook(client, 'lowered.test', await addPerson(client, { name: 'lowered', role: 'instructor' }))
  await addWebhook(client, 'off.test', await addPerson(client, { name: 'off', role: 'admin', isOff: true }))
  await addWebhook(client, 'deleted.test', null)
}

it('keeps those of active admins on and pauses all others, in every client', async () => {
  const asked = `select client_id || ' ' || url || ' ' || is_active as said from webhook order by client_id, url desc`
  const said = async () => (await earlier.db.asSuperuser<{ said: string }>(asked)).map((row) => row.said)
  expect((await said()).filter((text) => text.endsWith('false'))).toEqual([])
  await earlier.apply(OWNERS)
  const expected = (client: number) => [
    `${client} https://off.test/ false`,
    `${client} https://lowered.test/ false`,
    `${client} https://deleted.test/ false`,
    `${client} https://admin.test/ true`,
  ]
  expect(await said()).toEqual([...expected(3), ...expected(7)])
  const [untold] = await earlier.db.asSuperuser<{ n: number }>(
    `select count(*)::integer as n from webhook where lost_owner_id is not null and paused_for = 'owner'`,
  )
  expect(untold?.n).toBe(6)
})
