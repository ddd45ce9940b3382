import type { FastifyInstance } from 'fastify'
import type { Core } from '#server/core/core.ts'
import type { Border } from '#server/core/http/pipeline.ts'
import { registerActivityRoutes } from './activity.routes.ts'
import { registerTrackingRoutes } from './tracking.routes.ts'
import { creditOver } from './tracking.repository.ts'
import type { TrackingDeeds } from './tracking.service.ts'

export { recordSeconds } from './activity.repository.ts'
export { timeFacts } from './goal.service.ts'
export { recordDays } from './history.repository.ts'

/** Study time: today's leaders, hours a day, streak. */
export const activityFeature = (core: Core, deeds: Omit<TrackingDeeds, 'credit'>) => ({
  register: (app: FastifyInstance, border: Border): void => {
    registerActivityRoutes(app, border)
    registerTrackingRoutes(app, border, core, { ...deeds, credit: creditOver(core.db.pool) })
  },
})
