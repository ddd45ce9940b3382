/** Whether a coupon works for a person and programme now, and what it takes off. */
import type { ProgrammeSlug } from '#contract/money/programme-slugs.ts'
import type { PriceTerms } from '#contract/money/schedule.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import * as rows from './coupons.repository.ts'

export interface Purchase {
  readonly userId: number
  /** Its own use does not count against it; 0 before there is an order. */
  readonly orderId: number
  readonly slug: ProgrammeSlug
  readonly currency: string
  readonly now: Date
  /** In the client's time zone. */
  readonly today: string
}

export const discountOf = ({ percent, amount_minor: amountMinor }: rows.CouponRow): PriceTerms['coupon'] =>
  percent === null ? { amountMinor: amountMinor ?? 0 } : { percent }

const isOffered = (coupon: rows.CouponRow, { slug, currency, today }: Purchase): boolean =>
  coupon.is_active &&
  (coupon.starts_on ?? today) <= today &&
  today <= (coupon.ends_on ?? today) &&
  (coupon.programmes?.includes(slug) ?? true) &&
  (coupon.currency ?? currency) === currency

export const isUsable = async (
  db: TenantDb,
  coupon: rows.CouponRow,
  purchase: Purchase,
): Promise<boolean> => {
  const { client_id: clientId, id: couponId } = coupon
  const { userId, orderId: exceptOrder, now } = purchase
  if (!isOffered(coupon, purchase)) return false
  if (coupon.first_purchase_only && (await rows.hasPaidBefore(db, clientId, userId))) return false
  const uses = await rows.countUses(db, clientId, { couponId, userId, exceptOrder, now })
  return uses.all < (coupon.uses_max ?? Infinity) && uses.own < coupon.person_max
}
