/** Until when a learner can work in a course, as staff set it. */
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Actor } from '#server/core/http/scope.ts'
import type { CoursesContext } from '../courses.cache.ts'
import { mayManage } from '../courses.policy.ts'

export interface AccessEnd {
  /** YYYY-MM-DD, or null for no end. */
  readonly until: string | null
}

/** Undefined for somebody who is not enrolled. */
export const accessEndOf = async (
  db: TenantDb,
  courseId: number,
  userId: number,
): Promise<AccessEnd | undefined> => {
  const { rows } = await sql<AccessEnd>`
    select access_until::text as until from enrolment where client_id = current_client_id()
      and course_id = ${courseId} and user_id = ${userId} and left_at is null`.execute(db)
  return rows[0]
}

/** For staff who manage the course. */
export const setAccessEnd =
  (context: CoursesContext) =>
  async (
    { tenant, actor }: { tenant: { readonly clientId: number }; actor: Pick<Actor, 'userId' | 'role'> },
    db: TenantDb,
    { courseId, userId, until }: { courseId: number; userId: number; until: string | null },
  ): Promise<'done' | 'already' | 'not_allowed' | 'not_enrolled'> => {
    const course = await context.caches.structure(db, tenant.clientId, courseId)
    if (!course || !mayManage(actor, course.instructors)) return 'not_allowed'
    const before = await accessEndOf(db, courseId, userId)
    if (!before) return 'not_enrolled'
    if (before.until === until) return 'already'
    await sql`update enrolment set access_until = ${until}::date where client_id = current_client_id()
      and course_id = ${courseId} and user_id = ${userId}`.execute(db)
    return 'done'
  }
