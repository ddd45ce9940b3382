import type { FastifyInstance } from 'fastify'
import type { Border } from '#server/core/http/pipeline.ts'
import { registerLeaderboardRoutes } from './leaderboard.routes.ts'

export { createStandingsJob } from './refresh.job.ts'
export { lastFinishedWeek, weeksToSettle } from './weeks.ts'

/** Marks, standings and how one appears in them. */
export const leaderboardFeature = () => ({
  register: (app: FastifyInstance, border: Border): void => registerLeaderboardRoutes(app, border),
})
