/** Conditions that several statements share; each is about the session `s`. */
import { sql } from 'kysely'

/** When nobody counts any more: the planned end, or the host's earlier one. */
export const endSql = sql`least(s.ends_at, s.ended_at)`
export const lengthSql = sql<number>`
  greatest(1, round(extract(epoch from ${endSql} - s.starts_at) / 60))::int`

/** Sessions with attendance: webinars are voluntary and have none. */
export const isClassSql = sql<boolean>`(s.kind = 'class' and s.cancelled_at is null)`

/**
 * Whether somebody is expected, so that not coming is an absence: the chosen people, and the people of the course since
 * they enrolled. Nobody is expected in a session for everyone that belongs to no course.
 */
export const isExpectedSql = (userId: ReturnType<typeof sql>) => sql<boolean>`(
  (s.audience = 'chosen' and exists (select from live_invitee i
    where i.client_id = s.client_id and i.session_id = s.id and i.user_id = ${userId}))
  or (s.audience <> 'chosen' and s.course_id is not null and exists (select from enrolment e
    where e.client_id = s.client_id and e.course_id = s.course_id and e.user_id = ${userId}
      and e.left_at is null and e.enrolled_at < ${endSql})))`

/** Counts of the marks `m` of a group. */
export const countColumns = sql`
  count(*) filter (where m.status = 'present')::int as present,
  count(*) filter (where m.status = 'late')::int as late,
  count(*) filter (where m.status = 'excused')::int as excused,
  count(*) filter (where m.status = 'absent')::int as absent`
