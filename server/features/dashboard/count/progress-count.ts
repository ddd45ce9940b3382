/** Counts how far learners are in their courses, and each course from that. */
import { sql, type RawBuilder } from 'kysely'
import { DUE_AFTER_DAYS, PACE_FINISHERS } from '#contract/dashboard/at-risk.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { percentDoneSql } from '#server/core/db/percent-sql.ts'
import { isLearner } from '../viewers.sql.ts'

/** Enrolments with progress since then, those of courses that were changed, and those that are new or came back. */
const changedSince = (since: Date) => sql`
  select p.user_id, p.course_id from item_progress p where p.client_id = current_client_id() and p.last_at >= ${since}
  union
  select e.user_id, e.course_id from enrolment e join course c on c.client_id = e.client_id and c.id = e.course_id
  where e.client_id = current_client_id() and c.updated_at >= ${since}
  union
  select e.user_id, e.course_id from enrolment e
  where e.client_id = current_client_id() and e.left_at is null and not exists (select from dashboard_progress d
    where d.client_id = e.client_id and d.user_id = e.user_id and d.course_id = e.course_id)`

const everyEnrolment = sql`
  select e.user_id, e.course_id from enrolment e where e.client_id = current_client_id()`

/** The rows (user_id, course_id) to count again; with null all of them. */
export const wantedEnrolments = (since: Date | null): RawBuilder<unknown> =>
  since ? changedSince(since) : everyEnrolment

/** With null everything is counted. */
export const countProgress = async (db: TenantDb, since: Date | null): Promise<void> => {
  await sql`delete from dashboard_progress d using enrolment e
    where d.client_id = current_client_id() and e.client_id = d.client_id and e.user_id = d.user_id
      and e.course_id = d.course_id and e.left_at is not null`.execute(db)
  await sql`
    with wanted as materialized (${wantedEnrolments(since)}),
    place as materialized (
      select i.id as item_id, i.type, t.course_id, t.id as topic_id,
        row_number() over (partition by t.course_id order by s.position, s.id, t.position, t.id, i.id) as place
      from course_item i
      join course_topic t on t.client_id = i.client_id and t.id = i.topic_id
      join course_section s on s.client_id = t.client_id and s.id = t.section_id
      where i.client_id = current_client_id()),
    done as (
      select p.user_id, p.course_id, (count(*) filter (where p.completed_at is not null))::integer as items_done,
        max(l.place) as furthest, max(p.last_at) as last_at,
        (count(*) filter (where l.type = 'quiz' and p.attempts > 0 and p.completed_at is null))::integer as failed_quizzes
      from item_progress p join place l on l.item_id = p.item_id
      where p.client_id = current_client_id()
        ${since ? sql`and (p.user_id, p.course_id) in (select user_id, course_id from wanted)` : sql``}
      group by 1, 2)
    insert into dashboard_progress as d
      (client_id, user_id, course_id, items_done, furthest_topic_id, last_at, failed_quizzes)
    select e.client_id, e.user_id, e.course_id, coalesce(done.items_done, 0), last.topic_id, done.last_at,
      coalesce(done.failed_quizzes, 0)
    from wanted w
    join enrolment e on e.client_id = current_client_id() and e.user_id = w.user_id and e.course_id = w.course_id
      and e.left_at is null
    left join done on done.user_id = w.user_id and done.course_id = w.course_id
    left join place last on last.course_id = w.course_id and last.place = done.furthest
    on conflict (client_id, user_id, course_id) do update set items_done = excluded.items_done,
      furthest_topic_id = excluded.furthest_topic_id, last_at = excluded.last_at,
      failed_quizzes = excluded.failed_quizzes
    where (d.items_done, d.furthest_topic_id, d.last_at, d.failed_quizzes)
      is distinct from (excluded.items_done, excluded.furthest_topic_id, excluded.last_at, excluded.failed_quizzes)`.execute(
    db,
  )
}

/** Published courses. Without learners a course is counted, too: its row says so. */
export const countCourses = async (db: TenantDb, now: Date): Promise<void> => {
  await sql`
    with size as (
      select i.course_id, count(*)::integer as items, bool_or(s.opens_at is not null) as has_dates,
        (count(*) filter (where s.opens_at < ${now}::timestamptz - make_interval(days => ${DUE_AFTER_DAYS})))::integer as due
      from course_item i
      join course_topic t on t.client_id = i.client_id and t.id = i.topic_id
      join course_section s on s.client_id = t.client_id and s.id = t.section_id
      where i.client_id = current_client_id() group by 1),
    people as (
      select d.course_id, count(*)::integer as learners, (count(*) filter (where d.last_at is not null))::integer as started,
        count(e.completed_at)::integer as completed, sum(d.items_done)::bigint as items_done,
        percentile_cont(0.5) within group (order by extract(epoch from e.completed_at - e.enrolled_at) / 86400)
          filter (where e.completed_at is not null) as pace
      from dashboard_progress d
      join enrolment e on e.client_id = d.client_id and e.user_id = d.user_id and e.course_id = d.course_id
      join app_user u on u.client_id = d.client_id and u.id = d.user_id and ${isLearner}
      where d.client_id = current_client_id() group by 1),
    fresh as materialized (
      select c.id as course_id, coalesce(size.items, 0) as items, coalesce(p.learners, 0) as learners,
        coalesce(p.started, 0) as started, coalesce(p.completed, 0) as completed,
        ${percentDoneSql(sql`coalesce(p.items_done, 0)`, sql`coalesce(p.learners::bigint * size.items, 0)`)}
          as average_percent,
        case when size.has_dates then size.due end as due_items,
        case when not coalesce(size.has_dates, false) and p.completed >= ${PACE_FINISHERS}
          then greatest(1, ceil(p.pace))::integer end as pace_days
      from course c
      left join size on size.course_id = c.id left join people p on p.course_id = c.id
      where c.client_id = current_client_id() and c.status = 'published'),
    gone as (
      delete from dashboard_course d where d.client_id = current_client_id()
        and not exists (select from fresh f where f.course_id = d.course_id))
    insert into dashboard_course as d
      (client_id, course_id, items, learners, started, completed, average_percent, due_items, pace_days)
    select current_client_id(), course_id, items, learners, started, completed, average_percent, due_items, pace_days
    from fresh
    on conflict (client_id, course_id) do update set items = excluded.items, learners = excluded.learners,
      started = excluded.started, completed = excluded.completed, average_percent = excluded.average_percent,
      due_items = excluded.due_items, pace_days = excluded.pace_days
    where (d.items, d.learners, d.started, d.completed, d.average_percent, d.due_items, d.pace_days) is distinct from
      (excluded.items, excluded.learners, excluded.started, excluded.completed, excluded.average_percent,
        excluded.due_items, excluded.pace_days)`.execute(db)
}
