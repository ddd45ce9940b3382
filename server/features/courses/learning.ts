/** Steps that several services of this feature share inside their transactions. */
import type { TenantDb } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { CoursesCaches, CourseStructure } from './courses.cache.ts'
import { isStaff, lockedSection, maySee } from './courses.policy.ts'
import { sectionLockOf } from './section-locks.ts'
import { itemStatusesIn, type Learner } from './learning/progress.repository.ts'
import type { Outline, ItemStatuses } from './progress.ts'

export const learnerOf = (scope: MemberScope): Learner => ({
  clientId: scope.tenant.clientId,
  userId: scope.actor.userId,
})

/** Throws not_found for a course that this caller may not see. */
export const visibleCourse = async (
  caches: CoursesCaches,
  db: TenantDb,
  scope: MemberScope,
  courseId: number,
): Promise<CourseStructure> => {
  const course = await caches.structure(db, scope.tenant.clientId, courseId, languageFor(scope))
  if (!course || !maySee(scope.actor.role, course.row.status)) throw notFound()
  return course
}

/** The learner's item statuses in one course. */
export const itemStatusesOf = async (
  db: TenantDb,
  learner: Learner,
  courseId: number,
): Promise<ItemStatuses> => {
  const rows = await itemStatusesIn(db, learner, [courseId])
  return new Map(rows.map((row) => [row.itemId, row]))
}

/** Rejects a topic of a section that is locked for this learner; staff may see everything. */
export const requireOpenSection = (
  scope: MemberScope,
  outline: Outline,
  topicId: number,
  learner: { enrolledAt: Date; statuses: ItemStatuses },
): void => {
  if (isStaff(scope.actor.role)) return
  const section = outline.find((each) => each.topics.some(({ id }) => id === topicId))
  if (!section || section.topics.some(({ id, freePreview }) => id === topicId && freePreview)) return
  const lock = sectionLockOf(outline, section, { ...learner, now: scope.clock.now() })
  if (lock) throw lockedSection(lock)
}
