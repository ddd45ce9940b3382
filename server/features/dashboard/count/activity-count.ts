/** Counts who studied on which day, for every viewer. */
import { sql } from 'kysely'
import { countsAsPerson } from '#server/core/counted-people.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { viewerLearners } from '../viewers.sql.ts'

/** Of somebody who had never studied before. */
const NEVER = '0001-01-01'

const days = (wanted: readonly string[]) => sql`${wanted}::text[]::date[]`

/** Every day of the people, with the one on which they had studied before. */
const allRuns = sql`
  select a.user_id, a.day, a.seconds, lag(a.day) over (partition by a.user_id order by a.day) as former_day
  from daily_activity a
  where a.client_id = current_client_id() and a.seconds > 0 and a.user_id in (select user_id from people)`

const runsOn = (wanted: readonly string[]) => sql`
  select a.user_id, a.day, a.seconds, (select max(p.day) from daily_activity p
    where p.client_id = a.client_id and p.user_id = a.user_id and p.day < a.day and p.seconds > 0) as former_day
  from daily_activity a
  where a.client_id = current_client_id() and a.seconds > 0 and a.day = any(${days(wanted)})`

/** Counts some days of these viewers again, or with null all of them. */
export const countActivity = async (
  db: TenantDb,
  viewers: readonly number[],
  wanted: readonly string[] | null,
): Promise<void> => {
  const isOfThese = sql`a.viewer_id = any(${viewers}::integer[])
    ${wanted ? sql`and a.day = any(${days(wanted)})` : sql``}`
  await sql`
    with people as materialized (
      select viewer_id, user_id from (${viewerLearners}) v where viewer_id = any(${viewers}::integer[])),
    runs as (${wanted ? runsOn(wanted) : allRuns}),
    fresh as materialized (
      select p.viewer_id, r.day, coalesce(r.former_day, ${NEVER}::date) as former_day,
        count(*)::integer as learners, sum(r.seconds)::bigint as seconds
      from runs r join people p on p.user_id = r.user_id group by 1, 2, 3),
    gone as (
      delete from dashboard_active a where a.client_id = current_client_id() and ${isOfThese}
        and not exists (select from fresh f
          where f.viewer_id = a.viewer_id and f.day = a.day and f.former_day = a.former_day))
    insert into dashboard_active as a (client_id, viewer_id, day, former_day, learners, seconds)
    select current_client_id(), viewer_id, day, former_day, learners, seconds from fresh
    on conflict (client_id, viewer_id, day, former_day)
      do update set learners = excluded.learners, seconds = excluded.seconds
      where (a.learners, a.seconds) is distinct from (excluded.learners, excluded.seconds)`.execute(db)
}

/**
 * The days to count again: those with study time that changed since then, and the next ones of the same people, whose
 * former day it may be now.
 */
export const changedDays = async (db: TenantDb, since: Date): Promise<string[]> => {
  const { rows } = await sql<{ day: string }>`
    with changed as (
      select a.user_id, a.day from daily_activity a
      where a.client_id = current_client_id() and a.updated_at >= ${since})
    select day::text as day from changed
    union
    select later.day::text from changed c
    cross join lateral (select min(n.day) as day from daily_activity n
      where n.client_id = current_client_id() and n.user_id = c.user_id and n.day > c.day and n.seconds > 0) later
    where later.day is not null`.execute(db)
  return rows.map(({ day }) => day)
}

export interface ViewerState {
  viewer_id: number
  learners: number
  /** Another value means other learners. */
  people: string
  /** What was stored; null for a viewer who is new. */
  stored: { people: string; recounted_at: Date; took_ms: number } | null
}

/**
 * Every viewer with what is known of them. For everybody the sum is over those who are no learners: a new account has
 * no days yet, so that it is no reason to count them all again.
 */
export const viewerStates = async (db: TenantDb): Promise<ViewerState[]> => {
  const { rows } = await sql<ViewerState>`
    with now as (
      select v.viewer_id, count(*)::integer as learners, bit_xor(hashint8extended(v.user_id, 0)) as people
      from (${viewerLearners}) v where v.viewer_id > 0 group by v.viewer_id
      union all
      select 0, (count(*) filter (where is_learner))::integer,
        coalesce(bit_xor(hashint8extended(id, 0)) filter (where not is_learner), 0)
      from (select u.id, u.role = 'student' and u.disabled_at is null as is_learner
        from app_user u where u.client_id = current_client_id() and ${countsAsPerson}) everybody)
    select n.viewer_id, n.learners, n.people::text as people,
      case when s.viewer_id is null then null else jsonb_build_object(
        'people', s.people::text, 'recounted_at', s.recounted_at, 'took_ms', s.took_ms) end as stored
    from now n
    left join dashboard_viewer s on s.client_id = current_client_id() and s.viewer_id = n.viewer_id
    order by n.viewer_id`.execute(db)
  return rows.map((row) => ({
    ...row,
    // A date inside of JSON arrives as text.
    stored: row.stored && { ...row.stored, recounted_at: new Date(row.stored.recounted_at) },
  }))
}

interface CountedViewer {
  viewer_id: number
  learners: number
  people: string
  counted_at: Date | null
  recounted_at: Date
  took_ms: number
}

export const saveViewers = async (
  db: TenantDb,
  clientId: number,
  viewers: readonly CountedViewer[],
): Promise<void> => {
  const ids = viewers.map(({ viewer_id: id }) => id)
  // Whoever no longer teaches sees no numbers any more.
  for (const table of ['dashboard_viewer', 'dashboard_active'])
    await sql`delete from ${sql.table(table)}
      where client_id = ${clientId} and not (viewer_id = any(${ids}::integer[]))`.execute(db)
  if (viewers.length === 0) return
  await db
    .insertInto('dashboard_viewer')
    .values(viewers.map((viewer) => ({ client_id: clientId, ...viewer })))
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'viewer_id']).doUpdateSet((row) => ({
        learners: row.ref('excluded.learners'),
        people: row.ref('excluded.people'),
        counted_at: row.ref('excluded.counted_at'),
        recounted_at: row.ref('excluded.recounted_at'),
        took_ms: row.ref('excluded.took_ms'),
      })),
    )
    .execute()
}
