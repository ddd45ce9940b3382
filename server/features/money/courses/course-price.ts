/** What a course costs one person: the price of its offer less the coupon that they entered. */
import type { TenantDb } from '#server/core/db/database.ts'
import { dayIn } from '#server/core/days.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { priceOf } from '#contract/money/schedule.ts'
import { discountOf, isUsable, type Purchase } from '../coupons/coupon-rules.ts'
import { lockCoupon, type CouponRow } from '../coupons/coupons.repository.ts'
import type { CourseToPay } from '../dependencies.ts'
import { zoneOf } from '../payments.repository.ts'
import { enteredCoupon, type Buyer } from './course-coupons.repository.ts'

export interface CoursePrice extends CourseToPay {
  readonly fullMinor: number
  readonly couponMinor: number
  readonly coupon: { readonly row: CouponRow; readonly isUsable: boolean } | null
}

export const buyerOf = (scope: MemberScope, courseId: number): Buyer => ({
  clientId: scope.tenant.clientId,
  userId: scope.actor.userId,
  courseId,
})

/** The price is agreed with the first payment. */
export const canStillChange = ({ paidMinor, amountMinor }: CourseToPay): boolean =>
  paidMinor === 0 && amountMinor !== null

export const purchaseFor = async (
  scope: MemberScope,
  db: TenantDb,
  courseId: number,
  currency: string,
): Promise<Purchase> => {
  const now = scope.clock.now()
  const today = dayIn(await zoneOf(db, scope.tenant.clientId), now)
  return { userId: scope.actor.userId, of: { courseId }, currency, now, today }
}

export const coursePrice = async (
  scope: MemberScope,
  db: TenantDb,
  courseId: number,
  course: CourseToPay,
): Promise<CoursePrice> => {
  const full = { ...course, fullMinor: course.priceMinor, couponMinor: 0, coupon: null }
  if (!canStillChange(course) || course.amountMinor === null) return full
  const row = await enteredCoupon(db, buyerOf(scope, courseId))
  if (!row) return full
  const works = await isUsable(db, row, await purchaseFor(scope, db, courseId, course.currency))
  if (!works) return { ...full, coupon: { row, isUsable: false } }
  const { couponMinor, owedMinor } = priceOf({
    totalMinor: course.priceMinor,
    scholarshipPercent: 0,
    coupon: discountOf(row),
  })
  return {
    ...full,
    couponMinor,
    priceMinor: owedMinor,
    amountMinor: Math.min(course.amountMinor, owedMinor),
    coupon: { row, isUsable: true },
  }
}

/** Whoever counts the uses of this coupon next waits. Always before the lock of the course's seats. */
export const lockEntered = async (db: TenantDb, buyer: Buyer): Promise<void> => {
  const row = await enteredCoupon(db, buyer)
  if (row) await lockCoupon(db, buyer.clientId, row.id)
}
