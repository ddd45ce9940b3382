/** /admin/platform: the installation as superadmins see it. */
import type { FastifyInstance } from 'fastify'
import * as clientCalls from '#contract/platform/clients.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import * as clients from './clients.service.ts'
import type { PlatformContext } from './context.ts'

export { createUsageJob } from './usage.job.ts'
export type { FirstAdmin, PlainClient } from './context.ts'

export const platformFeature = (context: PlatformContext) => ({
  register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
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
  },
})
