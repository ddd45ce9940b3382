import type { LearnerPlan, saveLearnerPlan as contract } from '#contract/learner-plan/learner-plan.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { planOf, savePlan } from './learner-plan.repository.ts'

const DAYS_PER_WEEK = 7

export interface PlanDependencies {
  readonly saveGoal: (
    db: TenantDb,
    goal: { clientId: number; userId: number; minutes: number; now: Date },
  ) => Promise<void>
}

export const learnerPlan = (scope: MemberScope): Promise<LearnerPlan> =>
  scope.tx((db) => planOf(db, scope.tenant.clientId, scope.actor.userId))

/** Plan and weekly goal are saved together, or neither. */
export const saveLearnerPlan = (
  scope: MemberScope,
  { purpose, interests, daily_minutes: daily }: BodyOf<typeof contract>,
  { saveGoal }: PlanDependencies,
): Promise<LearnerPlan> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const { userId } = scope.actor
    const now = scope.clock.now()
    await savePlan(db, { clientId, userId, purpose, interests: [...new Set(interests)], now })
    if (typeof daily === 'number')
      await saveGoal(db, { clientId, userId, minutes: DAYS_PER_WEEK * daily, now })
    return planOf(db, clientId, userId)
  })
