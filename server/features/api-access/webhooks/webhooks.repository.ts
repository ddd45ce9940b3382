import '../api-access.tables.ts'
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'

export type WebhookRow = Selectable<Tables['webhook']> & { owner_name: string | null }
export interface WebhookCounts {
  webhook_id: string
  waiting: number
  failed: number
  last_delivered_at: Date | null
}

const withOwner = (db: TenantDb, clientId: number) =>
  db
    .selectFrom('webhook')
    .leftJoin('app_user', (join) =>
      join.onRef('app_user.client_id', '=', 'webhook.client_id').onRef('app_user.id', '=', 'owner_id'),
    )
    .selectAll('webhook')
    .select('app_user.full_name as owner_name')
    .where('webhook.client_id', '=', clientId)

export const webhookRows = (db: TenantDb, clientId: number): Promise<WebhookRow[]> =>
  withOwner(db, clientId).orderBy('made_at').orderBy('webhook.id').execute()

export const webhookRow = (db: TenantDb, clientId: number, id: string): Promise<WebhookRow | undefined> =>
  withOwner(db, clientId).where('webhook.id', '=', id).forNoKeyUpdate('webhook').executeTakeFirst()

export const deliveryCounts = async (
  db: TenantDb,
  clientId: number,
  ids: readonly string[],
): Promise<Map<string, WebhookCounts>> => {
  const { rows } = await sql<WebhookCounts>`
    select webhook_id, count(*) filter (where state in ('waiting', 'sending'))::integer as waiting,
      count(*) filter (where state = 'failed')::integer as failed,
      max(tried_at) filter (where state = 'delivered') as last_delivered_at
    from webhook_delivery where client_id = ${clientId} and webhook_id = any(${[...ids]}::uuid[])
    group by webhook_id`.execute(db)
  return new Map(rows.map((row) => [row.webhook_id, row]))
}

/** Two calls at the same moment count one after the other. */
export const lockWebhooks = async (db: TenantDb, clientId: number): Promise<number> => {
  await sql`select 1 from client where client_id = ${clientId} for no key update`.execute(db)
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from webhook where client_id = ${clientId}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Whether the person is an active admin, and stays one until the end of the transaction. */
export const lockAdmin = async (db: TenantDb, clientId: number, userId: number): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from app_user where client_id = ${clientId} and id = ${userId}
      and role in ('admin', 'superadmin') and disabled_at is null for share`.execute(db)
  return rows.length > 0
}

export interface LostOwner {
  id: string
  url: string
  owner_id: number | null
  former_id: number
}

/** Webhooks whose owner left and of which nobody was told; each is returned once. */
export const takeLostOwners = async (db: TenantDb, clientId: number): Promise<LostOwner[]> => {
  const { rows } = await sql<LostOwner>`
    with lost as materialized (
      select id, lost_owner_id from webhook
      where client_id = ${clientId} and lost_owner_id is not null for update skip locked)
    update webhook w set lost_owner_id = null from lost l where w.client_id = ${clientId} and w.id = l.id
    returning w.id, w.url, w.owner_id, l.lost_owner_id as former_id`.execute(db)
  return rows
}

/** Whether it is new. */
export const insertWebhook = async (db: TenantDb, row: Insertable<Tables['webhook']>): Promise<boolean> => {
  const made = await db
    .insertInto('webhook')
    .values(row)
    .onConflict((conflict) => conflict.columns(['client_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

export const updateWebhook = async (
  db: TenantDb,
  clientId: number,
  id: string,
  changes: Updateable<Tables['webhook']>,
): Promise<void> => {
  await db
    .updateTable('webhook')
    .set(changes)
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()
}

/** The one that was deleted now. */
export const deleteWebhook = (
  db: TenantDb,
  clientId: number,
  id: string,
): Promise<{ url: string } | undefined> =>
  db
    .deleteFrom('webhook')
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .returning('url')
    .executeTakeFirst()
