/**
 * Courses that are paid online: what is to be paid, the seat that a payment takes, and the way back. A payment is never
 * refused: without a seat it is a purchase whose money goes back (docs/decisions/money/send-money-without-a-seat-back.md).
 */
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { CoursesContext, CourseStructure } from '../courses.cache.ts'
import { lockedContent } from '../courses.policy.ts'
import { learnerOf, visibleCourse } from '../learning.ts'
import { activeEnrolment, endEnrolment } from '../learning/progress.repository.ts'
import { mailAboutCourse } from './course-mails.ts'
import * as rows from './purchases.repository.ts'
import { openPurchased } from './purchases.service.ts'
import { isUnexpired } from './seats.ts'
import * as seats from './seats.repository.ts'
import { holdSeat, settleSeats } from './seats.service.ts'

export interface CourseToPay {
  readonly title: string
  readonly currency: string
  readonly priceMinor: number
  readonly paidMinor: number
  /** What the next payment is; null when nothing is to be paid. */
  readonly amountMinor: number | null
}

/** A first payment is the booking amount, if there is one, or the price; a later one is the rest. */
const nextAmount = async (
  db: TenantDb,
  key: seats.CourseKey,
  userId: number,
  offer: { booking_minor: number | null; price_minor: number },
): Promise<Pick<CourseToPay, 'priceMinor' | 'paidMinor' | 'amountMinor'>> => {
  const learner = { clientId: key.clientId, userId }
  const purchase = await rows.purchaseOf(db, learner, key.courseId)
  if (purchase && purchase.refund_state !== 'refunded') {
    const priceMinor = purchase.price_minor ?? purchase.amount_minor
    const rest = purchase.refund_state === 'asked' ? 0 : priceMinor - purchase.amount_minor
    return { priceMinor, paidMinor: purchase.amount_minor, amountMinor: rest > 0 ? rest : null }
  }
  const first = offer.booking_minor || offer.price_minor
  const hasPlace = (await activeEnrolment(db, learner, key.courseId)) !== undefined
  return { priceMinor: offer.price_minor, paidMinor: 0, amountMinor: hasPlace ? null : first }
}

const toPay = async (
  scope: MemberScope,
  db: TenantDb,
  { row: { id: courseId, title, price } }: CourseStructure,
): Promise<CourseToPay | null> => {
  const { clientId, userId } = learnerOf(scope)
  const key = { clientId, courseId }
  const offer = await seats.offerOf(db, key)
  if (price !== 'premium' || !offer?.price_minor || offer.currency === null) return null
  const amounts = await nextAmount(db, key, userId, { ...offer, price_minor: offer.price_minor })
  return { title, currency: offer.currency, ...amounts }
}

/** Null for a course that has no price. */
export const courseToPay =
  (context: CoursesContext) =>
  async (scope: MemberScope, db: TenantDb, courseId: number): Promise<CourseToPay | null> =>
    toPay(scope, db, await visibleCourse(context.caches, db, scope, courseId))

/** Before a payment is started: holds a limited seat for 15 minutes, behind the lock of the course's seats. */
export const courseForPayment =
  (context: CoursesContext) =>
  async (scope: MemberScope, db: TenantDb, courseId: number): Promise<CourseToPay | null> => {
    const course = await visibleCourse(context.caches, db, scope, courseId)
    const now = scope.clock.now()
    if (course.row.opens_at && course.row.opens_at > now) throw lockedContent('upcoming')
    const { clientId, userId } = learnerOf(scope)
    const key = { clientId, courseId }
    const settled = await settleSeats(context, db, key, now)
    const found = await toPay(scope, db, course)
    if (found && found.amountMinor !== null && found.paidMinor === 0 && settled) {
      await holdSeat(db, key, userId, { now, settled, seat: await seats.seatOf(db, key, userId) })
      await context.changes.announce(db, { kind: 'courses', clientId })
    }
    return found
  }

export interface CoursePayment {
  readonly courseId: number
  readonly userId: number
  readonly priceMinor: number
  readonly amountMinor: number
  readonly currency: string
  readonly reference: string
  readonly at: Date
}

/** Behind the lock of the course's seats. Nothing opens for a closed account. */
const takeSeat = async (
  db: TenantDb,
  clientId: number,
  { courseId, userId, at }: CoursePayment,
  settled: { left: number } | null,
): Promise<boolean> => {
  if ((await rows.recipients(db, clientId, [userId])).length === 0) return false
  if (!settled) return true
  const key = { clientId, courseId }
  const seat = await seats.seatOf(db, key, userId)
  const hasClaim = seat !== undefined && (seat.state === 'confirmed' || isUnexpired(seat, at))
  if (!hasClaim && settled.left < 1) return false
  await seats.writeSeat(db, key, userId, { state: 'confirmed', since: at, until: null })
  return true
}

/** A part of the price that is not paid yet. */
const countsTo = (purchase: rows.PurchaseRow, { amountMinor, currency }: CoursePayment): boolean =>
  purchase.price_minor !== null &&
  purchase.refund_state !== 'asked' &&
  purchase.currency === currency &&
  purchase.amount_minor + amountMinor <= purchase.price_minor

const notifyReturned = async (
  context: CoursesContext,
  db: TenantDb,
  clientId: number,
  of: { courseId: number; userId: number; purchaseId: number; mail?: { minor: number; currency: string } },
): Promise<void> => {
  const { courseId, userId, purchaseId, mail } = of
  const title = (await context.caches.structure(db, clientId, courseId))?.row.title ?? ''
  const { mailTo } = await context.notifier.notify(db, clientId, {
    kind: 'payment_returned',
    userIds: [userId],
    params: { title },
    link: `/courses/${courseId}`,
    dedupeKey: `returned:${purchaseId}`,
    ownMail: mail !== undefined,
  })
  const [person] = mail ? await rows.recipients(db, clientId, mailTo) : []
  if (person && mail)
    await mailAboutCourse(context, db, person, 'seatGone', { id: courseId, title, amount: mail })
}

/**
 * Money that came in by a provider takes the seat, counts to the price of a seat that was booked before, or is noted as a
 * purchase whose money goes back. Payments of one course wait for each other here. Returns the purchase.
 */
export const sellCourse =
  (context: CoursesContext) =>
  async (db: TenantDb, clientId: number, payment: CoursePayment): Promise<number> => {
    const { courseId, userId, amountMinor, currency, at } = payment
    const settled = await settleSeats(context, db, { clientId, courseId }, at)
    const found = await rows.purchaseOf(db, { clientId, userId }, courseId)
    const living = found && found.refund_state !== 'refunded' ? found : undefined
    if (living && countsTo(living, payment)) {
      await rows.addToPurchase(db, clientId, living.id, amountMinor)
      return living.id
    }
    const hasPlace = !living && (await takeSeat(db, clientId, payment, settled))
    const purchaseId = await rows.insertPurchase(db, clientId, {
      ...payment,
      source: 'payment',
      grantedBy: null,
      returnedAt: hasPlace ? null : at,
    })
    if (purchaseId === null) throw new Error(`the payment ${payment.reference} was noted before`)
    if (hasPlace) await openPurchased(context, db, clientId, payment)
    else
      await notifyReturned(context, db, clientId, {
        courseId,
        userId,
        purchaseId,
        mail: { minor: amountMinor, currency },
      })
    return purchaseId
  }

/** Money went back at the provider: the course closes, as with any refund. A repeat changes nothing. */
export const courseRefunded =
  (context: CoursesContext) =>
  async (
    db: TenantDb,
    clientId: number,
    { purchaseId, at }: { purchaseId: number; at: Date },
  ): Promise<void> => {
    const { rows: found } = await sql<{ course_id: number; user_id: number }>`
      update course_purchase set refund_state = 'refunded', refund_asked_at = coalesce(refund_asked_at, ${at}),
        refund_settled_at = ${at}
      where client_id = ${clientId} and id = ${purchaseId} and refund_state is distinct from 'refunded'
      returning course_id, user_id`.execute(db)
    const [purchase] = found
    if (!purchase) return
    const { course_id: courseId, user_id: userId } = purchase
    const key = { clientId, courseId }
    await settleSeats(context, db, key, at)
    await endEnrolment(db, { clientId, userId }, courseId, at)
    await seats.removeSeats(db, key, [userId])
    await settleSeats(context, db, key, at)
    await context.changes.announce(db, { kind: 'courses', clientId })
    await notifyReturned(context, db, clientId, { courseId, userId, purchaseId })
  }
