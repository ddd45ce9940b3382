/**
 * Who a session is for, in SQL. A class: everyone, the people enrolled in its course, or the chosen ones. A webinar: who
 * registered. Somebody who enrols later is invited from then on, to past recordings too (LV5).
 */
import { sql } from 'kysely'

/** Whether a person is invited to the session `s`. Hosts always are. */
export const isInvitedSql = (userId: number) => sql<boolean>`(
  (s.kind = 'class' and s.audience = 'everyone')
  or (s.kind = 'class' and s.audience = 'course' and exists (select from enrolment e
    where e.client_id = s.client_id and e.course_id = s.course_id and e.user_id = ${userId} and e.left_at is null))
  or ((s.kind = 'webinar' or s.audience = 'chosen') and exists (select from live_invitee i
    where i.client_id = s.client_id and i.session_id = s.id and i.user_id = ${userId}
      and (s.kind <> 'webinar' or i.registered_at is not null)))
  or exists (select from live_session_host h
    where h.client_id = s.client_id and h.session_id = s.id and h.user_id = ${userId}))`

/**
 * The ids of the learners invited to the session `s`, as a subquery. Staff may join a session for everyone, but nobody
 * expects them: they get no reminder and no mark.
 */
export const learnersSql = sql`
  select u.id from app_user u
  where u.client_id = s.client_id and u.role = 'student' and u.disabled_at is null and (
    (s.kind = 'class' and s.audience = 'everyone')
    or (s.kind = 'class' and s.audience = 'course' and exists (select from enrolment e
      where e.client_id = s.client_id and e.course_id = s.course_id and e.user_id = u.id and e.left_at is null))
    or exists (select from live_invitee i where i.client_id = s.client_id and i.session_id = s.id and i.user_id = u.id
      and case s.kind when 'webinar' then i.registered_at is not null else s.audience = 'chosen' end))`
