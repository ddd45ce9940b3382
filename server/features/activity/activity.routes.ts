import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/activity/activity.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { dailyLeaders, hoursSpent, monthlyStreak } from './activity.service.ts'
import { chooseWeeklyGoal, heatmap, weeklyGoal } from './goal.service.ts'

export const registerActivityRoutes = (app: FastifyInstance, pipeline: RequestPipeline): void => {
  mount(app, pipeline, contract.getDailyLeaders, (scope) => dailyLeaders(scope))
  mount(app, pipeline, contract.getHoursSpent, (scope, { query }) => hoursSpent(scope, query.range))
  mount(app, pipeline, contract.getMonthlyStreak, (scope) => monthlyStreak(scope))
  mount(app, pipeline, contract.getHeatmap, (scope) => heatmap(scope))
  mount(app, pipeline, contract.getWeeklyGoal, (scope) => weeklyGoal(scope))
  mount(app, pipeline, contract.setWeeklyGoal, (scope, { body }) => chooseWeeklyGoal(scope, body.minutes))
}
