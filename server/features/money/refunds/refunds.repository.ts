/** Refunds that a provider carries out. */
import { sql, type Selectable } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'

export type RefundRow = Selectable<Tables['payment_refund']>
export const openStates = ['requested', 'sent'] as const

const refunds = (db: TenantDb, clientId: number) =>
  db.selectFrom('payment_refund').selectAll().where('client_id', '=', clientId)

export const refundByKey = (
  db: TenantDb,
  clientId: number,
  { userId, key }: { userId: number; key: string },
): Promise<RefundRow | undefined> =>
  refunds(db, clientId)
    .where('requested_by', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()

export const refundById = (db: TenantDb, clientId: number, id: string): Promise<RefundRow | undefined> =>
  refunds(db, clientId).where('id', '=', id).executeTakeFirst()

/** By the product's id or the provider's, locked. Its checkout has been locked before. */
export const lockRefund = (
  db: TenantDb,
  clientId: number,
  checkoutId: string,
  { id, ref }: { id: string | undefined; ref: string | undefined },
): Promise<RefundRow | undefined> =>
  refunds(db, clientId)
    .where('checkout_id', '=', checkoutId)
    .where((where) =>
      where.or([
        ...(id === undefined ? [] : [where('id', '=', id)]),
        ...(ref === undefined ? [] : [where('provider_ref', '=', ref)]),
      ]),
    )
    .forUpdate()
    .executeTakeFirst()

/** What is on its way back. */
export const openSum = async (db: TenantDb, clientId: number, checkoutId: string): Promise<number> =>
  (
    await refunds(db, clientId)
      .where('checkout_id', '=', checkoutId)
      .where('state', 'in', openStates)
      .execute()
  ).reduce((sum, { amount_minor: amount }) => sum + amount, 0)

/** From when the guarantee of what a payment belongs to counts. */
export const guaranteedSince = async (db: TenantDb, clientId: number, checkoutId: string): Promise<Date> => {
  const { rows } = await sql<{ since: Date }>`
    select coalesce(o.booked_at, p.purchased_at, c.settled_at, c.created_at) as since
    from payment_checkout c
    left join programme_order o on o.client_id = c.client_id and o.id = c.order_id
    left join ledger_transaction t on t.client_id = c.client_id and t.reference = 'checkout:' || c.id
    left join course_purchase p on p.client_id = t.client_id and p.id = t.purchase_id
    where c.client_id = ${clientId} and c.id = ${checkoutId}`.execute(db)
  return rows[0]?.since ?? new Date(0)
}

export const insertRefund = (
  db: TenantDb,
  refund: Omit<RefundRow, 'state' | 'provider_ref' | 'settled_at'>,
): Promise<RefundRow> =>
  db.insertInto('payment_refund').values(refund).returningAll().executeTakeFirstOrThrow()

export const writeRefund = async (
  db: TenantDb,
  { client_id: clientId, id }: Pick<RefundRow, 'client_id' | 'id'>,
  change: Partial<Pick<RefundRow, 'state' | 'provider_ref' | 'settled_at' | 'tried_at'>>,
): Promise<void> => {
  await db
    .updateTable('payment_refund')
    .set(change)
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()
}

const ASK_AFTER_MS = 120_000

/** For a refund that the job sends in its next round. */
export const requestedNow = (at: Date): Date => new Date(at.getTime() - ASK_AFTER_MS)

/** Open refunds that nobody has told or asked the provider about for two minutes. */
export const refundsToAsk = (
  db: TenantDb,
  clientId: number,
  now: Date,
  limit: number,
): Promise<RefundRow[]> =>
  refunds(db, clientId)
    .where('state', 'in', openStates)
    .where('tried_at', '<=', new Date(now.getTime() - ASK_AFTER_MS))
    .orderBy('tried_at')
    .limit(limit)
    .execute()

/** Nothing happens to one that a message has settled meanwhile. */
export const writeSent = async (
  db: TenantDb,
  { client_id: clientId, id }: Pick<RefundRow, 'client_id' | 'id'>,
  ref: string,
): Promise<void> => {
  await db
    .updateTable('payment_refund')
    .set({ state: 'sent', provider_ref: ref })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .execute()
}
