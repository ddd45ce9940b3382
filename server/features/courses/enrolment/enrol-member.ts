import type { TenantDb } from '#server/core/db/database.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import type { CoursesContext } from '../courses.cache.ts'
import { mayManage } from '../courses.policy.ts'
import { addEnrolment, everEnrolled } from '../learning/progress.repository.ts'
import { purchaseOf } from './purchases.repository.ts'
import { seatOf, writeSeat } from './seats.repository.ts'
import { settleSeats } from './seats.service.ts'

export type EnrolMemberResult = 'done' | 'already' | 'full' | 'premium' | 'closed' | 'not_allowed'

/**
 * Enrols a person on behalf of staff who manage the course, in the caller's transaction. A premium course opens with a
 * payment only; limited seats are kept.
 */
export const enrolMember =
  (context: CoursesContext) =>
  async (scope: StaffScope, db: TenantDb, courseId: number, userId: number): Promise<EnrolMemberResult> => {
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
