/** Refunds within the money-back guarantee: asked for by the learner, settled and taken back by admins. */
import type { CourseAccess, CourseRoster, settleRefund as settleCall } from '#contract/courses/enrolment.ts'
import { isRequestSeen, newReasonIssue, refundHistoryOf } from '#contract/courses/refund-requests.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { invalidField, notFound } from '#server/core/http/errors.ts'
import type { AdminScope, MemberScope } from '#server/core/http/scope.ts'
import { accessOf } from './access.service.ts'
import { mailAboutCourse, type CourseMail } from './course-mails.ts'
import type { CoursesContext, CourseStructure } from '../courses.cache.ts'
import { learnerOf, visibleCourse } from '../learning.ts'
import { addEnrolment, endEnrolment } from '../learning/progress.repository.ts'
import * as rows from './purchases.repository.ts'
import { conflict, recordEvent, type PurchasesContext } from './purchases.service.ts'
import { rosterOf } from './roster.service.ts'
import { withinGuarantee } from './seats.ts'
import * as seats from './seats.repository.ts'
import { settleSeats } from './seats.service.ts'

/** A declined request is no end, but asking for the same again is. */
const requireNewRequest = (
  { refund_declined_before: declined, refund_reason: last }: rows.PurchaseRow,
  reason: string,
): void => {
  if (refundHistoryOf(declined).asks_left < 1) throw conflict('You cannot request this refund once more.')
  const issue = newReasonIssue(reason, [last, ...declined.map((each) => each.reason)])
  if (issue) throw invalidField('reason', issue)
}

/** Requests a refund, until the end of the last day of the guarantee. */
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
    if (!purchase) throw conflict('You have no payment for this course.')
    const now = scope.clock.now()
    if (purchase.refund_state === null || purchase.refund_state === 'declined') {
      const { time_zone } = await rows.tenantMoney(db, learner.clientId)
      if (!withinGuarantee(purchase.purchased_at, now, time_zone))
        throw conflict('The money-back guarantee for this payment has expired.')
      if (purchase.refund_state === 'declined') requireNewRequest(purchase, reason)
      await rows.writeRefundRequest(db, learner.clientId, purchase.id, { at: now, reason })
    }
    return accessOf(context, scope, db, course)
  })

/** The whole amount, or the part that the body names. */
const refundAmount = (purchase: rows.PurchaseRow, { decision, amount_minor: part }: Settlement): number => {
  if (decision === 'declined') return 0
  if (part !== undefined && part > purchase.amount_minor)
    throw invalidField('amount_minor', {
      code: 'too_large',
      message: 'More than this payment cannot be refunded.',
      params: { max: purchase.amount_minor },
    })
  return part ?? purchase.amount_minor
}

type Settlement = BodyOf<typeof settleCall>

/** Whoever did not ask, or no more could, gets money back as an exception, and the admin says why. */
const requireRequest = (purchase: rows.PurchaseRow, { decision, note, asked_at: seen }: Settlement): void => {
  if (!isRequestSeen(purchase.refund_asked_at, seen))
    throw conflict('The learner has asked again. Read the new reason first.')
  if (purchase.refund_state !== null) return
  if (decision === 'declined') throw conflict('There is no open refund request.')
  if (note === '') throw invalidField('note', { code: 'required', message: 'Say why this money goes back.' })
}

/**
 * Decides a refund request, once. A refund, in full or part, ends the enrolment and frees the seat; progress is kept.
 */
export const settleRefund = (
  context: PurchasesContext,
  scope: AdminScope,
  purchaseId: number,
  settlement: Settlement,
): Promise<CourseRoster> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const { decision, note } = settlement
    const purchase = await rows.purchaseById(db, clientId, purchaseId)
    if (!purchase) throw notFound()
    const { course_id: courseId, user_id: userId, currency } = purchase
    const course = await visibleCourse(context.caches, db, scope, courseId)
    requireRequest(purchase, settlement)
    const amountMinor = refundAmount(purchase, settlement)
    const now = scope.clock.now()
    const key = { clientId, courseId }
    await context.ledger.lockPayments(db, clientId, purchaseId)
    await settleSeats(context, db, key, now)
    const by = scope.actor.userId
    const wasOpen = await rows.writeRefundDecision(db, clientId, purchase, {
      state: decision,
      at: now,
      by,
      note,
    })
    if (!wasOpen) throw conflict('There is no open refund request.')
    if (decision === 'refunded') {
      const posting = { purchaseId, personId: userId, courseId, amountMinor, currency, at: now, madeBy: by }
      await context.ledger.refunded(db, clientId, posting)
      await endEnrolment(db, { clientId, userId }, courseId, now)
      await seats.removeSeats(db, key, [userId])
      await settleSeats(context, db, key, now)
      await context.changes.announce(db, { kind: 'courses', clientId })
    }
    await mailLearner(context, scope, db, purchase, course, {
      mail: decision === 'refunded' ? 'refunded' : 'refundDeclined',
      amountMinor,
    })
    await recordEvent(context, scope, db, 'courses.settleRefund', `purchase:${purchaseId}`, {
      decision,
      amount_minor: amountMinor,
    })
    return rosterOf(scope, db, course)
  })

const mailLearner = async (
  context: CoursesContext,
  scope: AdminScope,
  db: TenantDb,
  purchase: rows.PurchaseRow,
  course: CourseStructure,
  { mail, amountMinor }: { mail: CourseMail; amountMinor: number },
): Promise<void> => {
  const [recipient] = await rows.recipients(db, scope.tenant.clientId, [purchase.user_id])
  if (recipient)
    await mailAboutCourse(context, db, recipient, mail, {
      id: purchase.course_id,
      title: course.row.title,
      amount: { minor: amountMinor, currency: purchase.currency },
    })
}

/**
 * Takes a refund back whose money returned, such as a bank transfer that failed: the course opens again and the request
 * waits for a new decision. A repeat is refused.
 */
export const reverseRefund = (
  context: PurchasesContext,
  scope: AdminScope,
  purchaseId: number,
): Promise<CourseRoster> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const purchase = await rows.purchaseById(db, clientId, purchaseId)
    if (!purchase) throw notFound()
    if (purchase.source === 'payment')
      throw conflict('Money of an online payment comes back at its provider.')
    const { course_id: courseId, user_id: userId } = purchase
    const course = await visibleCourse(context.caches, db, scope, courseId)
    const now = scope.clock.now()
    const key = { clientId, courseId }
    const settled = await settleSeats(context, db, key, now)
    const living = await rows.purchaseOf(db, { clientId, userId }, courseId)
    if (living && living.refund_state !== 'refunded' && living.id !== purchaseId)
      throw conflict('This person has paid for the course again since.')
    if (!(await rows.reopenRefund(db, clientId, purchaseId))) throw conflict('This payment is not refunded.')
    if (settled) {
      if (settled.left < 1) throw conflict('All seats are taken. Raise the number of seats first.')
      await seats.writeSeat(db, key, userId, { state: 'confirmed', since: now, until: null })
    }
    const by = scope.actor.userId
    await context.ledger.refundReversed(db, clientId, { purchaseId, at: now, madeBy: by })
    await addEnrolment(db, { clientId, userId }, courseId, now)
    await context.changes.announce(db, { kind: 'courses', clientId })
    await mailLearner(context, scope, db, purchase, course, { mail: 'refundReturned', amountMinor: 0 })
    await recordEvent(context, scope, db, 'courses.reverseRefund', `purchase:${purchaseId}`, {})
    return rosterOf(scope, db, course)
  })
