import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/leaderboard/leaderboard.ts'
import { mount, type Border } from '#server/core/http/pipeline.ts'
import { chooseVisibility, overall, visibility } from './leaderboard.service.ts'

export const registerLeaderboardRoutes = (app: FastifyInstance, border: Border): void => {
  mount(app, border, contract.getOverallLeaderboard, (scope) => overall(scope))
  mount(app, border, contract.getVisibility, (scope) => visibility(scope))
  mount(app, border, contract.setVisibility, (scope, { body }) => chooseVisibility(scope, body))
}
