/** Finds the learners at risk as every viewer sees them. */
import { sql } from 'kysely'
import { GOAL_PERCENT, WARN_AFTER_SESSIONS } from '#contract/attendance/rules.ts'
import { BEHIND_AFTER_DAYS, BEHIND_POINTS, FAILED_QUIZZES } from '#contract/dashboard/at-risk.ts'
import { INACTIVE_DAYS } from '#contract/students/students.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { percentDoneSql } from '#server/core/db/percent-sql.ts'
import { EVERYBODY, isLearner, viewerCourses } from '../viewers.sql.ts'

/** Enrolments in published courses that are not finished. */
const open = (now: Date) => sql`
  select d.user_id, d.course_id, d.failed_quizzes, e.enrolled_at,
    floor(extract(epoch from ${now}::timestamptz - e.enrolled_at) / 86400)::integer as enrolled_days,
    ${percentDoneSql(sql`d.items_done`, sql`c.items`)} as percent,
    case when c.items = 0 then null
      when c.due_items is not null then ${percentDoneSql(sql`c.due_items`, sql`c.items`)}
      -- "least" would take the 100 for a course without a pace.
      when c.pace_days is not null then least(100, floor(100.0 * extract(epoch from ${now}::timestamptz - e.enrolled_at) / 86400 / c.pace_days))::integer
      end as expected
  from dashboard_progress d
  join dashboard_course c on c.client_id = d.client_id and c.course_id = d.course_id
  join enrolment e on e.client_id = d.client_id and e.user_id = d.user_id and e.course_id = d.course_id
    and e.completed_at is null
  join app_user u on u.client_id = d.client_id and u.id = d.user_id and ${isLearner}
  where d.client_id = current_client_id()`

/** Per learner and course: the share of the held classes in which they were. */
const attended = sql`
  select m.user_id, s.course_id,
    -- Rounding never lifts it to the goal.
    least(${GOAL_PERCENT - 1}::integer,
      round(100.0 * count(*) filter (where m.status in ('present', 'late')) / count(*))::integer) as percent
  from attendance_mark m
  join live_session s on s.client_id = m.client_id and s.id = m.session_id and s.kind = 'class' and s.cancelled_at is null
  where m.client_id = current_client_id() and m.status in ('present', 'late', 'absent') and s.course_id is not null
  group by 1, 2
  having count(*) >= ${WARN_AFTER_SESSIONS}
    and 100 * count(*) filter (where m.status in ('present', 'late')) < ${GOAL_PERCENT} * count(*)`

/** The reasons that are about one course. */
const inCourses = sql`
  select user_id, course_id, 'behind' as reason, percent as value, expected from open
  where enrolled_days >= ${BEHIND_AFTER_DAYS} and percent + ${BEHIND_POINTS} <= expected
  union all
  select user_id, course_id, 'quizzes', failed_quizzes, null from open where failed_quizzes >= ${FAILED_QUIZZES}
  union all
  select a.user_id, a.course_id, 'attendance', a.percent, ${GOAL_PERCENT}::integer from (${attended}) a
  join open o on o.user_id = a.user_id and o.course_id = a.course_id`

/** Days since the first part of a programme that is not paid was due. Only viewer 0 sees payments. */
const overdue = (now: Date) => sql`
  select o.user_id, today.day - min(p.due_on) as days
  from (select order_id, due_on, sum(amount_minor) over (partition by order_id order by due_on, position) as owed
    from programme_part where client_id = current_client_id()) p
  join programme_order o on o.client_id = current_client_id() and o.id = p.order_id and o.state = 'booked'
  join app_user u on u.client_id = o.client_id and u.id = o.user_id and ${isLearner}
  left join (select t.order_id, sum(e.amount_minor) as paid from ledger_transaction t
    join ledger_entry e on e.client_id = t.client_id and e.transaction_id = t.id
    where t.client_id = current_client_id() and t.order_id is not null
      and split_part(e.account, ':', 1) in ('bank', 'cash', 'clearing') group by 1) d on d.order_id = o.id
  cross join (select (${now}::timestamptz at time zone time_zone)::date as day from client
    where client_id = current_client_id()) today
  where p.due_on < today.day and p.owed > coalesce(d.paid, 0)
  group by o.user_id, today.day`

/** Days since the last study, or since somebody enrolled after it, by the learner's own calendar. */
const idle = (now: Date) => sql`
  select v.viewer_id, o.user_id,
    (${now}::timestamptz at time zone u.time_zone)::date
      - greatest(max((o.enrolled_at at time zone u.time_zone)::date), l.day) as days
  from open o
  join (${viewerCourses}) v on v.course_id = o.course_id
  join app_user u on u.client_id = current_client_id() and u.id = o.user_id
  join last_day l on l.user_id = o.user_id
  group by v.viewer_id, o.user_id, u.time_zone, l.day`

/** Only viewers with an entry in `dashboard_viewer` are counted. */
export const countRisks = async (db: TenantDb, now: Date): Promise<void> => {
  await sql`
    with open as materialized (${open(now)}),
    last_day as materialized (
      select p.user_id, (select max(a.day) from daily_activity a
        where a.client_id = current_client_id() and a.user_id = p.user_id and a.seconds > 0) as day
      from (select distinct user_id from open) p),
    idle as materialized (${idle(now)}),
    reasons as (
      select i.viewer_id, i.user_id, 'inactive' as reason, null::integer as course_id, i.days as value, null::integer as expected
      from idle i where i.days >= ${INACTIVE_DAYS}
      union all
      select ${EVERYBODY}::integer, p.user_id, 'payment', null, p.days, null from (${overdue(now)}) p
      union all
      select v.viewer_id, r.user_id, r.reason, r.course_id, r.value, r.expected
      from (${inCourses}) r join (${viewerCourses}) v on v.course_id = r.course_id),
    fresh as materialized (
      select r.viewer_id, r.user_id,
        jsonb_agg(jsonb_build_object('reason', r.reason, 'course_id', r.course_id, 'value', r.value,
          'expected', r.expected) order by r.reason = 'inactive' desc, r.reason, r.course_id) as reasons,
        array_agg(distinct r.reason) as kinds,
        1000 * count(*)::integer - least(999, coalesce(max(i.days), 0)) as urgency
      from reasons r
      left join idle i on i.viewer_id = r.viewer_id and i.user_id = r.user_id
      join dashboard_viewer w on w.client_id = current_client_id() and w.viewer_id = r.viewer_id
      group by r.viewer_id, r.user_id),
    gone as (
      delete from dashboard_risk k where k.client_id = current_client_id()
        and not exists (select from fresh f where f.viewer_id = k.viewer_id and f.user_id = k.user_id))
    insert into dashboard_risk as k (client_id, viewer_id, user_id, reasons, kinds, urgency)
    select current_client_id(), viewer_id, user_id, reasons, kinds, urgency from fresh
    on conflict (client_id, viewer_id, user_id) do update set reasons = excluded.reasons, kinds = excluded.kinds,
      urgency = excluded.urgency
    where (k.reasons, k.kinds, k.urgency) is distinct from (excluded.reasons, excluded.kinds, excluded.urgency)`.execute(
    db,
  )
  await sql`
    with fresh as materialized (
      select viewer_id, reason, count(*)::integer as learners
      from (select viewer_id, unnest(kinds || 'any'::text) as reason from dashboard_risk
        where client_id = current_client_id()) k group by 1, 2),
    gone as (
      delete from dashboard_risk_count d where d.client_id = current_client_id()
        and not exists (select from fresh f where f.viewer_id = d.viewer_id and f.reason = d.reason))
    insert into dashboard_risk_count as d (client_id, viewer_id, reason, learners)
    select current_client_id(), viewer_id, reason, learners from fresh
    on conflict (client_id, viewer_id, reason) do update set learners = excluded.learners
      where d.learners <> excluded.learners`.execute(db)
}
