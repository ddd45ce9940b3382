/** What a plan means before it is saved: who may come, what else they have at that time, what the clock does. */
import { sql } from 'kysely'
import type { checkPlan, PlanCheck } from '#contract/live/admin/sessions.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { managerOf, type Manager } from './manager.ts'
import { planTimes, type PlannedTime } from './plan.ts'

const CONFLICTS_MAX = 20
type Plan = BodyOf<typeof checkPlan>

/** The learners whom the plan is for, as a subquery; of a course that the caller does not teach there are none. */
const audienceSql = (manager: Manager, plan: Plan) => sql`
  select u.id from app_user u
  where u.client_id = ${manager.clientId} and u.role = 'student' and u.disabled_at is null
    and case ${plan.kind === 'webinar' ? 'none' : plan.audience}
      when 'everyone' then true
      when 'course' then exists (select from enrolment e
        where e.client_id = u.client_id and e.user_id = u.id and e.course_id = ${plan.course_id} and e.left_at is null
          and (${manager.everywhere}::boolean or exists (select from course_instructor ci where ci.client_id = e.client_id
            and ci.course_id = e.course_id and ci.user_id = ${manager.userId})))
      when 'chosen' then u.id = any (${plan.invitee_ids}::int[])
      else false end`

interface ConflictRow {
  id: number
  title: string
  starts_at: Date
  ends_at: Date
  hosts: { id: number; name: string }[]
  learners: number
}

/**
 * Sessions at the same time that share a host or learners with the plan. All of the client count, because a learner's
 * evening is one.
 */
const conflictsOf = async (
  db: TenantDb,
  manager: Manager,
  plan: Plan,
  times: readonly PlannedTime[],
): Promise<ConflictRow[]> => {
  const { rows } = await sql<ConflictRow>`
    with planned as materialized (
      select * from unnest(${times.map(({ startsAt }) => startsAt)}::timestamptz[],
        ${times.map(({ endsAt }) => endsAt)}::timestamptz[]) t (starts_at, ends_at)),
    audience as materialized (${audienceSql(manager, plan)}),
    beside as materialized (
      select s.* from live_session s
      where s.client_id = ${manager.clientId} and s.cancelled_at is null and s.ended_at is null
        and s.id is distinct from ${plan.session_id}::int
        and not exists (select from live_session o
          where o.client_id = s.client_id and o.id = ${plan.session_id}::int and o.series_id = s.series_id)
        and exists (select from planned p where s.starts_at < p.ends_at and s.ends_at > p.starts_at)
      order by s.starts_at, s.id limit 200),
    found as (
      select s.id, s.title, s.starts_at, s.ends_at,
        coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.full_name) order by u.id)
          from live_session_host h join app_user u on u.client_id = h.client_id and u.id = h.user_id
          where h.client_id = s.client_id and h.session_id = s.id and h.user_id = any (${plan.host_ids}::int[])), '[]')
          as hosts,
        (select count(*)::int from audience a where
          (s.kind = 'class' and s.audience = 'everyone')
          or (s.kind = 'class' and s.audience = 'course' and exists (select from enrolment e
            where e.client_id = s.client_id and e.course_id = s.course_id and e.user_id = a.id and e.left_at is null))
          or exists (select from live_invitee i
            where i.client_id = s.client_id and i.session_id = s.id and i.user_id = a.id and case s.kind
              when 'webinar' then i.registered_at is not null else s.audience = 'chosen' end)) as learners
      from beside s)
    select * from found where learners > 0 or hosts <> '[]' order by starts_at, id limit ${CONFLICTS_MAX}`.execute(
    db,
  )
  return rows
}

const countAudience = async (db: TenantDb, manager: Manager, plan: Plan): Promise<number> => {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from (${audienceSql(manager, plan)}) a`.execute(db)
  return rows[0]?.n ?? 0
}

export const check = (scope: StaffScope, plan: Plan): Promise<PlanCheck> =>
  scope.tx(async (db) => {
    const manager = managerOf(scope)
    const times = planTimes(plan, plan.repeat)
    const [first] = times
    const conflicts = times.length === 0 ? [] : await conflictsOf(db, manager, plan, times)
    return {
      first: first ? { starts_at: first.startsAt.toISOString(), ends_at: first.endsAt.toISOString() } : null,
      sessions: times.length,
      is_past: first !== undefined && first.startsAt < scope.clock.now(),
      clock_changes: times.flatMap(({ clock, local, shown }) =>
        clock === 'exact' ? [] : [{ kind: clock, local, shown }],
      ),
      audience_count: plan.kind === 'webinar' ? null : await countAudience(db, manager, plan),
      conflicts: conflicts.map(({ id, starts_at: startsAt, ends_at: endsAt, ...row }) => ({
        ...row,
        session_id: id,
        starts_at: startsAt.toISOString(),
        ends_at: endsAt.toISOString(),
      })),
    }
  })
