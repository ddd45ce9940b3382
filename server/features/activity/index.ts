import type { FastifyInstance } from 'fastify'
import type { Core } from '#server/core/core.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import { registerActivityRoutes } from './activity.routes.ts'
import { registerTrackingRoutes } from './tracking.routes.ts'
import { creditWith } from './tracking.repository.ts'
import type { TrackingDependencies } from './tracking.service.ts'

export { recordSeconds } from './activity.repository.ts'
export { saveGoal } from './goal.repository.ts'
export { streakToday, timeFacts } from './goal.service.ts'
export { recordDays } from './past-days.repository.ts'

/** Study time: today's leaders, hours a day, streak, weekly goal, tracking. */
export const activityFeature = (core: Core, dependencies: Omit<TrackingDependencies, 'credit'>) => ({
  register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
    registerActivityRoutes(app, pipeline)
    registerTrackingRoutes(app, pipeline, core, {
      ...dependencies,
      credit: creditWith(core.db.callTenantFunction),
    })
  },
})
