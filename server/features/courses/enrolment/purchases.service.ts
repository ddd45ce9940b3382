import type { AuditAction } from '#contract/security/audit-actions.ts'
import type {
  CourseRoster,
  grantAccess as grantCall,
  manualPlaces,
  setOffer as offerCall,
} from '#contract/courses/enrolment.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField } from '#server/core/http/errors.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { mailAboutCourse } from './course-mails.ts'
import type { CoursesContext } from '../courses.cache.ts'
import { requireManage } from '../courses.policy.ts'
import { visibleCourse } from '../learning.ts'
import { addEnrolment } from '../learning/progress.repository.ts'
import * as rows from './purchases.repository.ts'
import { rosterOf } from './roster.service.ts'
import { isUnexpired, guaranteeUntil } from './seats.ts'
import * as seats from './seats.repository.ts'
import { settleSeats } from './seats.service.ts'

export const conflict = (detail: string) => new AppError('conflict', detail)

/** What the ledger knows of a purchase, a refund or its reversal. */
interface Posting {
  readonly purchaseId: number
  readonly personId: number
  readonly courseId: number
  readonly amountMinor: number
  readonly currency: string
  readonly at: Date
  readonly madeBy: number | null
}

/** Posts to the ledger in the caller's transaction. */
export interface PurchaseLedger {
  readonly purchased: (
    db: TenantDb,
    clientId: number,
    purchase: Posting,
    place: (typeof manualPlaces)[number],
  ) => Promise<void>
  /** Locks the online payments of a purchase; before its course's seats, as messages about them do. */
  readonly lockPayments: (db: TenantDb, clientId: number, purchaseId: number) => Promise<void>
  /** Online payments go back through their provider, and are posted when it has confirmed that. */
  readonly refunded: (db: TenantDb, clientId: number, refund: Posting) => Promise<void>
  readonly refundReversed: (
    db: TenantDb,
    clientId: number,
    refund: { purchaseId: number; at: Date; madeBy: number },
  ) => Promise<void>
}

export type PurchasesContext = CoursesContext & { readonly ledger: PurchaseLedger }

/**
 * Records a purchase and opens the course: seat, enrolment, mail. Every payment comes through here, manual or from a
 * provider. A repeated reference for the same person and course changes nothing. `overbook` gives a paid learner a
 * seat above the limit; a manual payment fails instead.
 */
export const recordPurchase = async (
  context: PurchasesContext,
  db: TenantDb,
  clientId: number,
  purchase: rows.NewPurchase & { overbook: boolean; place: (typeof manualPlaces)[number] },
): Promise<void> => {
  const { courseId, userId, at, source, reference } = purchase
  const key = { clientId, courseId }
  const settled = await settleSeats(context, db, key, at)
  const existing = await rows.purchaseByReference(db, clientId, source, reference)
  if (existing) {
    if (existing.course_id === courseId && existing.user_id === userId) return
    throw conflict('This reference has been used for another payment.')
  }
  if (settled) {
    const seat = await seats.seatOf(db, key, userId)
    const hasClaim = seat !== undefined && (seat.state === 'confirmed' || isUnexpired(seat, at))
    if (!hasClaim && settled.left < 1 && !purchase.overbook)
      throw conflict('All seats are taken. Raise the number of seats first.')
    await seats.writeSeat(db, key, userId, { state: 'confirmed', since: at, until: null })
  }
  const purchaseId = await rows.insertPurchase(db, clientId, purchase)
  if (purchaseId === null) throw conflict('This person has already paid for this course.')
  const { amountMinor, currency, grantedBy: madeBy } = purchase
  const posting = { purchaseId, personId: userId, courseId, amountMinor, currency, at, madeBy }
  await context.ledger.purchased(db, clientId, posting, purchase.place)
  await openPurchased(context, db, clientId, purchase)
}

/** The enrolment and its mail. The seat is confirmed. */
export const openPurchased = async (
  context: CoursesContext,
  db: TenantDb,
  clientId: number,
  { courseId, userId, at }: Pick<rows.NewPurchase, 'courseId' | 'userId' | 'at'>,
): Promise<void> => {
  await addEnrolment(db, { clientId, userId }, courseId, at)
  await context.changes.announce(db, { kind: 'courses', clientId })
  const [recipient] = await rows.recipients(db, clientId, [userId])
  const course = await context.caches.structure(db, clientId, courseId)
  const { time_zone } = await rows.tenantMoney(db, clientId)
  if (recipient)
    await mailAboutCourse(context, db, recipient, 'accessGranted', {
      id: courseId,
      title: course?.row.title ?? '',
      day: guaranteeUntil(at, time_zone),
    })
}

/** Records a manual payment, by an instructor of the course or an admin. */
export const grantAccess = (
  context: PurchasesContext,
  scope: StaffScope,
  courseId: number,
  body: BodyOf<typeof grantCall>,
): Promise<CourseRoster> =>
  scope.tx(async (db) => {
    const course = await visibleCourse(context.caches, db, scope, courseId)
    requireManage(scope.actor, course.instructors)
    const { clientId } = scope.tenant
    const recipient = await rows.recipientByEmail(db, clientId, body.email)
    if (!recipient)
      throw invalidField('email', { code: 'incorrect', message: 'No one here has this email address.' })
    const { currency } = await rows.tenantMoney(db, clientId)
    await recordPurchase(context, db, clientId, {
      courseId,
      userId: recipient.id,
      at: scope.clock.now(),
      source: 'manual',
      amountMinor: body.amount_minor,
      currency,
      reference: body.reference,
      grantedBy: scope.actor.userId,
      overbook: false,
      place: body.place,
    })
    await recordEvent(context, scope, db, 'courses.grant', `user:${recipient.id}`, {
      course: courseId,
      reference: body.reference,
      amount_minor: body.amount_minor,
    })
    return rosterOf(scope, db, course)
  })

/** Sets seats, opening date and price. Rejects fewer seats than are taken: nobody loses a seat. */
export const setOffer = (
  context: CoursesContext,
  scope: StaffScope,
  courseId: number,
  body: BodyOf<typeof offerCall>,
): Promise<CourseRoster> =>
  scope.tx(async (db) => {
    const course = await visibleCourse(context.caches, db, scope, courseId)
    requireManage(scope.actor, course.instructors)
    const { clientId } = scope.tenant
    if ((body.booking_minor ?? 0) > (body.price_minor ?? 0))
      throw invalidField('booking_minor', {
        code: 'too_large',
        message: 'The booking amount cannot exceed the price.',
      })
    const { currency } = await rows.tenantMoney(db, clientId)
    await saveOffer(context, db, { clientId, courseId }, scope.clock.now(), {
      capacity: body.capacity,
      opens_at: body.opens_at === null ? null : new Date(body.opens_at),
      price_minor: body.price_minor,
      booking_minor: body.price_minor === null ? null : body.booking_minor,
      currency: body.price_minor === null ? null : currency,
    })
    await recordEvent(context, scope, db, 'courses.offer', `course:${courseId}`, {
      capacity: body.capacity,
      price_minor: body.price_minor,
    })
    return rosterOf(scope, db, course)
  })

/** Writes an offer and updates the seats accordingly. */
export const saveOffer = async (
  context: CoursesContext,
  db: TenantDb,
  key: seats.CourseKey,
  now: Date,
  offer: seats.OfferRow,
): Promise<void> => {
  const before = await seats.lockOffer(db, key)
  await seats.writeOffer(db, key, offer)
  if (offer.capacity === null) await seats.removeAllSeats(db, key)
  else {
    if (before?.capacity === undefined || before.capacity === null) await seats.seatEnrolled(db, key, now)
    await settleSeats(context, db, key, now)
    const claimed = (await seats.unconfirmedSeats(db, key)).filter((seat) => isUnexpired(seat, now)).length
    const taken = (await seats.countConfirmed(db, key)) + claimed
    if (taken > offer.capacity)
      throw invalidField('capacity', {
        code: 'too_small',
        message: 'More seats than this are already taken.',
        params: { min: taken },
      })
  }
  await context.changes.announce(db, { kind: 'courses', clientId: key.clientId })
}

export const recordEvent = (
  { audit }: CoursesContext,
  scope: StaffScope,
  db: TenantDb,
  action: AuditAction,
  object: string,
  detail: Record<string, string | number | boolean | null>,
): Promise<void> =>
  audit.record(db, {
    action,
    result: 'ok',
    actorId: scope.actor.userId,
    sessionId: scope.actor.sessionId,
    object,
    detail,
    requestId: scope.request.id,
    ip: scope.request.ip,
  })
