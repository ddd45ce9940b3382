/** The coupon in a person's price of a course, and what became of it. */
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { CouponRow } from '../coupons/coupons.repository.ts'

export interface Buyer {
  readonly clientId: number
  readonly userId: number
  readonly courseId: number
}

export const enteredCoupon = (
  db: TenantDb,
  { clientId, userId, courseId }: Buyer,
): Promise<CouponRow | undefined> =>
  db
    .selectFrom('course_coupon as e')
    .innerJoin('coupon as c', (join) =>
      join.onRef('c.client_id', '=', 'e.client_id').onRef('c.id', '=', 'e.coupon_id'),
    )
    .selectAll('c')
    .where('e.client_id', '=', clientId)
    .where('e.user_id', '=', userId)
    .where('e.course_id', '=', courseId)
    .executeTakeFirst()

export const writeEntered = async (
  db: TenantDb,
  { clientId, userId, courseId }: Buyer,
  { couponId, at }: { couponId: number; at: Date },
): Promise<void> => {
  const values = { coupon_id: couponId, entered_at: at }
  await db
    .insertInto('course_coupon')
    .values({ client_id: clientId, user_id: userId, course_id: courseId, ...values })
    .onConflict((conflict) => conflict.columns(['client_id', 'user_id', 'course_id']).doUpdateSet(values))
    .execute()
}

export const removeEntered = async (db: TenantDb, { clientId, userId, courseId }: Buyer): Promise<void> => {
  await db
    .deleteFrom('course_coupon')
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .execute()
}

/** What the person holds for the course by checkouts of before. */
export const releaseHolds = async (
  db: TenantDb,
  { clientId, userId, courseId }: Buyer,
  at: Date,
): Promise<void> => {
  await db
    .updateTable('course_coupon_use')
    .set({ state: 'released', at })
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .where('state', '=', 'held')
    .execute()
}

export const releaseHold = async (
  db: TenantDb,
  clientId: number,
  checkoutId: string,
  at: Date,
): Promise<void> => {
  await db
    .updateTable('course_coupon_use')
    .set({ state: 'released', at })
    .where('client_id', '=', clientId)
    .where('checkout_id', '=', checkoutId)
    .where('state', '=', 'held')
    .execute()
}

interface Use {
  readonly couponId: number
  readonly discountMinor: number
  readonly at: Date
}

export const writeHold = async (
  db: TenantDb,
  { clientId, userId, courseId }: Buyer,
  { checkoutId, couponId, discountMinor, at }: Use & { checkoutId: string },
): Promise<void> => {
  await db
    .insertInto('course_coupon_use')
    .values({
      client_id: clientId,
      user_id: userId,
      course_id: courseId,
      coupon_id: couponId,
      checkout_id: checkoutId,
      purchase_id: null,
      state: 'held',
      discount_minor: discountMinor,
      at,
    })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'checkout_id']).doUpdateSet({ state: 'held', at }),
    )
    .execute()
}

/** Of a place that costs nothing. */
export const insertUse = async (
  db: TenantDb,
  { clientId, userId, courseId }: Buyer,
  { purchaseId, couponId, discountMinor, at }: Use & { purchaseId: number },
): Promise<void> => {
  await db
    .insertInto('course_coupon_use')
    .values({
      client_id: clientId,
      user_id: userId,
      course_id: courseId,
      coupon_id: couponId,
      checkout_id: null,
      purchase_id: purchaseId,
      state: 'used',
      discount_minor: discountMinor,
      at,
    })
    .execute()
}

/** The coupon that a checkout holds or held. */
export const couponOfCheckout = async (
  db: TenantDb,
  clientId: number,
  checkoutId: string,
): Promise<number | null> =>
  (
    await db
      .selectFrom('course_coupon_use')
      .select('coupon_id')
      .where('client_id', '=', clientId)
      .where('checkout_id', '=', checkoutId)
      .executeTakeFirst()
  )?.coupon_id ?? null

/**
 * The payment of a checkout made this purchase: its coupon is used, also one that was released in the meantime. 0 without a
 * coupon, and for a payment that goes back or counts to a price that was agreed before.
 */
export const useCoupon = async (
  db: TenantDb,
  clientId: number,
  { checkoutId, purchaseId, at }: { checkoutId: string; purchaseId: number; at: Date },
): Promise<number> => {
  const { rows } = await sql<{ discount_minor: number }>`
    update course_coupon_use set state = 'used', purchase_id = ${purchaseId}, at = ${at}
    where client_id = ${clientId} and checkout_id = ${checkoutId} and exists (
      select from course_purchase p where p.client_id = ${clientId} and p.id = ${purchaseId}
        and p.source = 'payment' and p.reference = ${checkoutId} and p.refund_state is null)
    returning discount_minor`.execute(db)
  return rows[0]?.discount_minor ?? 0
}
