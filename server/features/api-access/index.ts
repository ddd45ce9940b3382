/** The open platform: API tokens and webhooks (contract/api-access). */
import type { FastifyInstance } from 'fastify'
import * as tokens from '#contract/api-access/tokens.ts'
import * as webhooks from '#contract/api-access/webhooks.ts'
import type { Core } from '#server/core/core.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { createOutgoing, type Outgoing } from '#server/core/security/outgoing.ts'
import { internetOf } from '#server/core/security/web-probe.ts'
import { createAuthenticateToken } from './authenticate-token.ts'
import { createToken, listTokens, revokeToken } from './tokens.service.ts'
import { deliveries, replayDelivery } from './webhooks/deliveries.service.ts'
import * as service from './webhooks/webhooks.service.ts'

export { createWebhooksJob } from './webhooks/webhooks.job.ts'
export { webhookSecretColumns } from './webhooks/secrets.ts'

const registerTokens = (core: Core, app: FastifyInstance, pipeline: RequestPipeline): void => {
  mount(app, pipeline, tokens.listApiTokens, (scope) => listTokens(scope))
  mount(app, pipeline, tokens.createApiToken, (scope, { body }) => createToken(core, scope, body))
  mount(app, pipeline, tokens.revokeApiToken, (scope, { params }) => revokeToken(core, scope, params.tokenId))
}

const registerWebhooks = (
  context: service.WebhooksContext,
  app: FastifyInstance,
  pipeline: RequestPipeline,
): void => {
  mount(app, pipeline, webhooks.listWebhooks, (scope) => service.listWebhooks(scope))
  mount(app, pipeline, webhooks.createWebhook, (scope, { body }) =>
    service.createWebhook(context, scope, body),
  )
  mount(app, pipeline, webhooks.saveWebhook, (scope, { params, body }) =>
    service.saveWebhook(context, scope, params.webhookId, body),
  )
  mount(app, pipeline, webhooks.deleteWebhook, async (scope, { params }) => {
    await service.deleteWebhook(context, scope, params.webhookId)
    return undefined
  })
  mount(app, pipeline, webhooks.replaceWebhookSecret, (scope, { params, body }) =>
    service.replaceSecret(context, scope, params.webhookId, body),
  )
  mount(app, pipeline, webhooks.testWebhook, (scope, { params, body }) =>
    service.testWebhook(scope, params.webhookId, body),
  )
  mount(app, pipeline, webhooks.listDeliveries, (scope, { params, query }) =>
    deliveries(scope, params.webhookId, query),
  )
  mount(app, pipeline, webhooks.replayDelivery, (scope, { params }) =>
    replayDelivery(scope, params.webhookId, params.deliveryId),
  )
}

export const apiAccessFeature = (
  core: Core,
  outgoing: Outgoing = createOutgoing(internetOf(core.config)),
) => ({
  authenticateToken: createAuthenticateToken(core),
  register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
    registerTokens(core, app, pipeline)
    registerWebhooks({ core, outgoing }, app, pipeline)
  },
})
