import type { CourseAccess, Purchase } from '#contract/courses/enrolment.ts'
import { refundHistoryOf } from '#contract/courses/refund-requests.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { CoursesContext, CourseStructure } from '../courses.cache.ts'
import { mayManage } from '../courses.policy.ts'
import { learnerOf, visibleCourse } from '../learning.ts'
import { hasNotice } from '../catalogue/notices.repository.ts'
import { accessEndOf } from './access-end.ts'
import { paymentInstructionsIn } from './payment-instructions.repository.ts'
import { purchaseOf, tenantMoney, type PurchaseRow, type TenantMoney } from './purchases.repository.ts'
import { guaranteeUntil, settle, withinGuarantee } from './seats.ts'
import {
  countConfirmed,
  offerOf,
  unconfirmedSeats,
  seatOf,
  type CourseKey,
  type OfferRow,
} from './seats.repository.ts'

/** One caller's access to one course, read without a lock: expired holds and offers count as gone. */
export const courseAccess = (
  context: CoursesContext,
  scope: MemberScope,
  courseId: number,
): Promise<CourseAccess> =>
  scope.tx(async (db) =>
    accessOf(context, scope, db, await visibleCourse(context.caches, db, scope, courseId)),
  )

/** courseAccess() inside a transaction that changed something. */
export const accessOf = async (
  _context: CoursesContext,
  scope: MemberScope,
  db: TenantDb,
  course: CourseStructure,
): Promise<CourseAccess> => {
  const learner = learnerOf(scope)
  const key = { clientId: learner.clientId, courseId: course.row.id }
  const now = scope.clock.now()
  const offer = await offerOf(db, key)
  const money = await tenantMoney(db, learner.clientId)
  const purchase = await purchaseOf(db, learner, key.courseId)
  const opensAt = offer?.opens_at && offer.opens_at > now ? offer.opens_at.toISOString() : null
  return {
    now: now.toISOString(),
    ...(await seatsOf(db, key, offer, learner.userId, now)),
    opens_at: opensAt,
    notify: opensAt !== null && (await hasNotice(db, key, learner.userId)),
    access_until: (await accessEndOf(db, key.courseId, learner.userId))?.until ?? null,
    price: priceOf(offer),
    purchase: purchase ? toPurchase(purchase, money, now) : null,
    payment_instructions: isToBePaid(course, purchase)
      ? await paymentInstructionsIn(db, learner.clientId, [languageFor(scope), ...scope.tenant.languages])
      : null,
    may_manage: mayManage(scope.actor, course.instructors),
  }
}

const isToBePaid = (course: CourseStructure, purchase: PurchaseRow | undefined): boolean =>
  course.row.price === 'premium' && (!purchase || purchase.refund_state === 'refunded')

const priceOf = (offer: OfferRow | undefined): CourseAccess['price'] =>
  offer && offer.price_minor !== null && offer.currency !== null
    ? { amount_minor: offer.price_minor, currency: offer.currency, booking_minor: offer.booking_minor }
    : null

const seatsOf = async (
  db: TenantDb,
  key: CourseKey,
  offer: OfferRow | undefined,
  userId: number,
  now: Date,
): Promise<Pick<CourseAccess, 'seats' | 'seat'>> => {
  if (!offer || offer.capacity === null) return { seats: null, seat: null }
  const { capacity } = offer
  const settled = settle(capacity, await countConfirmed(db, key), await unconfirmedSeats(db, key), now)
  const queue = [...settled.offered, ...settled.waiting]
  const seat = await seatOf(db, key, userId)
  const hasNoSeat = !seat || settled.expired.includes(userId)
  return {
    seats: { capacity, left: settled.left, waiting: queue.length },
    seat: hasNoSeat
      ? null
      : {
          state: seat.state,
          until: seat.until?.toISOString() ?? null,
          position: seat.state === 'waiting' ? queue.indexOf(userId) + 1 : null,
        },
  }
}

/** The first time, and after a declined request while the learner may ask once more. */
const mayAskRefund = ({ refund_state: state, refund_declined_before: declined }: PurchaseRow): boolean =>
  state === null || (state === 'declined' && refundHistoryOf(declined).asks_left > 0)

export const toPurchase = (row: PurchaseRow, { time_zone }: TenantMoney, now: Date): Purchase => ({
  id: row.id,
  purchased_at: row.purchased_at.toISOString(),
  source: row.source,
  amount_minor: row.amount_minor,
  currency: row.currency,
  reference: row.reference,
  guarantee_until: guaranteeUntil(row.purchased_at, time_zone),
  refundable: mayAskRefund(row) && withinGuarantee(row.purchased_at, now, time_zone),
  refund:
    row.refund_state === null || row.refund_asked_at === null
      ? null
      : {
          state: row.refund_state,
          reason: row.refund_reason,
          asked_at: row.refund_asked_at.toISOString(),
          settled_at: row.refund_settled_at?.toISOString() ?? null,
          note: row.refund_note,
          ...refundHistoryOf(row.refund_declined_before),
        },
})
