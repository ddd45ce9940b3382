/** Security events for admins. */
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/security/security-events.ts'
import type { Core } from '#server/core/core.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { events, exportEvents, verify, type SecurityContext } from './events.service.ts'

export const securityFeature = (core: Core, listClients: SecurityContext['listClients']) => {
  const context: SecurityContext = { core, listClients, verifying: new Set() }
  return {
    register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
      mount(app, pipeline, contract.listSecurityEvents, (scope, { query }) => events(context, scope, query))
      mount(app, pipeline, contract.exportSecurityEvents, (scope, { query }) =>
        exportEvents(context, scope, query),
      )
      mount(app, pipeline, contract.verifySecurityEvents, (scope, { body }) =>
        verify(context, scope, body.of),
      )
    },
  }
}
