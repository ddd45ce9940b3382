import type { FastifyInstance } from 'fastify'
import { getAdminDashboard } from '#contract/dashboard/dashboard.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { adminDashboard } from './dashboard.service.ts'

export const registerDashboardRoutes = (app: FastifyInstance, pipeline: RequestPipeline) => {
  mount(app, pipeline, getAdminDashboard, (scope) => adminDashboard(scope))
}
