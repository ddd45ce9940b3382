import type {
  CourseAccess,
  CourseRoster,
  grantAccess as grantCall,
  setOffer as offerCall,
} from '#contract/courses/enrolment.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import type { AdminScope, MemberScope, StaffScope } from '#server/core/http/scope.ts'
import { accessOf } from './access.service.ts'
import { mailAboutCourse } from './course-mails.ts'
import type { CoursesContext } from '../courses.cache.ts'
import { requireManage } from '../courses.policy.ts'
import { learnerOf, visibleCourse } from '../learning.ts'
import { addEnrolment, endEnrolment } from '../learning/progress.repository.ts'
import * as rows from './purchases.repository.ts'
import { rosterOf } from './roster.service.ts'
import { isLive, guaranteeUntil, withinGuarantee } from './seats.ts'
import * as seats from './seats.repository.ts'
import { settleSeats } from './seats.service.ts'

const conflict = (detail: string) => new AppError('conflict', detail)

/**
 * Notes a purchase and opens the course: seat, enrolment, mail. The one way in for money, by hand or by a provider.
 * The same reference for the same person and course changes nothing. Whoever has already paid is let in over the limit
 * (`overbook`); by hand one is told instead.
 */
export const recordPurchase = async (
  context: CoursesContext,
  db: TenantDb,
  clientId: number,
  purchase: rows.NewPurchase & { overbook: boolean },
): Promise<void> => {
  const { courseId, userId, at, source, reference } = purchase
  const key = { clientId, courseId }
  const settled = await settleSeats(context, db, key, at)
  const known = await rows.purchaseByReference(db, clientId, source, reference)
  if (known) {
    if (known.course_id === courseId && known.user_id === userId) return
    throw conflict('This reference has been used for another payment.')
  }
  if (settled) {
    const place = await seats.placeOf(db, key, userId)
    const promised = place !== undefined && (place.state === 'confirmed' || isLive(place, at))
    if (!promised && settled.left < 1 && !purchase.overbook)
      throw conflict('All seats are taken. Raise the number of seats first.')
    await seats.writePlace(db, key, userId, { state: 'confirmed', since: at, until: null })
  }
  if ((await rows.insertPurchase(db, clientId, purchase)) === null)
    throw conflict('This person has paid for this course already.')
  await addEnrolment(db, { clientId, userId }, courseId, at)
  await context.changes.announce(db, { kind: 'courses', clientId })
  const [reader] = await rows.readers(db, clientId, [userId])
  const course = await context.caches.structure(db, clientId, courseId)
  const { time_zone } = await rows.tenantMoney(db, clientId)
  if (reader)
    await mailAboutCourse(context, db, reader, 'accessGranted', {
      id: courseId,
      title: course?.row.title ?? '',
      day: guaranteeUntil(at, time_zone),
    })
}

/** A payment noted by hand, by who teaches the course or an admin. */
export const grantAccess = (
  context: CoursesContext,
  scope: StaffScope,
  courseId: number,
  body: BodyOf<typeof grantCall>,
): Promise<CourseRoster> =>
  scope.tx(async (db) => {
    const course = await visibleCourse(context.caches, db, scope, courseId)
    requireManage(scope.actor, course.instructors)
    const { clientId } = scope.tenant
    const reader = await rows.readerByEmail(db, clientId, body.email)
    if (!reader) throw invalidField('email', { code: 'incorrect', message: 'Nobody has this address here.' })
    const { currency } = await rows.tenantMoney(db, clientId)
    await recordPurchase(context, db, clientId, {
      courseId,
      userId: reader.id,
      at: scope.clock.now(),
      source: 'manual',
      amountMinor: body.amount_minor,
      currency,
      reference: body.reference,
      grantedBy: scope.actor.userId,
      overbook: false,
    })
    await record(context, scope, db, 'courses.grant', `user:${reader.id}`, {
      course: courseId,
      reference: body.reference,
      amount_minor: body.amount_minor,
    })
    return rosterOf(scope, db, course)
  })

/** The learner asks for the money back, until the end of the last day of the guarantee. */
export const askRefund = (
  context: CoursesContext,
  scope: MemberScope,
  courseId: number,
  { reason }: { reason: string },
): Promise<CourseAccess> =>
  scope.tx(async (db) => {
    const course = await visibleCourse(context.caches, db, scope, courseId)
    const learner = learnerOf(scope)
    const purchase = await rows.purchaseOf(db, learner, courseId)
    if (!purchase) throw conflict('There is no payment of yours for this course.')
    const now = scope.clock.now()
    if (purchase.refund_state === null) {
      const { time_zone } = await rows.tenantMoney(db, learner.clientId)
      if (!withinGuarantee(purchase.purchased_at, now, time_zone))
        throw conflict('The money-back guarantee for this payment is over.')
      await rows.writeRefundRequest(db, learner.clientId, purchase.id, { at: now, reason })
    }
    return accessOf(context, scope, db, course)
  })

/** Decided once. Giving the money back closes the course and frees the seat; the progress is kept. */
export const settleRefund = (
  context: CoursesContext,
  scope: AdminScope,
  purchaseId: number,
  { decision, note }: { decision: 'refunded' | 'declined'; note: string },
): Promise<CourseRoster> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const purchase = await rows.purchaseById(db, clientId, purchaseId)
    if (!purchase) throw notFound()
    const { course_id: courseId, user_id: userId } = purchase
    const course = await visibleCourse(context.caches, db, scope, courseId)
    const now = scope.clock.now()
    const key = { clientId, courseId }
    await settleSeats(context, db, key, now)
    const by = scope.actor.userId
    const open = await rows.writeRefundDecision(db, clientId, purchaseId, {
      state: decision,
      at: now,
      by,
      note,
    })
    if (!open) throw conflict('There is no open request to decide about.')
    if (decision === 'refunded') {
      await endEnrolment(db, { clientId, userId }, courseId, now)
      await seats.removePlaces(db, key, [userId])
      await settleSeats(context, db, key, now)
      await context.changes.announce(db, { kind: 'courses', clientId })
    }
    const [reader] = await rows.readers(db, clientId, [userId])
    if (reader)
      await mailAboutCourse(context, db, reader, decision === 'refunded' ? 'refunded' : 'refundDeclined', {
        id: courseId,
        title: course.row.title,
      })
    await record(context, scope, db, 'courses.settleRefund', `purchase:${purchaseId}`, { decision })
    return rosterOf(scope, db, course)
  })

/** Seats, opening and price. Lowering the seats below what is taken is refused: nobody loses a seat by it. */
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
        message: 'The booking amount is a part of the price.',
      })
    const { currency } = await rows.tenantMoney(db, clientId)
    await saveOffer(context, db, { clientId, courseId }, scope.clock.now(), {
      capacity: body.capacity,
      opens_at: body.opens_at === null ? null : new Date(body.opens_at),
      price_minor: body.price_minor,
      booking_minor: body.price_minor === null ? null : body.booking_minor,
      currency: body.price_minor === null ? null : currency,
    })
    await record(context, scope, db, 'courses.offer', `course:${courseId}`, {
      capacity: body.capacity,
      price_minor: body.price_minor,
    })
    return rosterOf(scope, db, course)
  })

/** Writes what a course is offered for, and keeps its seats true to it. */
export const saveOffer = async (
  context: CoursesContext,
  db: TenantDb,
  key: seats.CourseKey,
  now: Date,
  offer: seats.OfferRow,
): Promise<void> => {
  const before = await seats.lockOffer(db, key)
  await seats.writeOffer(db, key, offer)
  if (offer.capacity === null) await seats.dropPlaces(db, key)
  else {
    if (before?.capacity === undefined || before.capacity === null) await seats.seatEnrolled(db, key, now)
    await settleSeats(context, db, key, now)
    const promised = (await seats.openPlaces(db, key)).filter((place) => isLive(place, now)).length
    const taken = (await seats.countConfirmed(db, key)) + promised
    if (taken > offer.capacity)
      throw invalidField('capacity', {
        code: 'too_small',
        message: 'More seats than that are taken.',
        params: { min: taken },
      })
  }
  await context.changes.announce(db, { kind: 'courses', clientId: key.clientId })
}

const record = (
  { audit }: CoursesContext,
  scope: StaffScope,
  db: TenantDb,
  action: string,
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
