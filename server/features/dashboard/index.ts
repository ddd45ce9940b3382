import type { FastifyInstance } from 'fastify'
import type { Border } from '#server/core/http/pipeline.ts'
import { registerDashboardRoutes } from './dashboard.routes.ts'

/** The admin dashboard: reads other features' tables, owns none. */
export const dashboardFeature = () => ({
  register: (app: FastifyInstance, border: Border) => registerDashboardRoutes(app, border),
})
