/** Accounts and sessions (contract/auth/auth.ts; RULES "Accounts", TRUST §8.2, §8.5). */
import type { FastifyInstance } from 'fastify'
import type { Core } from '#server/core/core.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import { createAccess } from './sessions/access.service.ts'
import { createAccessTokens } from './sessions/access-token.ts'
import { createAuthenticate } from './sessions/authenticate.ts'
import { registerAuthRoutes } from './auth.routes.ts'
import { createGoogleVerifier } from './google/google.verifier.ts'
import { createHasher, type Hasher } from './passwords/hasher.ts'
import type { Parts } from './dependencies.ts'
import { createSessionStates } from './sessions/session-states.ts'
import { createSigningKeys } from './sessions/signing-keys.ts'

export { foldDigits, newCode } from './codes/code-digits.ts'
export { hashPassword } from './passwords/password.hash.ts'
export { followTimeZone } from './time-zone.repository.ts'
export { createUser, type NewUser } from './users.repository.ts'

/** What issuer names stand under; with no public address the one that is listened on. */
const originOf = ({ config }: Core) => config.publicUrl ?? `http://${config.host}:${config.port}`

/** The feature. `hasher` is replaced only where thousands of sign-ins are tried out. */
export const authFeature = (core: Core, hasher: Hasher = createHasher()) => {
  const keys = createSigningKeys(core)
  const tokens = createAccessTokens(keys, core.clock, originOf(core))
  const states = createSessionStates(core)
  const parts: Parts = {
    core,
    hasher,
    tokens,
    states,
    google: createGoogleVerifier(core.config.google.jwks, core.clock),
    secrets: {
      refresh: core.secret('auth.refresh-tokens'),
      codes: core.secret('auth.codes'),
      addresses: core.secret('auth.addresses'),
      devices: core.secret('auth.devices'),
    },
  }
  return {
    register: (app: FastifyInstance, pipeline: RequestPipeline) => registerAuthRoutes(app, pipeline, parts),
    authenticate: createAuthenticate(tokens, states, core.clock),
    ...createAccess(parts),
  }
}
