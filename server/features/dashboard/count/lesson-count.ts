/** Counts where the learners of a course are: how far they came, and on which day they came or stopped. */
import { sql } from 'kysely'
import { STOPPED_DAYS } from '#contract/dashboard/at-risk.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { isLearner } from '../viewers.sql.ts'
import { wantedEnrolments } from './progress-count.ts'

/**
 * When learners first opened each lesson; with null of all enrolments. Before `countProgress`, whose rows tell which
 * enrolments came back.
 */
export const countArrivals = async (db: TenantDb, since: Date | null): Promise<void> => {
  await sql`delete from dashboard_arrival a using enrolment e
    where a.client_id = current_client_id() and e.client_id = a.client_id and e.user_id = a.user_id
      and e.course_id = a.course_id and e.left_at is not null`.execute(db)
  await sql`
    with wanted as materialized (${wantedEnrolments(since)}),
    fresh as materialized (
      select p.user_id, p.course_id, i.topic_id, min(p.first_at) as first_at
      from item_progress p
      join course_item i on i.client_id = p.client_id and i.course_id = p.course_id and i.id = p.item_id
      join enrolment e on e.client_id = p.client_id and e.user_id = p.user_id and e.course_id = p.course_id
        and e.left_at is null
      where p.client_id = current_client_id() and i.topic_id is not null
        ${since ? sql`and (p.user_id, p.course_id) in (select user_id, course_id from wanted)` : sql``}
      group by 1, 2, 3),
    gone as (
      delete from dashboard_arrival a where a.client_id = current_client_id()
        and (a.user_id, a.course_id) in (select user_id, course_id from wanted)
        and not exists (select from fresh f
          where f.user_id = a.user_id and f.course_id = a.course_id and f.topic_id = a.topic_id))
    insert into dashboard_arrival as a (client_id, user_id, course_id, topic_id, first_at)
    select current_client_id(), user_id, course_id, topic_id, first_at from fresh
    on conflict (client_id, user_id, course_id, topic_id) do update set first_at = excluded.first_at
      where a.first_at <> excluded.first_at`.execute(db)
}

export const countLessons = async (db: TenantDb): Promise<void> => {
  await sql`
    with fresh as materialized (
      select d.course_id, d.furthest_topic_id as topic_id, count(*)::integer as here
      from dashboard_progress d
      join enrolment e on e.client_id = d.client_id and e.user_id = d.user_id and e.course_id = d.course_id
        and e.completed_at is null
      join app_user u on u.client_id = d.client_id and u.id = d.user_id and ${isLearner}
      where d.client_id = current_client_id() and d.furthest_topic_id is not null group by 1, 2),
    gone as (
      delete from dashboard_lesson l where l.client_id = current_client_id()
        and not exists (select from fresh f where f.course_id = l.course_id and f.topic_id = l.topic_id))
    insert into dashboard_lesson as l (client_id, course_id, topic_id, here)
    select current_client_id(), course_id, topic_id, here from fresh
    on conflict (client_id, course_id, topic_id) do update set here = excluded.here
      where l.here <> excluded.here`.execute(db)
}

/** A learner stops on the day when they have not gone on for so long, so that the last days are not empty. */
export const countLessonDays = async (db: TenantDb, now: Date): Promise<void> => {
  await sql`
    with zone as (select time_zone from client where client_id = current_client_id()),
    learner as materialized (
      select u.id from app_user u where u.client_id = current_client_id() and ${isLearner}),
    facts as (
      select a.course_id, a.topic_id, (a.first_at at time zone (select time_zone from zone))::date as day,
        1 as arrived, 0 as stopped
      from dashboard_arrival a join learner on learner.id = a.user_id
      where a.client_id = current_client_id()
      union all
      select d.course_id, d.furthest_topic_id,
        ((d.last_at + make_interval(days => ${STOPPED_DAYS})) at time zone (select time_zone from zone))::date, 0, 1
      from dashboard_progress d
      join enrolment e on e.client_id = d.client_id and e.user_id = d.user_id and e.course_id = d.course_id
        and e.completed_at is null
      join learner on learner.id = d.user_id
      where d.client_id = current_client_id() and d.furthest_topic_id is not null
        and d.last_at < ${now}::timestamptz - make_interval(days => ${STOPPED_DAYS})),
    fresh as materialized (
      select course_id, topic_id, day, sum(arrived)::integer as arrived, sum(stopped)::integer as stopped
      from facts group by 1, 2, 3),
    gone as (
      delete from dashboard_lesson_day l where l.client_id = current_client_id() and not exists (
        select from fresh f where f.course_id = l.course_id and f.topic_id = l.topic_id and f.day = l.day))
    insert into dashboard_lesson_day as l (client_id, course_id, topic_id, day, arrived, stopped)
    select current_client_id(), course_id, topic_id, day, arrived, stopped from fresh
    on conflict (client_id, course_id, topic_id, day)
      do update set arrived = excluded.arrived, stopped = excluded.stopped
      where (l.arrived, l.stopped) is distinct from (excluded.arrived, excluded.stopped)`.execute(db)
}
