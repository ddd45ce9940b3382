/** The open platform: API tokens (contract/api-access). */
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/api-access/tokens.ts'
import type { Core } from '#server/core/core.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { createAuthenticateToken } from './authenticate-token.ts'
import { createToken, listTokens, revokeToken } from './tokens.service.ts'

export const apiAccessFeature = (core: Core) => ({
  authenticateToken: createAuthenticateToken(core),
  register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
    mount(app, pipeline, contract.listApiTokens, (scope) => listTokens(scope))
    mount(app, pipeline, contract.createApiToken, (scope, { body }) => createToken(core, scope, body))
    mount(app, pipeline, contract.revokeApiToken, (scope, { params }) =>
      revokeToken(core, scope, params.tokenId),
    )
  },
})
