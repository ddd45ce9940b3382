import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/activity/activity.ts'
import { mount, type Border } from '#server/core/http/pipeline.ts'
import { dailyLeaders, hoursSpent, monthlyStreak } from './activity.service.ts'
import { chooseWeeklyGoal, heatmap, weeklyGoal } from './goal.service.ts'

export const registerActivityRoutes = (app: FastifyInstance, border: Border): void => {
  mount(app, border, contract.getDailyLeaders, (scope) => dailyLeaders(scope))
  mount(app, border, contract.getHoursSpent, (scope, { query }) => hoursSpent(scope, query.range))
  mount(app, border, contract.getMonthlyStreak, (scope) => monthlyStreak(scope))
  mount(app, border, contract.getHeatmap, (scope) => heatmap(scope))
  mount(app, border, contract.getWeeklyGoal, (scope) => weeklyGoal(scope))
  mount(app, border, contract.setWeeklyGoal, (scope, { body }) => chooseWeeklyGoal(scope, body.minutes))
}
