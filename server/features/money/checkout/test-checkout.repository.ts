/** What the test provider remembers. */
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { MessageKind, ProviderPayment } from './provider.ts'

export interface TestCheckoutRow {
  id: string
  checkout_id: string
  return_path: string
  state: 'open' | 'failed' | 'expired' | 'paid'
  amount_minor: number
  currency: string
  /** Of a programme; the others have a title of their own. */
  programme_title: Record<string, string> | null
  link_title: string | null
  course_title: string | null
  link_code: string | null
  created_at: Date
}

const found = (db: TenantDb, clientId: number, condition: ReturnType<typeof sql>, lock: boolean) =>
  sql<TestCheckoutRow>`
    select t.id, t.checkout_id, t.return_path, t.state, c.amount_minor, c.currency,
      c.created_at, p.title as programme_title, s.title as course_title, l.title as link_title, l.code as link_code
    from test_checkout t
    join payment_checkout c on c.client_id = t.client_id and c.id = t.checkout_id
    left join programme_order o on o.client_id = c.client_id and o.id = c.order_id
    left join payment_link l on l.client_id = c.client_id and l.id = c.link_id
    left join course s on s.client_id = c.client_id and s.id = c.course_id
    left join programme p on p.client_id = o.client_id and p.slug = o.programme
    where t.client_id = ${clientId} and ${condition} ${lock ? sql`for update of t` : sql``}`.execute(db)

export const testCheckoutById = async (
  db: TenantDb,
  clientId: number,
  id: string,
): Promise<TestCheckoutRow | undefined> => (await found(db, clientId, sql`t.id = ${id}`, false)).rows[0]

/** The member who pays an order, or whoever has a payment link. */
export type Payer = { readonly userId: number } | { readonly payCode: string }

export const testCheckoutOf = async (
  db: TenantDb,
  clientId: number,
  { checkoutId, ...payer }: Payer & { checkoutId: string },
  { lock = false } = {},
): Promise<TestCheckoutRow | undefined> => {
  const isTheirs = 'userId' in payer ? sql`c.user_id = ${payer.userId}` : sql`l.code = ${payer.payCode}`
  return (await found(db, clientId, sql`t.checkout_id = ${checkoutId} and ${isTheirs}`, lock)).rows[0]
}

/** The same row for a repeat. */
export const insertTestCheckout = async (
  db: TenantDb,
  clientId: number,
  checkout: { id: string; checkout_id: string; return_path: string },
): Promise<string> => {
  await db
    .insertInto('test_checkout')
    .values({ client_id: clientId, ...checkout })
    .onConflict((conflict) => conflict.columns(['client_id', 'checkout_id']).doNothing())
    .execute()
  const { id } = await db
    .selectFrom('test_checkout')
    .select('id')
    .where('client_id', '=', clientId)
    .where('checkout_id', '=', checkout.checkout_id)
    .executeTakeFirstOrThrow()
  return id
}

export const writeTestCheckout = async (
  db: TenantDb,
  clientId: number,
  id: string,
  change: { state: TestCheckoutRow['state'] },
): Promise<void> => {
  await db
    .updateTable('test_checkout')
    .set(change)
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()
}

export interface NewTestMessage {
  event_id: string
  kind: MessageKind
  amount_minor: number
  refund_id?: string | null
  send_at: Date
}

export const addTestMessages = async (
  db: TenantDb,
  clientId: number,
  testCheckoutId: string,
  messages: readonly NewTestMessage[],
): Promise<void> => {
  if (messages.length === 0) return
  await db
    .insertInto('test_message')
    .values(
      messages.map((message) => ({ client_id: clientId, test_checkout_id: testCheckoutId, ...message })),
    )
    .execute()
}

export const testPayments = async (
  db: TenantDb,
  clientId: number,
  { since, now }: { since: Date; now: Date },
): Promise<ProviderPayment[]> => {
  const { rows } = await sql<ProviderPayment>`
    select t.id as ref, t.checkout_id as about, c.amount_minor as "amountMinor", c.currency,
      (select coalesce(sum(m.amount_minor), 0)::bigint from test_message m where m.client_id = t.client_id
        and m.test_checkout_id = t.id and m.kind = 'refunded' and m.send_at <= ${now}) as "refundedMinor"
    from test_checkout t join payment_checkout c on c.client_id = t.client_id and c.id = t.checkout_id
    where t.client_id = ${clientId} and t.state = 'paid' and c.created_at >= ${since}`.execute(db)
  return rows
}

/** The message about a refund, sent or not. */
export const testRefund = (
  db: TenantDb,
  clientId: number,
  refundId: string,
): Promise<{ kind: MessageKind; send_at: Date } | undefined> =>
  db
    .selectFrom('test_message')
    .select(['kind', 'send_at'])
    .where('client_id', '=', clientId)
    .where('refund_id', '=', refundId)
    .executeTakeFirst()

export interface DueTestMessage extends NewTestMessage {
  id: number
  checkout_id: string
  currency: string
}

export const dueTestMessages = async (
  db: TenantDb,
  clientId: number,
  now: Date,
  limit: number,
): Promise<DueTestMessage[]> => {
  const { rows } = await sql<DueTestMessage>`
    select m.id, m.event_id, m.kind, m.amount_minor, m.refund_id, m.send_at, t.checkout_id, c.currency
    from test_message m
    join test_checkout t on t.client_id = m.client_id and t.id = m.test_checkout_id
    join payment_checkout c on c.client_id = t.client_id and c.id = t.checkout_id
    where m.client_id = ${clientId} and m.sent_at is null and m.send_at <= ${now}
    order by m.send_at, m.id limit ${limit}`.execute(db)
  return rows
}

export const writeSent = async (db: TenantDb, clientId: number, id: number, at: Date): Promise<void> => {
  await db
    .updateTable('test_message')
    .set({ sent_at: at })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()
}
