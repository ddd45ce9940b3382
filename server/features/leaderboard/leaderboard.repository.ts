import './leaderboard.tables.ts'
import { sql } from 'kysely'
import type { Visibility } from '#contract/leaderboard/leaderboard.ts'
import type { TenantDb } from '#server/core/db/database.ts'

export interface StandingRow {
  user_id: number
  place: number
  standing: number
  tenths: number
  name: string
  course: string | null
}

/** Rows as one reader sees them: nicknames for names, and nobody who hides except the reader. */
const visibleTo = (userId: number) => sql`
  select s.user_id, s.place, s.standing, s.tenths,
    case when v.visibility = 'nickname' then v.nickname else u.full_name end as name,
    c.title as course
  from learner_standing s
  join app_user u on u.client_id = s.client_id and u.id = s.user_id
  left join course c on c.client_id = s.client_id and c.id = s.course_id and c.status = 'published'
  left join leaderboard_choice v on v.client_id = s.client_id and v.user_id = s.user_id
  where s.client_id = current_client_id()
    and (v.visibility is distinct from 'hidden' or s.user_id = ${userId})`

export const topRows = async (db: TenantDb, userId: number, limit: number): Promise<StandingRow[]> => {
  const result = await sql<StandingRow>`${visibleTo(userId)} order by s.place limit ${limit}`.execute(db)
  return result.rows
}

export const ownRow = async (db: TenantDb, userId: number): Promise<StandingRow | undefined> => {
  const result = await sql<StandingRow>`${visibleTo(userId)} and s.user_id = ${userId}`.execute(db)
  return result.rows[0]
}

/** The nearest visible rows above and below a place, without it, best first. */
export const rowsAround = async (
  db: TenantDb,
  userId: number,
  place: number,
  each: number,
): Promise<StandingRow[]> => {
  const above = await sql<StandingRow>`
    ${visibleTo(userId)} and s.place < ${place} order by s.place desc limit ${each}`.execute(db)
  const below = await sql<StandingRow>`
    ${visibleTo(userId)} and s.place > ${place} order by s.place limit ${each}`.execute(db)
  return [...above.rows.reverse(), ...below.rows]
}

export interface Choice {
  visibility: Visibility
  nickname: string | null
}

export const choiceOf = (db: TenantDb, clientId: number, userId: number): Promise<Choice | undefined> =>
  db
    .selectFrom('leaderboard_choice')
    .select(['visibility', 'nickname'])
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

export const saveChoice = async (
  db: TenantDb,
  clientId: number,
  userId: number,
  choice: Choice,
): Promise<void> => {
  await db
    .insertInto('leaderboard_choice')
    .values({ client_id: clientId, user_id: userId, ...choice })
    .onConflict((conflict) => conflict.columns(['client_id', 'user_id']).doUpdateSet({ ...choice }))
    .execute()
}

/** Whether somebody else goes by it, as name or nickname: nobody appears as another person. */
export const isTaken = async (db: TenantDb, userId: number, nickname: string): Promise<boolean> => {
  const result = await sql<{ taken: boolean }>`
    select exists (
      select from leaderboard_choice where client_id = current_client_id() and user_id <> ${userId}
        and lower(nickname) = lower(${nickname})
      union all
      select from app_user where client_id = current_client_id() and id <> ${userId}
        and lower(full_name) = lower(${nickname})) as taken`.execute(db)
  return result.rows[0]?.taken ?? false
}

export const nameOf = async (db: TenantDb, clientId: number, userId: number): Promise<string> => {
  const row = await db
    .selectFrom('app_user')
    .select('full_name')
    .where('client_id', '=', clientId)
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.full_name ?? ''
}
