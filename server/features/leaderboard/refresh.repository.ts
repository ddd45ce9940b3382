import './leaderboard.tables.ts'
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'

/** First key of the advisory lock that lets only one process at a time refresh a tenant. */
const LOCK_KEY = 4204

/** False while another process refreshes; the lock ends with the transaction. */
export const tryRefreshLock = async (db: TenantDb): Promise<boolean> => {
  const result = await sql<{ is_locked: boolean }>`
    select pg_try_advisory_xact_lock(${LOCK_KEY}, current_client_id()) as is_locked`.execute(db)
  return result.rows[0]?.is_locked ?? false
}

export interface RefreshState {
  refreshedAt: Date
  countedWholeAt: Date
  learners: number
  /** Monday of the last settled week. */
  podiumWeek: string
}

export const refreshState = (db: TenantDb, clientId: number): Promise<RefreshState | undefined> =>
  db
    .selectFrom('standing_refresh')
    .select([
      'refreshed_at as refreshedAt',
      'counted_whole_at as countedWholeAt',
      'learners',
      'podium_week as podiumWeek',
    ])
    .where('client_id', '=', clientId)
    .executeTakeFirst()

/** Tenths per mark. The points of a problem are whole marks. */
const TENTHS_PER_MARK = 10

/** Counts marks by learner and course: of all learners, or of those with progress since then. */
export const countMarks = async (db: TenantDb, since: Date | null): Promise<void> => {
  await sql`
    with fresh as (
      select p.user_id, p.course_id,
        sum(item_tenths(i.type, p.completed_at, p.best_percent) + ${TENTHS_PER_MARK} * p.earned_points)::integer as tenths
      from item_progress p
      join course_item i on i.client_id = p.client_id and i.id = p.item_id
      where p.client_id = current_client_id()
        and (${since}::timestamptz is null or (p.user_id, p.course_id) in (
          select c.user_id, c.course_id from item_progress c
          where c.client_id = current_client_id() and c.last_at >= ${since}::timestamptz))
      group by p.user_id, p.course_id),
    written as (
      insert into course_marks as m (client_id, user_id, course_id, tenths)
      select current_client_id(), user_id, course_id, tenths from fresh where tenths > 0
      on conflict (client_id, user_id, course_id) do update set tenths = excluded.tenths
        where m.tenths <> excluded.tenths)
    delete from course_marks m
    where m.client_id = current_client_id() and ${since}::timestamptz is null
      and not exists (
        select from fresh f where f.user_id = m.user_id and f.course_id = m.course_id and f.tenths > 0)`.execute(
    db,
  )
}

/** Ranks every student with marks, writes only rows that differ, and returns how many there are. */
export const rankLearners = async (db: TenantDb): Promise<number> => {
  const result = await sql<{ learners: number }>`
    with totals as (
      select m.user_id, sum(m.tenths)::integer as tenths,
        (array_agg(m.course_id order by m.tenths desc, m.course_id))[1] as course_id
      from course_marks m
      join app_user u on u.client_id = m.client_id and u.id = m.user_id
      where m.client_id = current_client_id() and u.role = 'student' and u.disabled_at is null
      group by m.user_id),
    ranked as (
      select user_id, tenths, course_id,
        rank() over (order by tenths desc)::integer as standing,
        row_number() over (order by tenths desc, user_id)::integer as place
      from totals),
    written as (
      insert into learner_standing as s (client_id, user_id, place, standing, tenths, course_id)
      select current_client_id(), user_id, place, standing, tenths, course_id from ranked
      on conflict (client_id, user_id) do update
        set place = excluded.place, standing = excluded.standing, tenths = excluded.tenths, course_id = excluded.course_id
        where (s.place, s.standing, s.tenths, s.course_id)
          is distinct from (excluded.place, excluded.standing, excluded.tenths, excluded.course_id)),
    gone as (
      delete from learner_standing s
      where s.client_id = current_client_id() and not exists (select from ranked r where r.user_id = s.user_id))
    select count(*)::integer as learners from ranked`.execute(db)
  return result.rows[0]?.learners ?? 0
}

/** Study time of students in the week that starts on that Monday. */
const weekTotals = (monday: string) => sql`
  select a.user_id, sum(a.seconds)::integer as seconds
  from daily_activity a
  join app_user u on u.client_id = a.client_id and u.id = a.user_id
  where a.client_id = current_client_id() and a.day >= ${monday}::date and a.day < ${monday}::date + 7
    and a.seconds > 0 and u.role = 'student' and u.disabled_at is null
  group by a.user_id`

/** Study seconds of the third place of a week; 0 with fewer than three learners. */
export const thirdOfWeek = async (db: TenantDb, monday: string): Promise<number> => {
  const result = await sql<{ seconds: number }>`
    select seconds from (${weekTotals(monday)}) totals order by seconds desc offset 2 limit 1`.execute(db)
  return result.rows[0]?.seconds ?? 0
}

export const writePodium = async (db: TenantDb, monday: string): Promise<void> => {
  await sql`
    insert into week_podium (client_id, week, user_id, standing, seconds)
    select current_client_id(), ${monday}::date, user_id, standing, seconds from (
      select user_id, seconds, rank() over (order by seconds desc)::integer as standing
      from (${weekTotals(monday)}) totals) ranked
    where standing <= 3
    on conflict do nothing`.execute(db)
}

export const tenantZone = async (db: TenantDb): Promise<string> => {
  const result = await sql<{ zone: string }>`
    select time_zone as zone from client where client_id = current_client_id()`.execute(db)
  return result.rows[0]?.zone ?? 'UTC'
}

export const saveRefresh = async (
  db: TenantDb,
  refresh: RefreshState & { clientId: number; thirdOfWeekSeconds: number },
): Promise<void> => {
  const values = {
    refreshed_at: refresh.refreshedAt,
    counted_whole_at: refresh.countedWholeAt,
    learners: refresh.learners,
    third_of_week_seconds: refresh.thirdOfWeekSeconds,
    podium_week: refresh.podiumWeek,
  }
  await db
    .insertInto('standing_refresh')
    .values({ client_id: refresh.clientId, ...values })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(values))
    .execute()
}
