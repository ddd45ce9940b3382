/** Counts what happened on each day in the client's time zone. These tables are small enough to be counted whole. */
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import {
  isLearner,
  viewerAssessments,
  viewerCourses,
  viewerLearners,
  viewerSessions,
} from '../viewers.sql.ts'

/** The columns of `dashboard_day`. */
const COLUMNS = [
  'joined',
  'enrolled',
  'completed',
  'submitted',
  'percents',
  'judged',
  'passed',
  'present',
  'late',
  'excused',
  'absent',
] as const

const dayOf = (column: string) => sql`(${sql.ref(column)} at time zone (select time_zone from zone))::date`

const joined = sql`
  select v.viewer_id, ${dayOf('u.created_at')} as day, 'joined' as name, count(*)::numeric as n
  from (${viewerLearners}) v join app_user u on u.client_id = current_client_id() and u.id = v.user_id group by 1, 2`

const enrolments = (column: 'enrolled_at' | 'completed_at', name: string) => sql`
  select v.viewer_id, e.day, ${name}::text as name, sum(e.n)::numeric as n
  from (select e.course_id, ${dayOf(`e.${column}`)} as day, count(*) as n from enrolment e
    join learner on learner.id = e.user_id
    where e.client_id = current_client_id() and e.left_at is null and ${sql.ref(`e.${column}`)} is not null
    group by 1, 2) e
  join (${viewerCourses}) v on v.course_id = e.course_id group by 1, 2`

const attempts = sql`
  select v.viewer_id, t.day, f.name, sum(f.n)::numeric as n
  from (select t.assessment_id, ${dayOf('t.finished_at')} as day, count(*) as submitted,
      coalesce(sum(t.percent), 0) as percents, count(t.passed) as judged, count(*) filter (where t.passed) as passed
    from assessment_attempt t join learner on learner.id = t.user_id
    where t.client_id = current_client_id() and t.state = 'submitted' group by 1, 2) t
  join (${viewerAssessments}) v on v.assessment_id = t.assessment_id
  cross join lateral (values ('submitted', t.submitted::numeric), ('percents', t.percents), ('judged', t.judged::numeric),
    ('passed', t.passed::numeric)) f (name, n)
  group by 1, 2, 3`

const attendance = sql`
  select v.viewer_id, ${dayOf('s.starts_at')} as day, m.status as name, sum(m.n)::numeric as n
  from (select m.session_id, m.status, count(*) as n from attendance_mark m join learner on learner.id = m.user_id
    where m.client_id = current_client_id() and m.status is not null group by 1, 2) m
  join live_session s on s.client_id = current_client_id() and s.id = m.session_id
    and s.kind = 'class' and s.cancelled_at is null
  join (${viewerSessions}) v on v.session_id = s.id group by 1, 2, 3`

/** Only viewers with an entry in `dashboard_viewer` are counted. */
export const countDays = async (db: TenantDb): Promise<void> => {
  const names = sql.join(COLUMNS.map((name) => sql.ref(name)))
  const sums = sql.join(
    COLUMNS.map(
      (name) => sql`coalesce(sum(n) filter (where name = ${sql.lit(name)}), 0) as ${sql.ref(name)}`,
    ),
  )
  const stored = sql.join(COLUMNS.map((name) => sql.ref(`d.${name}`)))
  const excluded = sql.join(COLUMNS.map((name) => sql.ref(`excluded.${name}`)))
  await sql`
    with zone as (select time_zone from client where client_id = current_client_id()),
    learner as materialized (
      select u.id from app_user u where u.client_id = current_client_id() and ${isLearner}),
    facts as (
      ${joined} union all ${enrolments('enrolled_at', 'enrolled')} union all
      ${enrolments('completed_at', 'completed')} union all ${attempts} union all ${attendance}),
    fresh as materialized (
      select f.viewer_id, f.day, ${sums} from facts f
      join dashboard_viewer w on w.client_id = current_client_id() and w.viewer_id = f.viewer_id
      group by f.viewer_id, f.day),
    gone as (
      delete from dashboard_day d where d.client_id = current_client_id()
        and not exists (select from fresh f where f.viewer_id = d.viewer_id and f.day = d.day))
    insert into dashboard_day as d (client_id, viewer_id, day, ${names})
    select current_client_id(), viewer_id, day, ${names} from fresh
    on conflict (client_id, viewer_id, day) do update set (${names}) = row(${excluded})
      where (${stored}) is distinct from (${excluded})`.execute(db)
}

/** Sold less discounts, and refunded, as the page of payments counts it. */
export const countMoney = async (db: TenantDb): Promise<void> => {
  await sql`
    with zone as (select time_zone from client where client_id = current_client_id()),
    fresh as materialized (
      select ${dayOf('t.at')} as day, e.currency,
        coalesce(-sum(e.amount_minor) filter (where e.account <> 'refunds'), 0)::bigint as sold_minor,
        coalesce(sum(e.amount_minor) filter (where e.account = 'refunds'), 0)::bigint as refunded_minor
      from ledger_entry e join ledger_transaction t on t.client_id = e.client_id and t.id = e.transaction_id
      where e.client_id = current_client_id() and e.account in ('revenue', 'discount', 'refunds') group by 1, 2),
    gone as (
      delete from dashboard_money m where m.client_id = current_client_id()
        and not exists (select from fresh f where f.day = m.day and f.currency = m.currency))
    insert into dashboard_money as m (client_id, day, currency, sold_minor, refunded_minor)
    select current_client_id(), day, currency, sold_minor, refunded_minor from fresh
    on conflict (client_id, day, currency)
      do update set sold_minor = excluded.sold_minor, refunded_minor = excluded.refunded_minor
      where (m.sold_minor, m.refunded_minor) is distinct from (excluded.sold_minor, excluded.refunded_minor)`.execute(
    db,
  )
}
