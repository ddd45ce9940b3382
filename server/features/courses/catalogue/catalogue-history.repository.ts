/** Adds past reviews, purchases and seats as demo data. */
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import { insertPurchase, tenantMoney, writeRefundRequest } from '../enrolment/purchases.repository.ts'
import { seatEnrolled, writeOffer, writeSeat, type CourseKey } from '../enrolment/seats.repository.ts'

export interface PastLearner {
  courseId: number
  userId: number
  language: string
  /** When they enrolled, and when they were last active. */
  enrolledAt: Date
  lastAt: Date
  stars: number | null
}

/** Everybody who is enrolled, with their rating, in a fixed order. */
export const pastLearners = async (db: TenantDb, clientId: number): Promise<PastLearner[]> => {
  const result = await sql<PastLearner>`
    select e.course_id as "courseId", e.user_id as "userId", u.language, e.enrolled_at as "enrolledAt",
      coalesce(e.completed_at, e.last_activity_at, e.enrolled_at) as "lastAt", r.stars
    from enrolment e join app_user u on u.client_id = e.client_id and u.id = e.user_id
    left join course_rating r on r.client_id = e.client_id and r.course_id = e.course_id and r.user_id = e.user_id
    where e.client_id = ${clientId} and e.left_at is null order by e.course_id, e.user_id`.execute(db)
  return result.rows
}

/** Adds a text and a date to a rating. */
export const addPastReview = async (
  db: TenantDb,
  clientId: number,
  review: { courseId: number; userId: number; text: string; at: Date },
): Promise<void> => {
  await db
    .updateTable('course_rating')
    .set({ text: review.text, created_at: review.at, updated_at: review.at })
    .where('client_id', '=', clientId)
    .where('course_id', '=', review.courseId)
    .where('user_id', '=', review.userId)
    .execute()
}

export interface PastOffer {
  courseId: number
  /** Free seats beyond those of enrolled learners; null for unlimited seats. */
  freeSeats: number | null
  priceMinor: number | null
  bookingMinor: number | null
  /** When an announced course opens. */
  opensAt: Date | null
  waiting: readonly { userId: number; since: Date }[]
}

/** Adds a past offer: enrolled learners get a seat, others wait. */
export const addPastOffer = async (
  db: TenantDb,
  clientId: number,
  offer: PastOffer,
  now: Date,
): Promise<void> => {
  const key = { clientId, courseId: offer.courseId }
  const { currency } = await tenantMoney(db, clientId)
  const limited = offer.freeSeats !== null
  const enrolled = limited ? await countEnrolled(db, key) : 0
  await writeOffer(db, key, {
    capacity: limited ? Math.max(1, enrolled + (offer.freeSeats ?? 0)) : null,
    opens_at: offer.opensAt,
    price_minor: offer.priceMinor,
    booking_minor: offer.bookingMinor,
    currency: offer.priceMinor === null ? null : currency,
  })
  if (limited) await seatEnrolled(db, key, now)
  for (const { userId, since } of offer.waiting)
    await writeSeat(db, key, userId, { state: 'waiting', since, until: null })
}

const countEnrolled = async (db: TenantDb, { clientId, courseId }: CourseKey): Promise<number> => {
  const result = await sql<{ n: number }>`
    select count(*)::integer as n from enrolment
    where client_id = ${clientId} and course_id = ${courseId} and left_at is null`.execute(db)
  return result.rows[0]?.n ?? 0
}

/** Adds a manually recorded payment, with a refund request if there is one. The caller posts it to the ledger. */
export const addPastPurchase = async (
  db: TenantDb,
  clientId: number,
  purchase: {
    courseId: number
    userId: number
    at: Date
    amountMinor: number
    reference: string
    refund: { at: Date; reason: string } | null
  },
): Promise<{ id: number; currency: string } | null> => {
  const { currency } = await tenantMoney(db, clientId)
  const { refund, ...paid } = purchase
  const id = await insertPurchase(db, clientId, { ...paid, currency, source: 'manual', grantedBy: null })
  if (id === null) return null
  if (refund) await writeRefundRequest(db, clientId, id, refund)
  return { id, currency }
}
