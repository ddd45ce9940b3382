import type { TenantDb } from '#server/core/db/database.ts'
import type { Clock } from '#server/core/clock.ts'
import type { Actor } from '#server/core/http/scope.ts'
import type { CoursesContext } from '../courses.cache.ts'
import { mayManage } from '../courses.policy.ts'
import { addEnrolment, addEnrolments, endEnrolment, everEnrolled } from '../learning/progress.repository.ts'
import { purchaseOf } from './purchases.repository.ts'
import { lockOffer, removeSeats, seatOf, writeSeat } from './seats.repository.ts'
import { settleSeats } from './seats.service.ts'

export type EnrolMemberResult = 'done' | 'already' | 'full' | 'premium' | 'closed' | 'not_allowed'

/** Staff, in a request or in a job of theirs. */
export interface Enroller {
  readonly tenant: { readonly clientId: number }
  readonly clock: Clock
  readonly actor: Pick<Actor, 'userId' | 'role'>
}

/**
 * Enrols a person on behalf of staff who manage the course, in the caller's transaction. A premium course opens with a
 * payment only; limited seats are kept.
 */
export const enrolMember =
  (context: CoursesContext) =>
  async (scope: Enroller, db: TenantDb, courseId: number, userId: number): Promise<EnrolMemberResult> => {
    const { clientId } = scope.tenant
    const now = scope.clock.now()
    const course = await context.caches.structure(db, clientId, courseId)
    if (!course || !mayManage(scope.actor, course.instructors)) return 'not_allowed'
    const { row } = course
    if (row.status !== 'published' || (row.opens_at && row.opens_at > now)) return 'closed'
    const learner = { clientId, userId }
    if (row.price === 'premium') {
      const purchase = await purchaseOf(db, learner, courseId)
      const hasPaid = purchase
        ? purchase.refund_state !== 'refunded'
        : await everEnrolled(db, learner, courseId)
      if (!hasPaid) return 'premium'
    }
    const key = { clientId, courseId }
    const settled = await settleSeats(context, db, key, now)
    if (settled && (await seatOf(db, key, userId))?.state !== 'confirmed') {
      if (settled.left < 1) return 'full'
      await writeSeat(db, key, userId, { state: 'confirmed', since: now, until: null })
    }
    const isNew = await addEnrolment(db, learner, courseId, now)
    if (isNew) await context.changes.announce(db, { kind: 'courses', clientId })
    return isNew ? 'done' : 'already'
  }

/** Like {@link enrolMember} for many people; a free course without a limit of seats takes all of them at once. */
export const enrolMembers =
  (context: CoursesContext) =>
  async (
    by: Enroller,
    db: TenantDb,
    courseId: number,
    userIds: readonly number[],
  ): Promise<Map<number, EnrolMemberResult>> => {
    const { clientId } = by.tenant
    const now = by.clock.now()
    const course = await context.caches.structure(db, clientId, courseId)
    const isOpen = course?.row.status === 'published' && !(course.row.opens_at && course.row.opens_at > now)
    const isSimple =
      isOpen &&
      course.row.price !== 'premium' &&
      mayManage(by.actor, course.instructors) &&
      ((await lockOffer(db, { clientId, courseId }))?.capacity ?? null) === null
    if (!isSimple) {
      const enrol = enrolMember(context)
      const results = new Map<number, EnrolMemberResult>()
      for (const userId of userIds) results.set(userId, await enrol(by, db, courseId, userId))
      return results
    }
    const added = new Set(await addEnrolments(db, clientId, { courseId, userIds, now }))
    if (added.size > 0) await context.changes.announce(db, { kind: 'courses', clientId })
    return new Map(userIds.map((userId) => [userId, added.has(userId) ? 'done' : 'already']))
  }

/** Ends enrolments on behalf of staff; answers whose. Progress is kept, and so is a paid seat. */
export const endEnrolments =
  (context: CoursesContext) =>
  async (
    { tenant: { clientId }, clock }: Pick<Enroller, 'tenant' | 'clock'>,
    db: TenantDb,
    courseId: number,
    userIds: readonly number[],
  ): Promise<number[]> => {
    const now = clock.now()
    const ended: number[] = []
    const key = { clientId, courseId }
    const isLimited = await settleSeats(context, db, key, now)
    for (const userId of userIds) {
      const learner = { clientId, userId }
      if (!(await endEnrolment(db, learner, courseId, now))) continue
      ended.push(userId)
      if (!isLimited) continue
      const purchase = await purchaseOf(db, learner, courseId)
      if (!purchase || purchase.refund_state === 'refunded') await removeSeats(db, key, [userId])
    }
    if (isLimited) await settleSeats(context, db, key, now)
    await context.changes.announce(db, { kind: 'courses', clientId })
    return ended
  }

/** The way back of {@link enrolMember}, for staff who manage the course. */
export const unenrolMember =
  (context: CoursesContext) =>
  async (
    scope: Enroller,
    db: TenantDb,
    courseId: number,
    userId: number,
  ): Promise<'done' | 'already' | 'not_allowed'> => {
    const course = await context.caches.structure(db, scope.tenant.clientId, courseId)
    if (!course || !mayManage(scope.actor, course.instructors)) return 'not_allowed'
    const ended = await endEnrolments(context)(scope, db, courseId, [userId])
    return ended.length > 0 ? 'done' : 'already'
  }
