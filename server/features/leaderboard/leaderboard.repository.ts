import './leaderboard.tables.ts'
import { sql } from 'kysely'
import type { Visibility } from '#contract/leaderboard/leaderboard.ts'
import type { TenantDb } from '#server/core/db/database.ts'

export interface RankRow {
  user_id: number
  place: number
  standing: number
  tenths: number
  name: string
  course: string | null
}

/** The rows as one reader sees them: nicknames instead of names, and hidden learners only for themselves. */
const ranksVisibleTo = (userId: number) => sql`
  select s.user_id, s.place, s.standing, s.tenths,
    case when v.visibility = 'nickname' then v.nickname else u.full_name end as name,
    c.title as course
  from learner_standing s
  join app_user u on u.client_id = s.client_id and u.id = s.user_id
  left join course c on c.client_id = s.client_id and c.id = s.course_id and c.status = 'published'
  left join leaderboard_choice v on v.client_id = s.client_id and v.user_id = s.user_id
  where s.client_id = current_client_id()
    and (v.visibility is distinct from 'hidden' or s.user_id = ${userId})`

export const topRows = async (db: TenantDb, userId: number, limit: number): Promise<RankRow[]> => {
  const result = await sql<RankRow>`${ranksVisibleTo(userId)} order by s.place limit ${limit}`.execute(db)
  return result.rows
}

export const rowOf = async (db: TenantDb, userId: number): Promise<RankRow | undefined> => {
  const result = await sql<RankRow>`${ranksVisibleTo(userId)} and s.user_id = ${userId}`.execute(db)
  return result.rows[0]
}

/** The nearest visible rows above and below a place, without that row, best first. */
export const rowsAround = async (
  db: TenantDb,
  userId: number,
  place: number,
  count: number,
): Promise<RankRow[]> => {
  const above = await sql<RankRow>`
    ${ranksVisibleTo(userId)} and s.place < ${place} order by s.place desc limit ${count}`.execute(db)
  const below = await sql<RankRow>`
    ${ranksVisibleTo(userId)} and s.place > ${place} order by s.place limit ${count}`.execute(db)
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

/** Whether somebody else has this name or nickname: nobody may appear as another person. */
export const isNameTaken = async (db: TenantDb, userId: number, nickname: string): Promise<boolean> => {
  const result = await sql<{ is_taken: boolean }>`
    select exists (
      select from leaderboard_choice where client_id = current_client_id() and user_id <> ${userId}
        and lower(nickname) = lower(${nickname})
      union all
      select from app_user where client_id = current_client_id() and id <> ${userId}
        and lower(full_name) = lower(${nickname})) as is_taken`.execute(db)
  return result.rows[0]?.is_taken ?? false
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
