/** /admin/platform: the installation as superadmins see it. */
import type { FastifyInstance } from 'fastify'
import * as clientCalls from '#contract/platform/clients.ts'
import { getHealth } from '#contract/platform/health.ts'
import * as jobCalls from '#contract/platform/jobs.ts'
import * as rolloutCalls from '#contract/platform/rollout.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import * as clients from './clients.service.ts'
import type { PlatformContext } from './context.ts'
import { health } from './health/health.service.ts'
import * as jobs from './jobs.service.ts'
import * as rollout from './rollout.service.ts'

export { createHeartbeat } from './heartbeat.ts'
export { createSampler } from './health/sampler.ts'
export { createUsageJob } from './usage.job.ts'

const registerClients = (app: FastifyInstance, pipeline: RequestPipeline, context: PlatformContext): void => {
  mount(app, pipeline, clientCalls.listClients, (scope, { query }) =>
    clients.clientList(context, scope, query),
  )
  mount(app, pipeline, clientCalls.createClient, (scope, { body }) =>
    clients.createClient(context, scope, body),
  )
  mount(app, pipeline, clientCalls.setClientState, (scope, { params, body }) =>
    clients.setClientState(context, scope, params.otherId, body.is_active),
  )
  mount(app, pipeline, clientCalls.setClientLimits, (scope, { params, body }) =>
    clients.setClientLimits(context, scope, params.otherId, body),
  )
}

const registerJobs = (app: FastifyInstance, pipeline: RequestPipeline, context: PlatformContext): void => {
  mount(app, pipeline, jobCalls.listJobs, (scope) => jobs.jobList(context, scope))
  mount(app, pipeline, jobCalls.runJob, (scope, { body }) => jobs.askForRun(context, scope, body.name))
  mount(app, pipeline, jobCalls.listFailedWork, (scope) => jobs.failedWork(context, scope))
  mount(app, pipeline, jobCalls.retryWork, (scope, { body }) => jobs.retryWork(context, scope, body))
}

const registerRollout = (app: FastifyInstance, pipeline: RequestPipeline, context: PlatformContext): void => {
  mount(app, pipeline, rolloutCalls.getRollout, () => rollout.rolloutState(context))
  mount(app, pipeline, rolloutCalls.previewRollout, (_scope, { body }) =>
    rollout.previewRollout(context, body),
  )
  mount(app, pipeline, rolloutCalls.applyRollout, (scope, { body }) =>
    rollout.applyRollout(context, scope, body),
  )
}

export const platformFeature = (context: PlatformContext) => ({
  register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
    registerClients(app, pipeline, context)
    registerJobs(app, pipeline, context)
    registerRollout(app, pipeline, context)
    mount(app, pipeline, getHealth, (scope) => health(context, scope))
  },
})
