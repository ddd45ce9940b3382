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
import { placeOf, removePlaces } from './seats.repository.ts'
import { settleSeats } from './seats.service.ts'

/** Enrols where nothing stands in the way. Harmless to repeat. */
export const enrol = (
  context: CoursesContext,
  scope: MemberScope,
  courseId: number,
): Promise<CourseProgress> =>
  scope.tx(async (db) => {
    const course = await visibleCourse(context.caches, db, scope, courseId)
    const learner = learnerOf(scope)
    const now = scope.clock.now()
    await requireWayIn(context, db, learner, course, now)
    const added = await addEnrolment(db, learner, courseId, now)
    if (added) await context.changes.announce(db, { kind: 'courses', clientId: learner.clientId })
    const enrolment = await lockEnrolment(db, learner, courseId)
    if (!enrolment) throw new Error(`enrolment in course ${courseId} is gone within its own transaction`)
    return courseStatusOf(course.outline, enrolment, await itemStatusesOf(db, learner, courseId))
  })

/** Not before it opens; a premium course lets in who paid or had a place before; limited seats want a seat. */
const requireWayIn = async (
  context: CoursesContext,
  db: TenantDb,
  learner: Learner,
  { row }: CourseStructure,
  now: Date,
): Promise<void> => {
  if (row.opens_at && row.opens_at > now) throw lockedContent('upcoming')
  if (row.price === 'premium' && !(await hasPaidOrHadPlace(db, learner, row.id)))
    throw lockedContent('premium')
  if (row.capacity === null) return
  const key = { clientId: learner.clientId, courseId: row.id }
  const settled = await settleSeats(context, db, key, now)
  if (settled && (await placeOf(db, key, learner.userId))?.state !== 'confirmed') throw lockedContent('seats')
}

/** Whoever got the money back pays again. */
const hasPaidOrHadPlace = async (db: TenantDb, learner: Learner, courseId: number): Promise<boolean> => {
  const purchase = await purchaseOf(db, learner, courseId)
  return purchase ? purchase.refund_state !== 'refunded' : everEnrolled(db, learner, courseId)
}

/** Leaves a course; the progress stays for a return, and so does a seat that was paid for. Harmless to repeat. */
export const unenrol = (context: CoursesContext, scope: MemberScope, courseId: number): Promise<undefined> =>
  scope.tx(async (db) => {
    await visibleCourse(context.caches, db, scope, courseId)
    const learner = learnerOf(scope)
    const { clientId, userId } = learner
    const now = scope.clock.now()
    const key = { clientId, courseId }
    const limited = await settleSeats(context, db, key, now)
    if (!(await endEnrolment(db, learner, courseId, now))) return undefined
    const purchase = await purchaseOf(db, learner, courseId)
    const paid = purchase !== undefined && purchase.refund_state !== 'refunded'
    if (limited && !paid) {
      await removePlaces(db, key, [userId])
      await settleSeats(context, db, key, now)
    }
    await context.changes.announce(db, { kind: 'courses', clientId })
    return undefined
  })
