import type { FastifyInstance } from 'fastify'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import { registerLeaderboardRoutes } from './leaderboard.routes.ts'

export { createRankingJob } from './refresh.job.ts'
export { lastFinishedWeek, weeksToSettle } from './weeks.ts'

/** Marks, ranks, and how learners appear in them. */
export const leaderboardFeature = () => ({
  register: (app: FastifyInstance, pipeline: RequestPipeline): void =>
    registerLeaderboardRoutes(app, pipeline),
})
