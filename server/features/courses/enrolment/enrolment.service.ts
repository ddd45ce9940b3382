import type { CourseProgress } from '#contract/courses/shapes.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { CoursesContext, CourseStructure } from '../courses.cache.ts'
import { lockedContent } from '../courses.policy.ts'
import { learnerOf, itemStatusesOf, visibleCourse } from '../learning.ts'
import {
  addEnrolment,
  endEnrolment,
  everEnrolled,
  lockEnrolment,
  type Learner,
} from '../learning/progress.repository.ts'
import { courseStatusOf } from '../progress.ts'
import { purchaseOf } from './purchases.repository.ts'
import { seatOf, removeSeats } from './seats.repository.ts'
import { settleSeats } from './seats.service.ts'

/** Enrols the caller, if nothing prevents it. Idempotent. */
export const enrol = (
  context: CoursesContext,
  scope: MemberScope,
  courseId: number,
): Promise<CourseProgress> =>
  scope.tx(async (db) => {
    const course = await visibleCourse(context.caches, db, scope, courseId)
    const learner = learnerOf(scope)
    const now = scope.clock.now()
    await requireEnrolmentAllowed(context, db, learner, course, now)
    const added = await addEnrolment(db, learner, courseId, now)
    if (added) await context.changes.announce(db, { kind: 'courses', clientId: learner.clientId })
    const enrolment = await lockEnrolment(db, learner, courseId)
    if (!enrolment) throw new Error(`enrolment in course ${courseId} vanished within its own transaction`)
    return courseStatusOf(course.outline, enrolment, await itemStatusesOf(db, learner, courseId))
  })

/**
 * The course must be open. A premium course needs a payment or an earlier enrolment; limited seats need a confirmed
 * seat.
 */
const requireEnrolmentAllowed = async (
  context: CoursesContext,
  db: TenantDb,
  learner: Learner,
  { row }: CourseStructure,
  now: Date,
): Promise<void> => {
  if (row.opens_at && row.opens_at > now) throw lockedContent('upcoming')
  if (row.price === 'premium' && !(await hasPaidOrWasEnrolled(db, learner, row.id)))
    throw lockedContent('premium')
  if (row.capacity === null) return
  const key = { clientId: learner.clientId, courseId: row.id }
  const settled = await settleSeats(context, db, key, now)
  if (settled && (await seatOf(db, key, learner.userId))?.state !== 'confirmed') throw lockedContent('seats')
}

/** A refunded learner has to pay again. */
const hasPaidOrWasEnrolled = async (db: TenantDb, learner: Learner, courseId: number): Promise<boolean> => {
  const purchase = await purchaseOf(db, learner, courseId)
  return purchase ? purchase.refund_state !== 'refunded' : everEnrolled(db, learner, courseId)
}

/** Leaves a course. Progress is kept for a return, and so is a paid seat. Idempotent. */
export const unenrol = (context: CoursesContext, scope: MemberScope, courseId: number): Promise<undefined> =>
  scope.tx(async (db) => {
    await visibleCourse(context.caches, db, scope, courseId)
    const learner = learnerOf(scope)
    const { clientId, userId } = learner
    const now = scope.clock.now()
    const key = { clientId, courseId }
    const isLimited = await settleSeats(context, db, key, now)
    if (!(await endEnrolment(db, learner, courseId, now))) return undefined
    const purchase = await purchaseOf(db, learner, courseId)
    const hasPaid = purchase !== undefined && purchase.refund_state !== 'refunded'
    if (isLimited && !hasPaid) {
      await removeSeats(db, key, [userId])
      await settleSeats(context, db, key, now)
    }
    await context.changes.announce(db, { kind: 'courses', clientId })
    return undefined
  })
