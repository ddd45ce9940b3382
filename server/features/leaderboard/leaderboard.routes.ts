import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/leaderboard/leaderboard.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { chooseVisibility, overall, visibility } from './leaderboard.service.ts'

export const registerLeaderboardRoutes = (app: FastifyInstance, pipeline: RequestPipeline): void => {
  mount(app, pipeline, contract.getOverallLeaderboard, (scope) => overall(scope))
  mount(app, pipeline, contract.getVisibility, (scope) => visibility(scope))
  mount(app, pipeline, contract.setVisibility, (scope, { body }) => chooseVisibility(scope, body))
}
