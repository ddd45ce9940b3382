/** Steps that several services of this feature take inside their transaction. */
import type { TenantDb } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { CoursesCaches, CourseStructure } from './courses.cache.ts'
import { maySee } from './courses.policy.ts'
import { standingsIn, type Learner } from './progress.repository.ts'
import type { Standings } from './progress.ts'

export const learnerOf = (scope: MemberScope): Learner => ({
  clientId: scope.tenant.clientId,
  userId: scope.actor.userId,
})

/** The course, if it is there for this caller. */
export const visibleCourse = async (
  caches: CoursesCaches,
  db: TenantDb,
  scope: MemberScope,
  courseId: number,
): Promise<CourseStructure> => {
  const course = await caches.structure(db, scope.tenant.clientId, courseId)
  if (!course || !maySee(scope.actor.role, course.row.status)) throw notFound()
  return course
}

/** What the learner touched in one course, by item. */
export const standingsOf = async (db: TenantDb, learner: Learner, courseId: number): Promise<Standings> => {
  const rows = await standingsIn(db, learner, [courseId])
  return new Map(rows.map((row) => [row.itemId, row]))
}
