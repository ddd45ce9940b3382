import type { FastifyInstance } from 'fastify'
import { getAdminDashboard } from '#contract/dashboard.ts'
import { mount, type Border } from '#server/core/http/mount.ts'
import { adminDashboard } from './dashboard.service.ts'

export const registerDashboardRoutes = (app: FastifyInstance, border: Border) => {
  mount(app, border, getAdminDashboard, (scope) => adminDashboard(scope))
}
