/** What each online payment changes of a course, and how its money goes back. Callers have locked the checkout. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Account } from '../chart.ts'
import type { CheckoutRow } from '../checkout/checkouts.repository.ts'
import type { Grants } from '../dependencies.ts'
import { post } from '../ledger.repository.ts'
import { paymentOf, refundOf, saleOf, type Purchase } from '../postings.ts'
import { insertRefund, requestedNow } from '../refunds/refunds.repository.ts'
import * as coupons from './course-coupons.repository.ts'

type CourseCheckout = Pick<
  CheckoutRow,
  'id' | 'client_id' | 'user_id' | 'course_id' | 'price_minor' | 'currency'
>

const purchaseOfCheckout = async (db: TenantDb, clientId: number, checkoutId: string): Promise<number> => {
  const { purchase_id: purchaseId } = await db
    .selectFrom('ledger_transaction')
    .select('purchase_id')
    .where('client_id', '=', clientId)
    .where('reference', '=', `checkout:${checkoutId}`)
    .executeTakeFirstOrThrow()
  if (purchaseId === null) throw new Error(`the payment of checkout ${checkoutId} is of no purchase`)
  return purchaseId
}

/** What the coupon takes off with this payment. A payment that bought nothing with it gives it back. */
const settleCoupon = async (
  db: TenantDb,
  buyer: coupons.Buyer,
  { purchaseId, at }: Purchase,
  checkoutId: string,
): Promise<number> => {
  const discountMinor = await coupons.useCoupon(db, buyer.clientId, { checkoutId, purchaseId, at })
  if (discountMinor > 0) await coupons.removeEntered(db, buyer)
  else await coupons.releaseHold(db, buyer.clientId, checkoutId, at)
  return discountMinor
}

/** Money that came in, or went back with a negative amount. What came in is sold as much of the price. */
export const moveCourseMoney = async (
  grants: Grants,
  db: TenantDb,
  { id, client_id: clientId, user_id: personId, course_id: courseId, price_minor, currency }: CourseCheckout,
  movement: { amountMinor: number; account: Account; reference: string; refunds?: string; at: Date },
): Promise<void> => {
  if (personId === null || courseId === null || price_minor === null)
    throw new Error(`checkout ${id} is of no course`)
  const { account, reference, at } = movement
  const amountMinor = Math.abs(movement.amountMinor)
  const moneyOf = (purchaseId: number): Purchase => {
    return { purchaseId, personId, courseId, amountMinor, currency, at, madeBy: null }
  }
  if (movement.amountMinor > 0) {
    const payment = { courseId, userId: personId, priceMinor: price_minor, amountMinor, currency, at }
    const money = moneyOf(await grants.sellCourse(db, clientId, { ...payment, reference: id }))
    const discountMinor = await settleCoupon(db, { clientId, userId: personId, courseId }, money, id)
    await post(db, clientId, { ...saleOf(money, discountMinor), reference: `${reference}:sale` })
    await post(db, clientId, { ...paymentOf(money, account), reference })
    return
  }
  const purchaseId = await purchaseOfCheckout(db, clientId, id)
  const { refunds } = movement
  const refund = { ...refundOf(moneyOf(purchaseId), account, 0), reference }
  await post(db, clientId, refunds === undefined ? refund : { ...refund, refunds })
  await grants.courseRefunded(db, clientId, { purchaseId, at })
}

interface Left {
  id: string
  currency: string
  left_minor: number
  refund_state: string | null
}

/** What can still go back of a payment: not what went back or is on its way. */
const leftOf = async (db: TenantDb, clientId: number, condition: ReturnType<typeof sql>): Promise<Left[]> => {
  const { rows } = await sql<Left>`
    select c.id, c.currency, p.refund_state, (c.amount_minor - c.refunded_minor
      - (select coalesce(sum(r.amount_minor), 0) from payment_refund r where r.client_id = c.client_id
          and r.checkout_id = c.id and r.state in ('requested', 'sent')))::bigint as left_minor
    from ledger_transaction t
    join course_purchase p on p.client_id = t.client_id and p.id = t.purchase_id
    join payment_checkout c on c.client_id = t.client_id and c.id = case
      when t.reference ~ '^checkout:[0-9a-f-]{36}$' then substr(t.reference, 10)::uuid end
    where t.client_id = ${clientId} and ${condition} order by c.created_at desc, c.id
    for update of c`.execute(db)
  return rows
}

const request = (
  db: TenantDb,
  clientId: number,
  { id, currency }: Pick<Left, 'id' | 'currency'>,
  { amountMinor, key, madeBy, at }: { amountMinor: number; key: string; madeBy: number | null; at: Date },
): Promise<unknown> =>
  insertRefund(db, {
    client_id: clientId,
    id: randomUUID(),
    checkout_id: id,
    idempotency_key: key,
    amount_minor: amountMinor,
    currency,
    ends_order: false,
    reason: '',
    requested_by: madeBy,
    requested_at: at,
    tried_at: requestedNow(at),
    test_outcome: null,
  })

/** A payment that got no seat goes back whole, by itself. */
export const returnWithoutSeat = async (
  db: TenantDb,
  { client_id: clientId, id }: Pick<CheckoutRow, 'client_id' | 'id'>,
  at: Date,
): Promise<void> => {
  const [left] = await leftOf(db, clientId, sql`t.reference = ${`checkout:${id}`}`)
  if (left?.refund_state !== 'refunded' || left.left_minor < 1) return
  await request(db, clientId, left, { amountMinor: left.left_minor, key: id, madeBy: null, at })
}

/** Waits for messages about the payments of a purchase, so that locks are always taken in one order. */
export const lockOnlinePayments = async (
  db: TenantDb,
  clientId: number,
  purchaseId: number,
): Promise<void> => {
  await leftOf(db, clientId, sql`t.purchase_id = ${purchaseId}`)
}

/** Asks the provider for a refund, the newest payment first. False: nothing of it was paid online. */
export const returnOnline = async (db: TenantDb, clientId: number, refund: Purchase): Promise<boolean> => {
  const payments = await leftOf(db, clientId, sql`t.purchase_id = ${refund.purchaseId}`)
  if (payments.length === 0) return false
  let open = refund.amountMinor
  for (const payment of payments) {
    const amountMinor = Math.min(open, payment.left_minor)
    if (amountMinor < 1) continue
    const { madeBy, at } = refund
    await request(db, clientId, payment, { amountMinor, key: randomUUID(), madeBy, at })
    open -= amountMinor
  }
  if (open > 0) throw new AppError('conflict', 'More than this payment cannot be refunded.')
  return true
}
