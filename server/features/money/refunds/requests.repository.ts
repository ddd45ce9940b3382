/** Requests of learners to get the money of a programme back. */
import { sql, type Selectable } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { DeclinedRequest } from '#contract/courses/refund-requests.ts'
import type { ProgrammeSlug } from '#contract/money/programme-slugs.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'

export type RequestRow = Selectable<Tables['programme_refund_request']>

export const requestOf = (
  db: TenantDb,
  clientId: number,
  orderId: number,
  { lock = false } = {},
): Promise<RequestRow | undefined> => {
  const found = db
    .selectFrom('programme_refund_request')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('order_id', '=', orderId)
  return (lock ? found.forUpdate() : found).executeTakeFirst()
}

/** A repeat changes nothing. */
export const insertRequest = async (
  db: TenantDb,
  clientId: number,
  request: { orderId: number; userId: number; reason: string; at: Date },
): Promise<void> => {
  await db
    .insertInto('programme_refund_request')
    .values({
      client_id: clientId,
      order_id: request.orderId,
      user_id: request.userId,
      reason: request.reason,
      asked_at: request.at,
    })
    .onConflict((conflict) => conflict.columns(['client_id', 'order_id']).doNothing())
    .execute()
}

/** After a declined one; a trigger keeps that. Nothing happens while another request is open. */
export const writeNewRequest = async (
  db: TenantDb,
  clientId: number,
  { orderId, reason, at }: { orderId: number; reason: string; at: Date },
): Promise<void> => {
  await db
    .updateTable('programme_refund_request')
    .set({ state: 'asked', reason, asked_at: at, note: '', settled_at: null, settled_by: null })
    .where('client_id', '=', clientId)
    .where('order_id', '=', orderId)
    .where('state', '=', 'declined')
    .execute()
}

/** An open request only; one that was decided stays as it is. */
export const settleRequest = async (
  db: TenantDb,
  clientId: number,
  orderId: number,
  decision: { state: 'refunded' | 'declined'; at: Date; by: number | null; note: string },
): Promise<void> => {
  await db
    .updateTable('programme_refund_request')
    .set({
      state: decision.state,
      settled_at: decision.at,
      settled_by: decision.by,
      note: decision.note,
    })
    .where('client_id', '=', clientId)
    .where('order_id', '=', orderId)
    .where('state', '=', 'asked')
    .execute()
}

export interface Paid {
  id: string
  currency: string
  left_minor: number
}

/** After a refund that the provider did not carry out, while no other one of the order is on its way or done. */
export const reopenRequest = async (db: TenantDb, clientId: number, orderId: number): Promise<void> => {
  await sql`
    update programme_refund_request q set state = 'asked', settled_at = null, settled_by = null, note = ''
    where q.client_id = ${clientId} and q.order_id = ${orderId} and q.state = 'refunded' and not exists (
      select from payment_checkout c
      join payment_refund r on r.client_id = c.client_id and r.checkout_id = c.id
      where c.client_id = q.client_id and c.order_id = q.order_id and r.ends_order and r.state <> 'failed')`.execute(
    db,
  )
}

/** What can still go back of an order's payments, the newest first, locked as messages about them lock them. */
export const paymentsLeft = async (db: TenantDb, clientId: number, orderId: number): Promise<Paid[]> => {
  const { rows } = await sql<Paid>`
    select c.id, c.currency, (c.amount_minor - c.refunded_minor
      - (select coalesce(sum(r.amount_minor), 0) from payment_refund r where r.client_id = c.client_id
          and r.checkout_id = c.id and r.state in ('requested', 'sent')))::bigint as left_minor
    from payment_checkout c
    where c.client_id = ${clientId} and c.order_id = ${orderId} and c.state = 'paid' and c.provider_ref is not null
    order by c.created_at desc, c.id for update of c`.execute(db)
  return rows.filter(({ left_minor: left }) => left > 0)
}

interface OpenRequestRow {
  order_id: number
  user_id: number
  name: string
  email: string
  programme: ProgrammeSlug
  title: Partial<Record<Language, string>>
  amount_minor: number
  currency: string
  paid_at: Date
  asked_at: Date
  reason: string
  declined_before: DeclinedRequest[]
}

/** That nobody has decided, the oldest first. */
export const openRequests = async (
  db: TenantDb,
  clientId: number,
  limit: number,
): Promise<OpenRequestRow[]> => {
  const { rows } = await sql<OpenRequestRow>`
    select q.order_id, q.user_id, u.full_name as name, u.email, o.programme, p.title, o.currency, o.booked_at as paid_at,
      q.asked_at, q.reason, q.declined_before,
      (select coalesce(sum(c.amount_minor - c.refunded_minor
          - (select coalesce(sum(r.amount_minor), 0) from payment_refund r where r.client_id = c.client_id
              and r.checkout_id = c.id and r.state in ('requested', 'sent'))), 0)::bigint
        from payment_checkout c where c.client_id = q.client_id and c.order_id = q.order_id and c.state = 'paid'
          and c.provider_ref is not null) as amount_minor
    from programme_refund_request q
    join programme_order o on o.client_id = q.client_id and o.id = q.order_id
    join programme p on p.client_id = o.client_id and p.slug = o.programme
    join app_user u on u.client_id = q.client_id and u.id = q.user_id
    where q.client_id = ${clientId} and q.state = 'asked'
    order by q.asked_at, q.order_id limit ${limit}`.execute(db)
  return rows
}
