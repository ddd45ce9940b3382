/** Two admins press "Take over and turn on" at the same moment (server/migrations/0500_webhook_owners.sql). */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Webhook } from '#contract/api-access/webhooks.ts'
import { createFeatures } from '#server/app.ts'
import { apiAccessFeature } from '#server/features/api-access/index.ts'
import { A, startAccessWorld, type AccessWorld } from '#tests/server/access/world.ts'
import { testOutgoing } from '#tests/support/live/outgoing.ts'

const URL = 'https://service.test/'
const EVENTS = ['person.enrolled']

let world: AccessWorld
let webhookId: string
beforeAll(async () => {
  world = await startAccessWorld((core) => ({
    ...createFeatures(core),
    apiAccess: apiAccessFeature(core, testOutgoing()),
  }))
})
afterAll(() => world.server.close())

const ask = (token: string | undefined, method: 'POST' | 'PUT', path: string, payload: object) =>
  world.server.app.inject({
    method,
    url: `/api/clients/${A}/admin/webhooks/${path}`,
    payload,
    headers: { authorization: `Bearer ${token}` },
  })

/** A webhook whose owner has left. */
beforeEach(async () => {
  webhookId = randomUUID()
  const made = await ask(world.tokens.adminA, 'POST', '', { id: webhookId, url: URL, events: EVENTS })
  if (made.statusCode !== 201) throw new Error(`no webhook: ${made.body}`)
  for (const role of ['student', 'admin'])
    await world.server.db.asSuperuser('update app_user set role = $1 where client_id = $2 and id = $3', [
      role,
      A,
      world.users.adminA,
    ])
})

const waitingForLocks = async (): Promise<number> => {
  const [row] = await world.server.db.asSuperuser<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name = 'lms' and wait_event_type = 'Lock'`,
  )
  return row?.count ?? 0
}

/** Runs `race` with both admins stopped right before they read the webhook, and lets both go on at once. */
const withBothWaiting = async <T>(race: () => Promise<T>): Promise<T> => {
  const holder = new pg.Client(world.server.db.superuser)
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('select 1 from app_user where client_id = $1 and id = any($2) for update', [
      A,
      [world.users.adminA, world.users.superadminA],
    ])
    const running = race()
    for (let tries = 0; tries < 500 && (await waitingForLocks()) < 2; tries += 1) await sleep(10)
    expect(await waitingForLocks()).toBe(2)
    await holder.query('commit')
    return await running
  } finally {
    await holder.end()
  }
}

it('goes to one of them, and tells the other who owns it now', async () => {
  const takeOver = (token: string | undefined) =>
    ask(token, 'PUT', `${webhookId}/`, { url: URL, events: EVENTS, is_active: true })
  const answers = await withBothWaiting(() =>
    Promise.all([takeOver(world.tokens.adminA), takeOver(world.tokens.superadminA)]),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const owners = answers.map((answer) => answer.json<Webhook>().owner?.id)
  const taken = await world.server.db.asSuperuser<{ actor_id: number }>(
    `select actor_id from audit_event where client_id = $1 and action = 'apiAccess.webhook_take_over' and object = $2`,
    [A, `webhook:${webhookId}`],
  )
  expect(taken).toHaveLength(1)
  expect(owners).toEqual([taken[0]?.actor_id, taken[0]?.actor_id])
  expect(answers.map((answer) => answer.json<Webhook>().is_active)).toEqual([true, true])
})

it('control: without the lock of the row both take it over, and each believes to own it', async () => {
  const takeOver = (userId: number) =>
    world.server.core.db.withTenant(A, async (db) => {
      await sql`select 1 from app_user where client_id = ${A} and id = ${userId} for share`.execute(db)
      const { rows } = await sql<{ owner_id: number | null }>`
        select owner_id from webhook where client_id = ${A} and id = ${webhookId}`.execute(db)
      await bothHaveRead()
      if (rows[0]?.owner_id !== null) return null
      await sql`update webhook set owner_id = ${userId}, is_active = true, paused_for = null
        where client_id = ${A} and id = ${webhookId}`.execute(db)
      return userId
    })
  let readers = 0
  const { promise: read, resolve } = Promise.withResolvers<undefined>()
  const bothHaveRead = () => {
    readers += 1
    if (readers === 2) resolve(undefined)
    return read
  }
  const { adminA, superadminA } = world.users
  const takers = await withBothWaiting(() => Promise.all([takeOver(adminA), takeOver(superadminA)]))
  expect(takers).toEqual([adminA, superadminA])
})
