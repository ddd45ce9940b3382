import type { FastifyInstance } from 'fastify'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import { registerDashboardRoutes } from './dashboard.routes.ts'

/** The admin dashboard: reads other features' tables, owns none. */
export const dashboardFeature = () => ({
  register: (app: FastifyInstance, pipeline: RequestPipeline) => registerDashboardRoutes(app, pipeline),
})
