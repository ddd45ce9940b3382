/** The admin dashboard: numbers that a job keeps, and the rows behind them. */
import type { FastifyInstance } from 'fastify'
import * as risks from '#contract/dashboard/at-risk.ts'
import * as calls from '#contract/dashboard/dashboard.ts'
import { compareGroups } from '#contract/dashboard/groups.ts'
import * as rows from '#contract/dashboard/rows.ts'
import type { Core } from '#server/core/core.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { atRisk } from './at-risk.service.ts'
import { adminDashboard, lessonProgress } from './dashboard.service.ts'
import { comparedGroups } from './groups.service.ts'
import { createDashboardFiles } from './rows/export.ts'
import { dashboardRows } from './rows/rows.service.ts'

export { createDashboardJob } from './count/count.job.ts'

export const dashboardFeature = (core: Core) => {
  const files = createDashboardFiles(core)
  return {
    register: (app: FastifyInstance, pipeline: RequestPipeline) => {
      mount(app, pipeline, calls.getAdminDashboard, (scope, { query }) => adminDashboard(scope, query))
      mount(app, pipeline, calls.getLessonProgress, (scope, { params, query }) =>
        lessonProgress(scope, params.courseId, query),
      )
      mount(app, pipeline, risks.listAtRisk, (scope, { query }) => atRisk(scope, query))
      mount(app, pipeline, compareGroups, (scope, { query }) => comparedGroups(scope, query))
      mount(app, pipeline, rows.listDashboardRows, (scope, { query }) => dashboardRows(scope, query))
      mount(app, pipeline, rows.exportDashboard, (scope, { body }) => files.addressFor(scope, body))
      files.register(app, pipeline)
    },
  }
}
