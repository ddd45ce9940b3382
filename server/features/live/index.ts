/** Live classes and webinars. */
import type { FastifyInstance } from 'fastify'
import type { Core } from '#server/core/core.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import type { Outgoing } from '#server/core/security/outgoing.ts'
import { serviceLink } from './admin/meeting-link.ts'
import { registerFeed } from './calendar/feed.routes.ts'
import { registerLearnerRoutes } from './learner/learner.routes.ts'
import { registerMeetingHook } from './meetings/hook.routes.ts'

export { announceSession, scheduleSince } from './announce.ts'
export { nextClass } from './learner/schedule.service.ts'
export { createMeetingsJob } from './meetings/meetings.job.ts'
export { mayReadRecording } from './learner/recording.service.ts'
export { presenceMinutes } from './presence.repository.ts'
export { createReminderJob } from './reminders/reminders.job.ts'

export const liveFeature = (core: Core, outgoing?: Outgoing) => ({
  register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
    registerLearnerRoutes(app, pipeline, core, serviceLink(core, outgoing))
    registerFeed(app, pipeline, core)
    registerMeetingHook(app, pipeline, core)
  },
})
