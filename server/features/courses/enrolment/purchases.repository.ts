import type { Language } from '#contract/languages.ts'
import { sql } from 'kysely'
import type { purchaseSources, refundStates } from '#contract/courses/enrolment.ts'
import type { DeclinedRequest } from '#contract/courses/refund-requests.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Learner } from '../learning/progress.repository.ts'
import type { CourseKey } from './seats.repository.ts'

export interface PurchaseRow {
  id: number
  course_id: number
  user_id: number
  purchased_at: Date
  source: (typeof purchaseSources)[number]
  amount_minor: number
  currency: string
  reference: string
  refund_state: (typeof refundStates)[number] | null
  refund_reason: string
  refund_asked_at: Date | null
  refund_settled_at: Date | null
  refund_note: string
  refund_declined_before: DeclinedRequest[]
  /** What the course cost when the first part of it was paid online. */
  price_minor: number | null
}

const columns = sql`
  p.id, p.course_id, p.user_id, p.purchased_at, p.source, p.amount_minor, p.currency, p.reference, p.refund_state,
  p.refund_reason, p.refund_asked_at, p.refund_settled_at, p.refund_note, p.refund_declined_before,
  p.price_minor`

/** The latest purchase that was not refunded, else the latest refunded one. */
export const purchaseOf = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  courseId: number,
): Promise<PurchaseRow | undefined> => {
  const result = await sql<PurchaseRow>`
    select ${columns} from course_purchase p
    where p.client_id = ${clientId} and p.user_id = ${userId} and p.course_id = ${courseId}
    order by (p.refund_state is distinct from 'refunded') desc, p.id desc limit 1`.execute(db)
  return result.rows[0]
}

export const purchaseById = async (
  db: TenantDb,
  clientId: number,
  purchaseId: number,
): Promise<PurchaseRow | undefined> => {
  const result = await sql<PurchaseRow>`
    select ${columns} from course_purchase p where p.client_id = ${clientId} and p.id = ${purchaseId}`.execute(
    db,
  )
  return result.rows[0]
}

export const purchaseByReference = async (
  db: TenantDb,
  clientId: number,
  source: PurchaseRow['source'],
  reference: string,
): Promise<PurchaseRow | undefined> => {
  const result = await sql<PurchaseRow>`
    select ${columns} from course_purchase p
    where p.client_id = ${clientId} and p.source = ${source} and p.reference = ${reference}`.execute(db)
  return result.rows[0]
}

export interface NewPurchase {
  courseId: number
  userId: number
  at: Date
  source: PurchaseRow['source']
  amountMinor: number
  currency: string
  reference: string
  grantedBy: number | null
  /** Of a payment online: what the course costs. */
  priceMinor?: number
  /** Money that goes back at once, because no seat was left. */
  returnedAt?: Date | null
}

/** Null when the reference is used, or the person has a purchase of this course that was not refunded. */
export const insertPurchase = async (
  db: TenantDb,
  clientId: number,
  purchase: NewPurchase,
): Promise<number | null> => {
  const result = await sql<{ id: number }>`
    insert into course_purchase (client_id, course_id, user_id, purchased_at, source, amount_minor, currency,
      reference, granted_by, price_minor, refund_state, refund_asked_at, refund_settled_at)
    values (${clientId}, ${purchase.courseId}, ${purchase.userId}, ${purchase.at}, ${purchase.source},
      ${purchase.amountMinor}, ${purchase.currency}, ${purchase.reference}, ${purchase.grantedBy},
      ${purchase.priceMinor ?? null}, ${purchase.returnedAt ? 'refunded' : null}, ${purchase.returnedAt ?? null},
      ${purchase.returnedAt ?? null})
    on conflict do nothing returning id`.execute(db)
  return result.rows[0]?.id ?? null
}

/** A further payment of the same price. */
export const addToPurchase = async (
  db: TenantDb,
  clientId: number,
  purchaseId: number,
  amountMinor: number,
): Promise<void> => {
  await sql`
    update course_purchase set amount_minor = amount_minor + ${amountMinor}
    where client_id = ${clientId} and id = ${purchaseId}`.execute(db)
}

/** Opens a request: the first, or another after a declined one, which a trigger keeps. Does nothing while one is open. */
export const writeRefundRequest = async (
  db: TenantDb,
  clientId: number,
  purchaseId: number,
  request: { at: Date; reason: string },
): Promise<void> => {
  await db
    .updateTable('course_purchase')
    .set({
      refund_state: 'asked',
      refund_asked_at: request.at,
      refund_reason: request.reason,
      refund_settled_at: null,
      refund_settled_by: null,
      refund_note: '',
    })
    .where('client_id', '=', clientId)
    .where('id', '=', purchaseId)
    .where((where) => where.or([where('refund_state', 'is', null), where('refund_state', '=', 'declined')]))
    .execute()
}

/** False if the request was decided, or the learner has asked again, since the purchase was read. */
export const writeRefundDecision = async (
  db: TenantDb,
  clientId: number,
  { id, refund_asked_at: askedAt }: Pick<PurchaseRow, 'id' | 'refund_asked_at'>,
  decision: { state: 'refunded' | 'declined'; at: Date; by: number; note: string },
): Promise<boolean> => {
  const result = await db
    .updateTable('course_purchase')
    .set({
      refund_state: decision.state,
      refund_asked_at: sql`coalesce(refund_asked_at, ${decision.at})`,
      refund_settled_at: decision.at,
      refund_settled_by: decision.by,
      refund_note: decision.note,
    })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('refund_asked_at', 'is not distinct from', askedAt)
    .where((where) => where.or([where('refund_state', '=', 'asked'), where('refund_state', 'is', null)]))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** True when the purchase was refunded: the request is open again. */
export const reopenRefund = async (db: TenantDb, clientId: number, purchaseId: number): Promise<boolean> => {
  const result = await db
    .updateTable('course_purchase')
    .set({ refund_state: 'asked', refund_settled_at: null, refund_settled_by: null, refund_note: '' })
    .where('client_id', '=', clientId)
    .where('id', '=', purchaseId)
    .where('refund_state', '=', 'refunded')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export type RosterPurchase = PurchaseRow & { name: string; email: string }

/** Open refund requests first, then the newest purchases. */
export const rosterPurchases = async (
  db: TenantDb,
  { clientId, courseId }: CourseKey,
  limit: number,
): Promise<RosterPurchase[]> => {
  const result = await sql<RosterPurchase>`
    select ${columns}, u.full_name as name, u.email from course_purchase p
    join app_user u on u.client_id = p.client_id and u.id = p.user_id
    where p.client_id = ${clientId} and p.course_id = ${courseId}
    order by (p.refund_state = 'asked') desc nulls last, p.purchased_at desc, p.id desc limit ${limit}`.execute(
    db,
  )
  return result.rows
}

export type OpenRefundRow = PurchaseRow & { name: string; email: string; course_title: string }

/** Refund requests that nobody has decided, the oldest first. */
export const openRefundRows = async (
  db: TenantDb,
  clientId: number,
  limit: number,
): Promise<OpenRefundRow[]> => {
  const result = await sql<OpenRefundRow>`
    select ${columns}, u.full_name as name, u.email, c.title as course_title from course_purchase p
    join app_user u on u.client_id = p.client_id and u.id = p.user_id
    join course c on c.client_id = p.client_id and c.id = p.course_id
    where p.client_id = ${clientId} and p.refund_state = 'asked'
    order by p.refund_asked_at, p.id limit ${limit}`.execute(db)
  return result.rows
}

export interface TenantMoney {
  time_zone: string
  currency: string
  name: string
}

export const tenantMoney = (db: TenantDb, clientId: number): Promise<TenantMoney> =>
  db
    .selectFrom('client')
    .select(['time_zone', 'currency', 'name'])
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()

export interface Recipient {
  id: number
  email: string
  full_name: string
  language: Language
}

export const recipients = async (
  db: TenantDb,
  clientId: number,
  userIds: readonly number[],
): Promise<Recipient[]> => {
  if (userIds.length === 0) return []
  const result = await sql<Recipient>`
    select id, email, full_name, language from app_user
    where client_id = ${clientId} and id = any(${[...userIds]}) and disabled_at is null order by id`.execute(
    db,
  )
  return result.rows
}

export const recipientByEmail = async (
  db: TenantDb,
  clientId: number,
  email: string,
): Promise<Recipient | undefined> => {
  const result = await sql<Recipient>`
    select id, email, full_name, language from app_user
    where client_id = ${clientId} and email_key = ${email.normalize('NFC').trim().toLowerCase()}
      and disabled_at is null`.execute(db)
  return result.rows[0]
}
