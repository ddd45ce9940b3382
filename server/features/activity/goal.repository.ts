import './activity.tables.ts'
import type { TenantDb } from '#server/core/db/database.ts'

/** Null until the learner chooses one. */
export const goalOf = async (db: TenantDb, clientId: number, userId: number): Promise<number | null> => {
  const row = await db
    .selectFrom('weekly_goal')
    .select('minutes')
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.minutes ?? null
}

export const saveGoal = async (
  db: TenantDb,
  goal: { clientId: number; userId: number; minutes: number; now: Date },
): Promise<void> => {
  const values = { minutes: goal.minutes, chosen_at: goal.now }
  await db
    .insertInto('weekly_goal')
    .values({ client_id: goal.clientId, user_id: goal.userId, ...values })
    .onConflict((conflict) => conflict.columns(['client_id', 'user_id']).doUpdateSet(values))
    .execute()
}
