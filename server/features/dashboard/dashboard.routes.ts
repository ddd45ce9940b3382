import type { FastifyInstance } from 'fastify'
import { getAdminDashboard } from '#contract/dashboard/dashboard.ts'
import { mount, type Border } from '#server/core/http/pipeline.ts'
import { adminDashboard } from './dashboard.service.ts'

export const registerDashboardRoutes = (app: FastifyInstance, border: Border) => {
  mount(app, border, getAdminDashboard, (scope) => adminDashboard(scope))
}
