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

export const coursePayment = (
  context: CoursePayContext,
  scope: MemberScope,
  courseId: number,
): Promise<{ payment: CoursePayment | null }> =>
  scope.tx(async (db) => {
    const course = await context.courseToPay(scope, db, courseId)
    if (!course) return { payment: null }
    const provider = await context.findProvider(db, scope.tenant.clientId)
    return {
      payment: {
        currency: course.currency,
        price_minor: course.priceMinor,
        paid_minor: course.paidMinor,
        amount_minor: course.amountMinor,
        provider: provider && { is_test: provider.isTest },
        checkout: await latestOf(scope, db, courseId),
      },
    }
  })

type Body = BodyOf<typeof startCall>

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
  const course = await (known ? context.courseToPay : context.courseForPayment)(scope, db, courseId)
  if (course && known) return { checkout: known, title: course.title }
  if (!course || course.amountMinor === null)
    throw new AppError('conflict', 'Nothing is to be paid for this course.')
  const { title, amountMinor, currency, priceMinor } = course
  if (amountMinor !== body.amount_minor)
    throw new AppError('conflict', 'The price has changed. Please look at it again.')
  const provider = await chosen()
  const now = scope.clock.now()
  const open = await checkouts.latestOfCourse(db, clientId, { courseId, userId })
  if (
    open?.state === 'created' &&
    open.amount_minor === amountMinor &&
    open.provider === provider.name &&
    now.getTime() - open.created_at.getTime() < SAME_CHECKOUT_MS
  )
    return { checkout: open, title }
  const checkout = await checkouts.insertCheckout(db, clientId, {
    id: randomUUID(),
    course_id: courseId,
    price_minor: priceMinor,
    user_id: userId,
    idempotency_key: body.idempotency_key,
    provider: provider.name,
    amount_minor: amountMinor,
    currency,
    created_at: now,
  })
  return { checkout, title }
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
