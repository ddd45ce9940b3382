import './learner-plan.tables.ts'
import type { LearnerPlan, Purpose } from '#contract/learner-plan/learner-plan.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Query } from '#server/core/db/query.ts'

export const planOf = async (db: TenantDb, clientId: number, userId: number): Promise<LearnerPlan> => {
  const row = await db
    .selectFrom('learner_plan')
    .select(['purpose', 'interests'])
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? { welcomed: true, ...row } : { welcomed: false, purpose: null, interests: [] }
}

interface NewPlan {
  clientId: number
  userId: number
  purpose: Purpose | null
  interests: string[]
  now: Date
}

export const savePlan = async (db: TenantDb, plan: NewPlan): Promise<void> => {
  const values = { purpose: plan.purpose, interests: plan.interests, saved_at: plan.now }
  await db
    .insertInto('learner_plan')
    .values({ client_id: plan.clientId, user_id: plan.userId, ...values })
    .onConflict((conflict) => conflict.columns(['client_id', 'user_id']).doUpdateSet(values))
    .execute()
}

/** One row with the interests, or none. */
export const interestsQuery = (clientId: number, userId: number): Query => ({
  name: 'own-interests',
  text: 'select interests from learner_plan where client_id = $1 and user_id = $2',
  values: [clientId, userId],
})
