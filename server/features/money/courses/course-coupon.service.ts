/** The coupon in a learner's price of a course: put in, taken out, and a place that it covers in full. */
import { randomUUID } from 'node:crypto'
import { foldCode } from '#contract/money/coupons.ts'
import type { applyCourseCoupon as applyCall } from '#contract/money/course-coupons.ts'
import type { CoursePayment } from '#contract/money/course-payments.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { isUsable } from '../coupons/coupon-rules.ts'
import { couponByCode } from '../coupons/coupons.repository.ts'
import { notValid } from '../coupons/own-coupon.service.ts'
import type { MoneyDependencies } from '../dependencies.ts'
import { post } from '../ledger.repository.ts'
import { saleOf } from '../postings.ts'
import * as rows from './course-coupons.repository.ts'
import { coursePaymentPage, type CoursePayContext } from './course-pay.service.ts'
import { buyerOf, canStillChange, coursePrice, lockEntered, purchaseFor } from './course-price.ts'

type Answer = Promise<{ payment: CoursePayment | null }>

export const applyCourseCoupon = (
  context: CoursePayContext,
  scope: MemberScope,
  courseId: number,
  body: BodyOf<typeof applyCall>,
): Answer =>
  scope.tx(async (db) => {
    const course = await context.courseToPay(scope, db, courseId)
    if (!course || !canStillChange(course))
      throw new AppError('conflict', 'Nothing is to be paid, or your price has been agreed already.')
    const coupon = await couponByCode(db, scope.tenant.clientId, foldCode(body.code))
    if (!coupon || !(await isUsable(db, coupon, await purchaseFor(scope, db, courseId, course.currency))))
      throw notValid()
    const buyer = buyerOf(scope, courseId)
    const at = scope.clock.now()
    await rows.releaseHolds(db, buyer, at)
    await rows.writeEntered(db, buyer, { couponId: coupon.id, at })
    return coursePaymentPage(context, scope, db, courseId)
  })

export const removeCourseCoupon = (context: CoursePayContext, scope: MemberScope, courseId: number): Answer =>
  scope.tx(async (db) => {
    const buyer = buyerOf(scope, courseId)
    await rows.releaseHolds(db, buyer, scope.clock.now())
    await rows.removeEntered(db, buyer)
    return coursePaymentPage(context, scope, db, courseId)
  })

/** Without a provider: the course opens at once, and the ledger has the price as a discount. */
export const takeCoursePlace = (
  context: CoursePayContext & Pick<MoneyDependencies, 'sellCourse'>,
  scope: MemberScope,
  courseId: number,
): Answer =>
  scope.tx(async (db) => {
    const buyer = buyerOf(scope, courseId)
    await lockEntered(db, buyer)
    const course = await context.courseForPayment(scope, db, courseId)
    if (!course) throw new AppError('conflict', 'This course has no price.')
    const price = await coursePrice(scope, db, courseId, course)
    if (price.amountMinor === null) return coursePaymentPage(context, scope, db, courseId)
    const { coupon, priceMinor, couponMinor: discountMinor, currency } = price
    if (coupon === null || priceMinor > 0) throw new AppError('conflict', 'This place is to be paid.')
    const { clientId, userId } = buyer
    const at = scope.clock.now()
    const bought = { courseId, amountMinor: 0, currency, at }
    const reference = `coupon:${randomUUID()}`
    const purchaseId = await context.sellCourse(db, clientId, { ...bought, userId, priceMinor: 0, reference })
    await rows.releaseHolds(db, buyer, at)
    await rows.removeEntered(db, buyer)
    await rows.insertUse(db, buyer, { purchaseId, couponId: coupon.row.id, discountMinor, at })
    const purchase = { ...bought, purchaseId, personId: userId, madeBy: null }
    await post(db, clientId, saleOf(purchase, discountMinor))
    return coursePaymentPage(context, scope, db, courseId)
  })
