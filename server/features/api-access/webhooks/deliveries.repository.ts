/** Deliveries: taken before they are sent, settled after it. */
import '../api-access.tables.ts'
import { sql, type Selectable } from 'kysely'
import type { WebhookEventType } from '#contract/api-access/events.ts'
import type { WebhookDelivery } from '#contract/api-access/webhooks.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'
import type { StoredSecrets } from './secrets.ts'

/** Longer than any request, so that an older mark means that its server stopped. */
const LEASE_MS = 60_000

export interface TakenDelivery extends StoredSecrets {
  id: string
  webhook_id: string
  url: string
  tries: number
  event_id: string
  type: WebhookEventType
  at: Date
  data: object
}

/** Webhooks with something to send, the longest waiting first. A test goes out even while its webhook is paused. */
export const dueWebhooks = async (db: TenantDb, clientId: number, now: Date): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select d.webhook_id as id from webhook_delivery d
    join webhook w on w.client_id = d.client_id and w.id = d.webhook_id
    join webhook_event e on e.client_id = d.client_id and e.id = d.event_id
    where d.client_id = ${clientId} and d.state in ('waiting', 'sending') and d.due_at <= ${now}
      and (w.is_active or e.type = 'webhook.test')
    group by d.webhook_id order by min(d.due_at), d.webhook_id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The next delivery of a webhook, marked as under way: nobody else takes the same try. */
export const takeDelivery = async (
  db: TenantDb,
  clientId: number,
  { webhookId, now }: { webhookId: string; now: Date },
): Promise<TakenDelivery | undefined> => {
  const { rows } = await sql<TakenDelivery>`
    with next as materialized (
      select d.id, w.url, w.secret_enc, w.former_enc, w.former_until, e.type, e.at, e.data
      from webhook_delivery d
      join webhook w on w.client_id = d.client_id and w.id = d.webhook_id
      join webhook_event e on e.client_id = d.client_id and e.id = d.event_id
      where d.client_id = ${clientId} and d.webhook_id = ${webhookId} and d.state in ('waiting', 'sending')
        and d.due_at <= ${now} and (w.is_active or e.type = 'webhook.test')
      order by d.due_at, e.at, d.id limit 1 for update of d skip locked)
    update webhook_delivery d set state = 'sending', tries = d.tries + 1, tried_at = ${now},
      due_at = ${new Date(now.getTime() + LEASE_MS)}
    from next n where d.client_id = ${clientId} and d.id = n.id
    returning d.id, d.webhook_id, d.tries, d.event_id, n.*`.execute(db)
  return rows[0]
}

export interface Outcome {
  status: number | null
  failure: WebhookDelivery['failure']
  answer: string | null
  tookMs: number
}

/** Whether this try was still the newest one: a server that came back too late settles nothing. */
export const settleDelivery = async (
  db: TenantDb,
  clientId: number,
  taken: Pick<TakenDelivery, 'id' | 'tries'>,
  { status, failure, answer, tookMs, dueAt }: Outcome & { dueAt: Date | null },
): Promise<boolean> => {
  const settled = await db
    .updateTable('webhook_delivery')
    .set({
      state: failure === null ? 'delivered' : dueAt ? 'waiting' : 'failed',
      status,
      failure,
      answer,
      took_ms: tookMs,
      ...(dueAt && { due_at: dueAt }),
    })
    .where('client_id', '=', clientId)
    .where('id', '=', taken.id)
    .where('state', '=', 'sending')
    .where('tries', '=', taken.tries)
    .returning('id')
    .executeTakeFirst()
  return settled !== undefined
}

export type DeliveryRow = Selectable<Tables['webhook_delivery']> & { type: string; at: Date }
type State = WebhookDelivery['state']

const matching = (clientId: number, webhookId: string, state: State | undefined) => {
  const conditions = [sql`d.client_id = ${clientId}`, sql`d.webhook_id = ${webhookId}::uuid`]
  if (state === 'waiting') conditions.push(sql`d.state in ('waiting', 'sending')`)
  else if (state !== undefined) conditions.push(sql`d.state = ${state}`)
  return sql.join(conditions, sql` and `)
}

export const deliveryPage = async (
  db: TenantDb,
  clientId: number,
  asked: { webhookId: string; state: State | undefined; limit: number; offset: number },
): Promise<{ count: number; rows: DeliveryRow[] }> => {
  const where = matching(clientId, asked.webhookId, asked.state)
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::integer as n from webhook_delivery d where ${where}`.execute(db)
  const { rows } = await sql<DeliveryRow>`
    select d.*, e.type, e.at from webhook_delivery d
    join webhook_event e on e.client_id = d.client_id and e.id = d.event_id
    where ${where} order by e.at desc, d.id limit ${asked.limit} offset ${asked.offset}`.execute(db)
  return { count: counted[0]?.n ?? 0, rows }
}

export const deliveryRow = async (
  db: TenantDb,
  clientId: number,
  { webhookId, id }: { webhookId: string; id: string },
): Promise<DeliveryRow | undefined> => {
  const { rows } = await sql<DeliveryRow>`
    select d.*, e.type, e.at from webhook_delivery d
    join webhook_event e on e.client_id = d.client_id and e.id = d.event_id
    where d.client_id = ${clientId} and d.webhook_id = ${webhookId} and d.id = ${id}`.execute(db)
  return rows[0]
}

/** Due now, with all its tries before it. What is under way stays as it is. */
export const replay = async (
  db: TenantDb,
  clientId: number,
  { webhookId, id, now }: { webhookId: string; id: string; now: Date },
): Promise<void> => {
  await sql`update webhook_delivery set state = 'waiting', due_at = ${now},
      tries = case when state = 'waiting' then tries else 0 end
    where client_id = ${clientId} and webhook_id = ${webhookId} and id = ${id} and state <> 'sending'`.execute(
    db,
  )
}

/** A repeat with the same id finds the event. */
export const addTest = async (
  db: TenantDb,
  clientId: number,
  { webhookId, id, now }: { webhookId: string; id: string; now: Date },
): Promise<void> => {
  await sql`
    with made as (
      insert into webhook_event (client_id, id, type, at, data)
      values (${clientId}, ${id}, 'webhook.test', ${now}, '{}') on conflict do nothing returning id)
    insert into webhook_delivery (client_id, webhook_id, event_id, due_at)
    select ${clientId}::integer, ${webhookId}::uuid, id, ${now}::timestamptz from made`.execute(db)
}

export const deleteOldEvents = async (db: TenantDb, clientId: number, before: Date): Promise<void> => {
  await sql`delete from webhook_event where client_id = ${clientId} and at < ${before}`.execute(db)
}
