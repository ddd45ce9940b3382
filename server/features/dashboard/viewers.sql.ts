/**
 * Who sees which courses and learners: viewer 0 the whole client, an instructor the courses they teach and the learners in
 * them (rules: Learning). The job counts for every viewer; lists read with the same conditions.
 */
import { sql, type RawBuilder } from 'kysely'
import { countsAsPerson } from '#server/core/counted-people.ts'
import type { StaffScope } from '#server/core/http/scope.ts'

/** Admins and superadmins. */
export const EVERYBODY = 0

export const viewerOf = ({ actor }: StaffScope): number =>
  actor.role === 'instructor' ? actor.userId : EVERYBODY

/** Whether the person `u` counts as a learner. */
export const isLearner = sql<boolean>`(u.role = 'student' and u.disabled_at is null and ${countsAsPerson})`

/** The rows (viewer_id, course_id). */
export const viewerCourses = sql`
  select ${EVERYBODY}::integer as viewer_id, c.id as course_id from course c where c.client_id = current_client_id()
  union all
  select i.user_id, i.course_id from course_instructor i
  join app_user t on t.client_id = i.client_id and t.id = i.user_id and t.role = 'instructor'
  where i.client_id = current_client_id()`

/** The rows (viewer_id, user_id), each once. */
export const viewerLearners = sql`
  select ${EVERYBODY}::integer as viewer_id, u.id as user_id from app_user u
  where u.client_id = current_client_id() and ${isLearner}
  union all
  select distinct i.user_id, e.user_id from course_instructor i
  join app_user t on t.client_id = i.client_id and t.id = i.user_id and t.role = 'instructor'
  join enrolment e on e.client_id = i.client_id and e.course_id = i.course_id and e.left_at is null
  join app_user u on u.client_id = e.client_id and u.id = e.user_id and ${isLearner}
  where i.client_id = current_client_id()`

/** The rows (viewer_id, assessment_id): other instructors do not see an assessment (rules: Assessments). */
export const viewerAssessments = sql`
  select ${EVERYBODY}::integer as viewer_id, a.id as assessment_id from assessment a where a.client_id = current_client_id()
  union all
  (select a.owner_id, a.id from assessment a where a.client_id = current_client_id() and a.owner_id is not null
   union
   select s.user_id, s.assessment_id from assessment_staff s where s.client_id = current_client_id())`

/** The rows (viewer_id, session_id): classes of the viewer's courses and those that they host. */
export const viewerSessions = sql`
  select ${EVERYBODY}::integer as viewer_id, s.id as session_id from live_session s where s.client_id = current_client_id()
  union all
  (select i.user_id, s.id from live_session s
   join course_instructor i on i.client_id = s.client_id and i.course_id = s.course_id
   where s.client_id = current_client_id()
   union
   select h.user_id, h.session_id from live_session_host h where h.client_id = current_client_id())`

/** Whether the viewer sees the course. */
export const seesCourse = (viewer: number, courseId: RawBuilder<unknown>): RawBuilder<boolean> =>
  viewer === EVERYBODY
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from course_instructor i where i.client_id = current_client_id()
        and i.course_id = ${courseId} and i.user_id = ${viewer})`

/** Whether the viewer sees the learner. */
export const seesLearner = (viewer: number, userId: RawBuilder<unknown>): RawBuilder<boolean> =>
  viewer === EVERYBODY
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from enrolment m
        join course_instructor i on i.client_id = m.client_id and i.course_id = m.course_id and i.user_id = ${viewer}
        where m.client_id = current_client_id() and m.user_id = ${userId} and m.left_at is null)`
