import { sql } from 'kysely'
import './activity.tables.ts'
import type { TenantDb } from '#server/core/db/database.ts'

/** A day has no more seconds (spec 9). */
const DAY_MAX_SECONDS = 86_400

/** Adds credited seconds to one day of a learner. */
export const recordSeconds = async (
  db: TenantDb,
  entry: { clientId: number; userId: number; day: string; seconds: number },
): Promise<void> => {
  const seconds = Math.min(Math.max(0, Math.floor(entry.seconds)), DAY_MAX_SECONDS)
  await db
    .insertInto('daily_activity')
    .values({ client_id: entry.clientId, user_id: entry.userId, day: entry.day, seconds })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'user_id', 'day']).doUpdateSet({
        seconds: sql<number>`least(${DAY_MAX_SECONDS}, daily_activity.seconds + excluded.seconds)`,
        updated_at: sql<Date>`now()`,
      }),
    )
    .execute()
}

export interface Zones {
  learner: string
  tenant: string
}

export const zonesOf = async (db: TenantDb, clientId: number, userId: number): Promise<Zones> => {
  const result = await sql<Zones>`
    select u.time_zone as learner, c.time_zone as tenant
    from client c join app_user u on u.client_id = c.client_id
    where c.client_id = ${clientId} and u.id = ${userId}`.execute(db)
  return result.rows[0] ?? { learner: 'UTC', tenant: 'UTC' }
}

/** Seconds by day in an inclusive range; days without activity are missing. */
export const secondsByDay = async (
  db: TenantDb,
  range: { clientId: number; userId: number; from: string; to: string },
): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('daily_activity')
    .select(['day', 'seconds'])
    .where('client_id', '=', range.clientId)
    .where('user_id', '=', range.userId)
    .where('day', '>=', range.from)
    .where('day', '<=', range.to)
    .execute()
  return new Map(rows.map((row) => [row.day, row.seconds]))
}

/** The longest run of days with more than `minSeconds` in the learner's whole history. */
export const longestRun = async (
  db: TenantDb,
  input: { clientId: number; userId: number; to: string; minSeconds: number },
): Promise<number> => {
  // Within a run the difference between the day and its row number is constant.
  const result = await sql<{ longest: number }>`
    select coalesce(max(days), 0)::integer as longest from (
      select count(*) as days from (
        select day - (row_number() over (order by day))::integer as run
        from daily_activity
        where client_id = ${input.clientId} and user_id = ${input.userId} and day <= ${input.to}::date
          and seconds > ${input.minSeconds}) counted
      group by run) runs`.execute(db)
  return result.rows[0]?.longest ?? 0
}

export interface LeaderRow {
  id: number
  name: string
  seconds: number
}

/**
 * Base of the ids that replace those of learners with a nickname. They exist in this list only and lie above every real
 * id, so that nobody can be identified (rules: Learning).
 */
const NICKNAME_ID_BASE = 2_000_000_000

/**
 * Students with study time on that day, most first. The earlier member wins a tie, so the order is stable. A learner who
 * hides appears only in their own list.
 */
export const leadersOn = async (
  db: TenantDb,
  input: { clientId: number; day: string; limit: number; readerId: number },
): Promise<LeaderRow[]> => {
  const result = await sql<LeaderRow>`
    select case when v.visibility = 'nickname' and u.id <> ${input.readerId}
        then ${NICKNAME_ID_BASE} + row_number() over (order by a.seconds desc, a.user_id) else u.id end as id,
      case when v.visibility = 'nickname' then v.nickname else u.full_name end as name, a.seconds
    from daily_activity a
    join app_user u on u.client_id = a.client_id and u.id = a.user_id
    left join leaderboard_choice v on v.client_id = a.client_id and v.user_id = a.user_id
    where a.client_id = ${input.clientId} and a.day = ${input.day}::date and a.seconds > 0
      and u.role = 'student' and u.disabled_at is null
      and (v.visibility is distinct from 'hidden' or u.id = ${input.readerId})
    order by a.seconds desc, a.user_id
    limit ${input.limit}`.execute(db)
  return result.rows
}
