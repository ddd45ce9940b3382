/** The learner pays for a course or books its seat. The price is the server's; the seat waits for the provider's message. */
import { randomUUID } from 'node:crypto'
import type { startCoursePayment as startCall, CoursePayment } from '#contract/money/course-payments.ts'
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import * as checkouts from '../checkout/checkouts.repository.ts'
import type { PaymentProvider } from '../checkout/provider.ts'
import type { FindProvider } from '../checkout/providers.ts'
import { startAtProvider } from '../checkout/start.ts'
import type { MoneyDependencies } from '../dependencies.ts'
import { couponOfCheckout, releaseHolds, writeHold } from './course-coupons.repository.ts'
import { buyerOf, coursePrice, lockEntered, type CoursePrice } from './course-price.ts'

export interface CoursePayContext extends Pick<MoneyDependencies, 'courseToPay' | 'courseForPayment'> {
  readonly findProvider: FindProvider
}

/** As long as a seat is held: pressing again leads to the same payment. */
const SAME_CHECKOUT_MS = 15 * 60_000

const latestOf = async (
  scope: MemberScope,
  db: TenantDb,
  courseId: number,
): Promise<CoursePayment['checkout']> => {
  const { clientId } = scope.tenant
  const { userId } = scope.actor
  const row = await checkouts.latestOfCourse(db, clientId, { courseId, userId })
  if (!row) return null
  return {
    id: row.id,
    state: row.state,
    amount_minor: row.amount_minor,
    created_at: row.created_at.toISOString(),
    goes_back: row.state === 'paid' && (await checkouts.goesBack(db, clientId, row.id)),
  }
}

export const coursePaymentPage = async (
  context: CoursePayContext,
  scope: MemberScope,
  db: TenantDb,
  courseId: number,
): Promise<{ payment: CoursePayment | null }> => {
  const course = await context.courseToPay(scope, db, courseId)
  if (!course) return { payment: null }
  const price = await coursePrice(scope, db, courseId, course)
  const provider = await context.findProvider(db, scope.tenant.clientId)
  return {
    payment: {
      currency: price.currency,
      full_price_minor: price.fullMinor,
      coupon_minor: price.couponMinor,
      coupon: price.coupon && { code: price.coupon.row.code, is_usable: price.coupon.isUsable },
      price_minor: price.priceMinor,
      paid_minor: price.paidMinor,
      amount_minor: price.amountMinor,
      provider: provider && { is_test: provider.isTest },
      checkout: await latestOf(scope, db, courseId),
    },
  }
}

type Body = BodyOf<typeof startCall>

/** Another press within the time of a held seat leads to the same payment, if nothing of it has changed. */
const openCheckout = async (
  scope: MemberScope,
  db: TenantDb,
  { courseId, price, provider }: { courseId: number; price: CoursePrice; provider: PaymentProvider },
): Promise<checkouts.CheckoutRow | null> => {
  const { clientId } = scope.tenant
  const open = await checkouts.latestOfCourse(db, clientId, { courseId, userId: scope.actor.userId })
  if (
    open?.state !== 'created' ||
    open.amount_minor !== price.amountMinor ||
    open.price_minor !== price.priceMinor ||
    open.provider !== provider.name ||
    scope.clock.now().getTime() - open.created_at.getTime() >= SAME_CHECKOUT_MS
  )
    return null
  const couponId = price.couponMinor > 0 ? (price.coupon?.row.id ?? null) : null
  return (await couponOfCheckout(db, clientId, open.id)) === couponId ? open : null
}

/** The caller has locked the coupon and found it usable: of many who take the last use, one gets it. */
const holdCoupon = async (
  scope: MemberScope,
  db: TenantDb,
  { courseId, checkoutId, price }: { courseId: number; checkoutId: string; price: CoursePrice },
): Promise<void> => {
  const buyer = buyerOf(scope, courseId)
  const at = scope.clock.now()
  const { coupon, couponMinor: discountMinor } = price
  await releaseHolds(db, buyer, at)
  if (coupon && discountMinor > 0)
    await writeHold(db, buyer, { checkoutId, couponId: coupon.row.id, discountMinor, at })
}

/** The checkout of this call; a repeat of its key, or another press while it is open, finds the same one. */
const claimCheckout = async (
  context: CoursePayContext,
  scope: MemberScope,
  db: TenantDb,
  { courseId, body, chosen }: { courseId: number; body: Body; chosen: () => Promise<PaymentProvider> },
): Promise<{ checkout: checkouts.CheckoutRow; title: string }> => {
  const { clientId } = scope.tenant
  const { userId } = scope.actor
  const known = await checkouts.checkoutByKey(db, clientId, { userId, key: body.idempotency_key })
  if (known && (known.course_id !== courseId || known.amount_minor !== body.amount_minor))
    throw new AppError('conflict', 'This payment has been started with another amount.')
  if (!known) await lockEntered(db, buyerOf(scope, courseId))
  const course = await (known ? context.courseToPay : context.courseForPayment)(scope, db, courseId)
  if (course && known) return { checkout: known, title: course.title }
  const price = course && (await coursePrice(scope, db, courseId, course))
  if (!price || price.amountMinor === null)
    throw new AppError('conflict', 'Nothing is to be paid for this course.')
  if (price.amountMinor !== body.amount_minor || price.priceMinor !== (body.price_minor ?? price.priceMinor))
    throw new AppError('conflict', 'The price has changed. Please look at it again.')
  const provider = await chosen()
  const checkout =
    (await openCheckout(scope, db, { courseId, price, provider })) ??
    (await checkouts.insertCheckout(db, clientId, {
      id: randomUUID(),
      course_id: courseId,
      price_minor: price.priceMinor,
      user_id: userId,
      idempotency_key: body.idempotency_key,
      provider: provider.name,
      amount_minor: price.amountMinor,
      currency: price.currency,
      created_at: scope.clock.now(),
    }))
  await holdCoupon(scope, db, { courseId, checkoutId: checkout.id, price })
  return { checkout, title: price.title }
}

export const startCoursePayment = (
  context: CoursePayContext,
  scope: MemberScope,
  courseId: number,
  body: Body,
): Promise<ResponseOf<typeof startCall>> =>
  startAtProvider(scope, {
    findProvider: context.findProvider,
    claim: (db, chosen) => claimCheckout(context, scope, db, { courseId, body, chosen }),
    path: `/courses/${courseId}`,
  })
