import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'

export interface InstructorFacts {
  id: number
  name: string
  picture: string | null
  /** The longest of the biographies in their courses. */
  bio: string
  courseIds: number[]
  students: number
  rating: number
  ratings: number
}

/** One instructor over all their published courses. */
export const instructorFacts = async (
  db: TenantDb,
  clientId: number,
  instructorId: number,
): Promise<InstructorFacts | undefined> => {
  const result = await sql<InstructorFacts>`
    with taught as (
      select ci.course_id, ci.bio from course_instructor ci
      join course c on c.client_id = ci.client_id and c.id = ci.course_id
      where ci.client_id = ${clientId} and ci.user_id = ${instructorId} and c.status = 'published'
    ), stars as (
      select count(*)::integer as n, coalesce(round(avg(r.stars), 1), 0)::float8 as mean from course_rating r
      where r.client_id = ${clientId} and r.course_id in (select course_id from taught)
    )
    select u.id, u.full_name as name, u.profile_picture as picture,
      (select bio from taught order by char_length(bio) desc, course_id limit 1) as bio,
      array(select course_id from taught order by course_id) as "courseIds",
      (select count(distinct e.user_id) from enrolment e
        where e.client_id = ${clientId} and e.left_at is null
          and e.course_id in (select course_id from taught))::integer as students,
      stars.mean as rating, stars.n as ratings
    from app_user u cross join stars
    where u.client_id = ${clientId} and u.id = ${instructorId} and exists (select from taught)`.execute(db)
  return result.rows[0]
}
