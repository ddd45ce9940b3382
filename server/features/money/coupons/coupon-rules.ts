/** Whether a coupon works for a person and what they buy now, and what it takes off. */
import type { ProgrammeSlug } from '#contract/money/programme-slugs.ts'
import type { PriceTerms } from '#contract/money/schedule.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import * as rows from './coupons.repository.ts'

export interface Purchase {
  readonly userId: number
  /** Its own use does not count against it; the order is 0 before there is one. */
  readonly of: { readonly slug: ProgrammeSlug; readonly orderId: number } | { readonly courseId: number }
  readonly currency: string
  readonly now: Date
  /** In the client's time zone. */
  readonly today: string
}

export const discountOf = ({ percent, amount_minor: amountMinor }: rows.CouponRow): PriceTerms['coupon'] =>
  percent === null ? { amountMinor: amountMinor ?? 0 } : { percent }

const isFor = ({ programmes, courses }: rows.CouponRow, of: Purchase['of']): boolean =>
  'slug' in of ? (programmes?.includes(of.slug) ?? true) : (courses?.includes(of.courseId) ?? true)

const isOffered = (coupon: rows.CouponRow, { of, currency, today }: Purchase): boolean =>
  coupon.is_active &&
  (coupon.starts_on ?? today) <= today &&
  today <= (coupon.ends_on ?? today) &&
  isFor(coupon, of) &&
  (coupon.currency ?? currency) === currency

export const isUsable = async (
  db: TenantDb,
  coupon: rows.CouponRow,
  purchase: Purchase,
): Promise<boolean> => {
  const { client_id: clientId, id: couponId } = coupon
  const { userId, of, now } = purchase
  if (!isOffered(coupon, purchase)) return false
  if (coupon.first_purchase_only && (await rows.hasPaidBefore(db, clientId, userId))) return false
  const uses = await rows.countUses(db, clientId, { couponId, userId, except: of, now })
  return uses.all < (coupon.uses_max ?? Infinity) && uses.own < coupon.person_max
}
