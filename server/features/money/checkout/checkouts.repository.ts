/** Checkouts and the messages about them. */
import { sql, type Insertable, type Selectable } from 'kysely'
import type { CheckoutState } from '#contract/money/checkout-states.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'
import type { MessageOutcome, ProviderMessage } from './provider.ts'

export type CheckoutRow = Selectable<Tables['payment_checkout']>

const checkouts = (db: TenantDb, clientId: number) =>
  db.selectFrom('payment_checkout').selectAll().where('client_id', '=', clientId)

export const checkoutByKey = (
  db: TenantDb,
  clientId: number,
  { userId, key }: { userId: number; key: string },
): Promise<CheckoutRow | undefined> =>
  checkouts(db, clientId).where('user_id', '=', userId).where('idempotency_key', '=', key).executeTakeFirst()

export const checkoutById = (db: TenantDb, clientId: number, id: string): Promise<CheckoutRow | undefined> =>
  checkouts(db, clientId).where('id', '=', id).executeTakeFirst()

/** Of a payment link, by the key of the call that started it. */
export const checkoutOfLink = (
  db: TenantDb,
  clientId: number,
  { linkId, key }: { linkId: number; key: string },
): Promise<CheckoutRow | undefined> =>
  checkouts(db, clientId).where('link_id', '=', linkId).where('idempotency_key', '=', key).executeTakeFirst()

export const latestOfCourse = (
  db: TenantDb,
  clientId: number,
  { courseId, userId }: { courseId: number; userId: number },
): Promise<CheckoutRow | undefined> =>
  checkouts(db, clientId)
    .where('course_id', '=', courseId)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** Money for which there was no seat. */
export const goesBack = async (db: TenantDb, clientId: number, checkoutId: string): Promise<boolean> =>
  (await db
    .selectFrom('payment_refund')
    .select('id')
    .where('client_id', '=', clientId)
    .where('checkout_id', '=', checkoutId)
    .where('requested_by', 'is', null)
    .executeTakeFirst()) !== undefined

/** With a row lock: messages about one checkout are applied one after another. */
export const lockCheckout = (
  db: TenantDb,
  clientId: number,
  provider: string,
  by: { id: string } | { paymentRef: string },
): Promise<CheckoutRow | undefined> => {
  const found = checkouts(db, clientId).where('provider', '=', provider).forUpdate()
  return (
    'id' in by ? found.where('id', '=', by.id) : found.where('payment_ref', '=', by.paymentRef)
  ).executeTakeFirst()
}

export const lockCheckoutById = (
  db: TenantDb,
  clientId: number,
  id: string,
): Promise<CheckoutRow | undefined> =>
  checkouts(db, clientId).where('id', '=', id).forUpdate().executeTakeFirst()

export const insertCheckout = async (
  db: TenantDb,
  clientId: number,
  checkout: Pick<
    Insertable<Tables['payment_checkout']>,
    | 'id'
    | 'order_id'
    | 'link_id'
    | 'course_id'
    | 'price_minor'
    | 'user_id'
    | 'idempotency_key'
    | 'provider'
    | 'amount_minor'
    | 'currency'
    | 'created_at'
  >,
): Promise<CheckoutRow> =>
  db
    .insertInto('payment_checkout')
    .values({ client_id: clientId, ...checkout })
    .returningAll()
    .executeTakeFirstOrThrow()

/** What the provider calls it and where the payer goes. */
export const writeProviderAnswer = async (
  db: TenantDb,
  clientId: number,
  id: string,
  { ref, url }: { ref: string; url: string },
): Promise<void> => {
  await db
    .updateTable('payment_checkout')
    .set({ provider_ref: ref, url })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()
}

export const writeCheckoutState = async (
  db: TenantDb,
  clientId: number,
  id: string,
  change: { state: CheckoutState; settled_at?: Date; payment_ref?: string } | { refunded_minor: number },
): Promise<void> => {
  await db
    .updateTable('payment_checkout')
    .set(change)
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()
}

export const hasMessage = async (
  db: TenantDb,
  clientId: number,
  provider: string,
  eventId: string,
): Promise<boolean> =>
  (await db
    .selectFrom('payment_message')
    .select('event_id')
    .where('client_id', '=', clientId)
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .executeTakeFirst()) !== undefined

export const insertMessage = async (
  db: TenantDb,
  clientId: number,
  provider: string,
  message: ProviderMessage,
  { at, outcome }: { at: Date; outcome: MessageOutcome },
): Promise<void> => {
  await db
    .insertInto('payment_message')
    .values({
      client_id: clientId,
      provider,
      event_id: message.eventId,
      kind: message.kind,
      about: message.about,
      amount_minor: message.amountMinor,
      currency: message.currency,
      received_at: at,
      outcome,
    })
    .onConflict((conflict) => conflict.columns(['client_id', 'provider', 'event_id']).doNothing())
    .execute()
}

const ASK_AFTER_SECONDS = 180
const GIVE_UP_DAYS = 30

/** Unpaid checkouts to ask the provider about: the older one is, the less often. */
export const checkoutsToAsk = async (
  db: TenantDb,
  clientId: number,
  now: Date,
  limit: number,
): Promise<CheckoutRow[]> => {
  const { rows } = await sql<CheckoutRow>`
    select * from payment_checkout
    where client_id = ${clientId} and state <> 'paid' and provider_ref is not null
      and created_at between ${now}::timestamptz - make_interval(days => ${GIVE_UP_DAYS})
        and ${now}::timestamptz - make_interval(secs => ${ASK_AFTER_SECONDS})
      and (checked_at is null
        or checked_at <= ${now}::timestamptz - greatest(interval '1 minute', (checked_at - created_at) / 4))
    order by created_at limit ${limit}`.execute(db)
  return rows
}

export const writeChecked = async (db: TenantDb, clientId: number, id: string, at: Date): Promise<void> => {
  await db
    .updateTable('payment_checkout')
    .set({ checked_at: at })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()
}
