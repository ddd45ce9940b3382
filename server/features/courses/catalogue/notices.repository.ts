import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { CourseKey } from '../enrolment/seats.repository.ts'

export const hasNotice = async (
  db: TenantDb,
  { clientId, courseId }: CourseKey,
  userId: number,
): Promise<boolean> => {
  const row = await db
    .selectFrom('course_notice')
    .select('user_id')
    .where('client_id', '=', clientId)
    .where('course_id', '=', courseId)
    .where('user_id', '=', userId)
    .where('told_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

export const addNotice = async (
  db: TenantDb,
  { clientId, courseId }: CourseKey,
  userId: number,
  now: Date,
): Promise<void> => {
  await db
    .insertInto('course_notice')
    .values({ client_id: clientId, course_id: courseId, user_id: userId, asked_at: now })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'course_id', 'user_id']).doUpdateSet({ told_at: null }),
    )
    .execute()
}

export const removeNotice = async (
  db: TenantDb,
  { clientId, courseId }: CourseKey,
  userId: number,
): Promise<void> => {
  await db
    .deleteFrom('course_notice')
    .where('client_id', '=', clientId)
    .where('course_id', '=', courseId)
    .where('user_id', '=', userId)
    .execute()
}

/** Marks notices of courses that are open now as sent, and returns them. */
export const claimDueNotices = async (
  db: TenantDb,
  clientId: number,
  now: Date,
): Promise<{ courseId: number; userId: number; title: string }[]> => {
  const result = await sql<{ courseId: number; userId: number; title: string }>`
    update course_notice n set told_at = ${now}
    from course c left join course_offer o on o.client_id = c.client_id and o.course_id = c.id
    where n.client_id = ${clientId} and n.told_at is null and c.client_id = n.client_id and c.id = n.course_id
      and c.status = 'published' and (o.opens_at is null or o.opens_at <= ${now})
    returning n.course_id as "courseId", n.user_id as "userId", c.title`.execute(db)
  return result.rows
}

/** Whether a course opened since the last run: the cached catalogue is stale then. */
export const openedBetween = async (
  db: TenantDb,
  clientId: number,
  from: Date,
  until: Date,
): Promise<boolean> => {
  const result = await sql<{ opened: boolean }>`
    select exists (select from course_offer where client_id = ${clientId}
      and opens_at > ${from} and opens_at <= ${until}) as opened`.execute(db)
  return result.rows[0]?.opened ?? false
}
