/** Documents, their numbers, and what they are made from. */
import { sql, type Selectable } from 'kysely'
import type { PaymentDocument } from '#contract/money/documents.ts'
import type { Language } from '#contract/languages.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'
import { numberStart, type DocumentContent } from './content.ts'

export type SellerRow = Selectable<Tables['invoice_seller']>
export type BuyerRow = Selectable<Tables['invoice_buyer']>
export type DocumentRow = Selectable<Tables['payment_document']>

export const sellerOf = (db: TenantDb, clientId: number): Promise<SellerRow | undefined> =>
  db.selectFrom('invoice_seller').selectAll().where('client_id', '=', clientId).executeTakeFirst()

export const writeSeller = async (db: TenantDb, seller: SellerRow): Promise<void> => {
  await db
    .insertInto('invoice_seller')
    .values(seller)
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(seller))
    .execute()
}

export const buyerOf = (db: TenantDb, clientId: number, userId: number): Promise<BuyerRow | undefined> =>
  db
    .selectFrom('invoice_buyer')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

export const writeBuyer = async (db: TenantDb, buyer: BuyerRow): Promise<void> => {
  await db
    .insertInto('invoice_buyer')
    .values(buyer)
    .onConflict((conflict) => conflict.columns(['client_id', 'user_id']).doUpdateSet(buyer))
    .execute()
}

/** What a payment or refund is about, as its documents tell it. */
export interface MovementRow {
  at: Date
  amount_minor: number
  currency: string
  account: string
  person_id: number | null
  person_name: string | null
  language: Language
  title: string
  reference: string
  reverses: number | null
  purchase_id: number | null
  order_id: number | null
  link_id: number | null
  client_name: string
  time_zone: string
  colour: string
  seller: Omit<SellerRow, 'updated_at'> | null
  buyer: BuyerRow | null
}

/** Undefined for a transaction that moves no money. */
export const movementOf = async (
  db: TenantDb,
  clientId: number,
  transactionId: number,
): Promise<MovementRow | undefined> => {
  const { rows } = await sql<MovementRow>`
    select t.at, e.amount_minor, e.currency, e.account, e.person_id, coalesce(u.full_name, l.email) as person_name,
      coalesce(u.language, l.language, k.languages[1]) as language,
      coalesce((select c.title from course c where c.client_id = t.client_id and c.id = e.course_id),
        (select coalesce(g.title ->> coalesce(u.language, k.languages[1]), g.title ->> 'en') from programme_order o
          join programme g on g.client_id = o.client_id and g.slug = o.programme
          where o.client_id = t.client_id and o.id = t.order_id), l.title, '') as title,
      coalesce((select p.reference from course_purchase p where p.client_id = t.client_id and p.id = t.purchase_id),
        (select n.reference from payment_note n where n.client_id = t.client_id and n.link_id = t.link_id
          and t.reference = 'note:' || n.id),
        (select r.reference from payment_return r where r.client_id = t.client_id and r.link_id = t.link_id
          and t.reference = 'note-return:' || r.id), t.reference) as reference,
      t.reverses, t.purchase_id, t.order_id, t.link_id,
      k.name as client_name, k.time_zone, k.brand_colour as colour,
      (select to_jsonb(s) from invoice_seller s where s.client_id = t.client_id) as seller,
      (select to_jsonb(b) from invoice_buyer b where b.client_id = t.client_id and b.user_id = e.person_id) as buyer
    from ledger_transaction t
    join client k on k.client_id = t.client_id
    join ledger_entry e on e.client_id = t.client_id and e.transaction_id = t.id
      and split_part(e.account, ':', 1) in ('bank', 'cash', 'clearing')
    left join app_user u on u.client_id = e.client_id and u.id = e.person_id
    left join payment_link l on l.client_id = t.client_id and l.id = t.link_id
    where t.client_id = ${clientId} and t.id = ${transactionId}`.execute(db)
  return rows[0]
}

export interface NewDocument {
  readonly content: DocumentContent
  readonly year: number
  readonly prefix: string
  readonly transactionId: number
  readonly personId: number | null
  readonly refersTo: number | null
  readonly at: Date
  readonly language: Language
}

/**
 * Takes the next number and stores the document under it. One statement, because the series is locked from here to the
 * commit and every other payment waits; a rollback gives the number back.
 */
export const insertDocument = async (
  db: TenantDb,
  clientId: number,
  { content, year, prefix, ...document }: NewDocument,
): Promise<void> => {
  const { kind } = content
  await sql`
    with next as (
      insert into document_series as s (client_id, kind, year, last) values (${clientId}, ${kind}, ${year}, 1)
      on conflict (client_id, kind, year) do update set last = s.last + 1
      returning last
    )
    insert into payment_document (client_id, kind, year, sequence, number, transaction_id, person_id, refers_to, issued_at,
      language, amount_minor, content)
    select ${clientId}, ${kind}, ${year}, next.last, ${numberStart(kind, year, prefix)} || next.last,
      ${document.transactionId}, ${document.personId}, ${document.refersTo}, ${document.at}, ${document.language},
      ${content.amount_minor}, ${JSON.stringify(content)}::jsonb
    from next`.execute(db)
}

/** Of a purchase or an order: its invoices, the newest first, or its credit notes. */
export const documentsAbout = (
  db: TenantDb,
  clientId: number,
  of: Pick<MovementRow, 'purchase_id' | 'order_id' | 'link_id'>,
): Promise<DocumentRow[]> =>
  db
    .selectFrom('payment_document as d')
    .innerJoin('ledger_transaction as t', (join) =>
      join.onRef('t.client_id', '=', 'd.client_id').onRef('t.id', '=', 'd.transaction_id'),
    )
    .selectAll('d')
    .where('d.client_id', '=', clientId)
    .where('d.kind', '<>', 'receipt')
    .$if(of.purchase_id !== null, (query) => query.where('t.purchase_id', '=', of.purchase_id))
    .$if(of.order_id !== null, (query) => query.where('t.order_id', '=', of.order_id))
    .$if(of.link_id !== null, (query) => query.where('t.link_id', '=', of.link_id))
    .orderBy('d.id', 'desc')
    .execute()

export const creditNotesOf = (
  db: TenantDb,
  clientId: number,
  transactionId: number,
): Promise<DocumentRow[]> =>
  db
    .selectFrom('payment_document')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('transaction_id', '=', transactionId)
    .where('kind', '=', 'credit_note')
    .orderBy('id')
    .execute()

export const documentById = (
  db: TenantDb,
  clientId: number,
  documentId: number,
): Promise<DocumentRow | undefined> =>
  db
    .selectFrom('payment_document')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', documentId)
    .executeTakeFirst()

/** Of the payment of a checkout, receipts first. */
export const documentsOfCheckout = (
  db: TenantDb,
  clientId: number,
  checkoutId: string,
): Promise<DocumentRow[]> =>
  db
    .selectFrom('payment_document as d')
    .innerJoin('ledger_transaction as t', (join) =>
      join.onRef('t.client_id', '=', 'd.client_id').onRef('t.id', '=', 'd.transaction_id'),
    )
    .selectAll('d')
    .where('d.client_id', '=', clientId)
    .where('t.reference', '=', `checkout:${checkoutId}`)
    .orderBy('d.id')
    .execute()

/** The documents of transactions, receipts first. */
export const documentsFor = async (
  db: TenantDb,
  clientId: number,
  transactionIds: readonly number[],
): Promise<ReadonlyMap<number, PaymentDocument[]>> => {
  if (transactionIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('payment_document')
    .select(['transaction_id', 'id', 'kind', 'number'])
    .where('client_id', '=', clientId)
    .where('transaction_id', 'in', transactionIds)
    .orderBy('id')
    .execute()
  const groups = Map.groupBy(rows, ({ transaction_id: transaction }) => transaction)
  return new Map(
    [...groups].map(([transaction, found]) => [
      transaction,
      found.map(({ id, kind, number }) => ({ id, kind, number })),
    ]),
  )
}

export interface OwnPaymentRow {
  id: number
  at: Date
  amount_minor: number
  currency: string
  title: string
}

/** A person's payments and what went back, newest first. */
export const ownPaymentRows = async (
  db: TenantDb,
  clientId: number,
  { userId, language, limit }: { userId: number; language: Language; limit: number },
): Promise<OwnPaymentRow[]> => {
  const { rows } = await sql<OwnPaymentRow>`
    select t.id, t.at, e.amount_minor, e.currency,
      coalesce(c.title, g.title ->> ${language}, g.title ->> 'en', l.title, '') as title
    from ledger_entry e
    join ledger_transaction t on t.client_id = e.client_id and t.id = e.transaction_id
    left join course c on c.client_id = e.client_id and c.id = e.course_id
    left join programme_order o on o.client_id = t.client_id and o.id = t.order_id
    left join programme g on g.client_id = o.client_id and g.slug = o.programme
    left join payment_link l on l.client_id = t.client_id and l.id = t.link_id
    where e.client_id = ${clientId} and e.person_id = ${userId} and t.kind <> 'payout'
      and split_part(e.account, ':', 1) in ('bank', 'cash', 'clearing')
    order by t.at desc, t.id desc limit ${limit}`.execute(db)
  return rows
}
