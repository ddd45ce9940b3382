import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Learner } from '../learning/progress.repository.ts'

export interface ReviewRow {
  id: number
  course_id: number
  user_id: number
  name: string
  picture: string | null
  stars: number
  text: string
  created_at: Date
  updated_at: Date
  hidden_reason: string | null
}

const columns = sql`
  r.id, r.course_id, r.user_id, u.full_name as name, u.profile_picture as picture, r.stars, r.text, r.created_at,
  r.updated_at, r.hidden_reason`
const joined = sql`
  course_rating r join app_user u on u.client_id = r.client_id and u.id = r.user_id`

/** Reviews with a text, newest first; hidden ones only with `withHidden`. */
export const reviewPage = async (
  db: TenantDb,
  where: { clientId: number; courseId: number; withHidden: boolean },
  page: { limit: number; offset: number },
): Promise<{ rows: ReviewRow[]; count: number }> => {
  const shown = sql`r.client_id = ${where.clientId} and r.course_id = ${where.courseId} and r.text <> ''
    and (${where.withHidden} or r.hidden_at is null)`
  const rows = await sql<ReviewRow>`
    select ${columns} from ${joined} where ${shown}
    order by r.created_at desc, r.id desc limit ${page.limit} offset ${page.offset}`.execute(db)
  const count = await sql<{ n: number }>`
    select count(*)::integer as n from course_rating r where ${shown}`.execute(db)
  return { rows: rows.rows, count: count.rows[0]?.n ?? 0 }
}

/** Counts of 5, 4, 3, 2 and 1 stars; hiding a text keeps its stars. */
export const starCounts = async (db: TenantDb, clientId: number, courseId: number): Promise<number[]> => {
  const result = await sql<{ stars: number; n: number }>`
    select stars, count(*)::integer as n from course_rating
    where client_id = ${clientId} and course_id = ${courseId} group by stars`.execute(db)
  return [5, 4, 3, 2, 1].map((stars) => result.rows.find((row) => row.stars === stars)?.n ?? 0)
}

export const reviewOf = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  courseId: number,
): Promise<ReviewRow | undefined> => {
  const result = await sql<ReviewRow>`
    select ${columns} from ${joined}
    where r.client_id = ${clientId} and r.course_id = ${courseId} and r.user_id = ${userId}`.execute(db)
  return result.rows[0]
}

export const reviewById = async (
  db: TenantDb,
  clientId: number,
  reviewId: number,
): Promise<ReviewRow | undefined> => {
  const result = await sql<ReviewRow>`
    select ${columns} from ${joined} where r.client_id = ${clientId} and r.id = ${reviewId}`.execute(db)
  return result.rows[0]
}

/** Writes a person's only review; an unchanged one keeps its time. */
export const writeReview = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  review: { courseId: number; stars: number; text: string; now: Date },
): Promise<void> => {
  await sql`
    insert into course_rating (client_id, course_id, user_id, stars, text, created_at, updated_at)
    values (${clientId}, ${review.courseId}, ${userId}, ${review.stars}, ${review.text}, ${review.now}, ${review.now})
    on conflict (client_id, course_id, user_id) do update
      set stars = excluded.stars, text = excluded.text, updated_at = excluded.updated_at
      where (course_rating.stars, course_rating.text) is distinct from (excluded.stars, excluded.text)`.execute(
    db,
  )
}

export const removeReview = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  courseId: number,
): Promise<boolean> => {
  const result = await db
    .deleteFrom('course_rating')
    .where('client_id', '=', clientId)
    .where('course_id', '=', courseId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export const setHidden = async (
  db: TenantDb,
  clientId: number,
  reviewId: number,
  hidden: { at: Date; by: number; reason: string } | null,
): Promise<void> => {
  await db
    .updateTable('course_rating')
    .set({
      hidden_at: hidden?.at ?? null,
      hidden_by: hidden?.by ?? null,
      hidden_reason: hidden?.reason ?? null,
    })
    .where('client_id', '=', clientId)
    .where('id', '=', reviewId)
    .execute()
}

/** Whether this person was ever enrolled, and completed anything in the course. */
export const learnedIn = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  courseId: number,
): Promise<{ enrolled: boolean; progressed: boolean }> => {
  const result = await sql<{ enrolled: boolean; progressed: boolean }>`
    select
      exists (select from enrolment where client_id = ${clientId} and user_id = ${userId}
        and course_id = ${courseId}) as enrolled,
      exists (select from item_progress where client_id = ${clientId} and user_id = ${userId}
        and course_id = ${courseId} and completed_at is not null) as progressed`.execute(db)
  return result.rows[0] ?? { enrolled: false, progressed: false }
}
