import type { FastifyInstance } from 'fastify'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import { registerDashboardRoutes } from './dashboard.routes.ts'

/** The admin dashboard. It only reads tables of other features and has none of its own. */
export const dashboardFeature = () => ({
  register: (app: FastifyInstance, pipeline: RequestPipeline) => registerDashboardRoutes(app, pipeline),
})
