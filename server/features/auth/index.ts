/** Accounts and sessions (contract/auth/auth.ts; rules: Accounts; trust 8.2, trust 8.5). */
import type { FastifyInstance } from 'fastify'
import type { Core } from '#server/core/core.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import { createAccountAdministration } from './sessions/account-admin.service.ts'
import { createAccessTokens } from './sessions/access-token.ts'
import { createAuthenticate, createFindSession } from './sessions/authenticate.ts'
import { registerAuthRoutes } from './auth.routes.ts'
import { createGoogleVerifier } from './google/google.verifier.ts'
import { createBreachCheck } from './passwords/breached.ts'
import { createHasher, type Hasher } from './passwords/hasher.ts'
import { noReferrals, silentNotifier, type AuthDependencies, type SignUpReferrals } from './dependencies.ts'
import { createSessionStates } from './sessions/session-states.ts'
import { createSigningKeys } from './sessions/signing-keys.ts'

export { createAccountAdministration } from './sessions/account-admin.service.ts'
export { createSupportTrail } from './support/trail.ts'
export { foldDigits, newCode } from './codes/code-digits.ts'
export { hashPassword } from './passwords/password.hash.ts'
export { totpSecretColumn } from './two-step/totp-secret.ts'
export { signingKeyColumn } from './sessions/signing-keys.ts'
export { chooseTimeZone, followTimeZone, rememberZone } from './time-zone.repository.ts'
export { createBreachCheck } from './passwords/breached.ts'
export { judgeNewPassword, passwordMinFor } from './passwords/password.policy.ts'
export {
  clientAccountRules,
  createUser,
  createUsers,
  findByEmail,
  hasAdministrator,
  roomForPeople,
  updateUser,
  type NewUser,
} from './users.repository.ts'

/** The base of token issuers. Without a public address it is the one the server listens on. */
const originOf = ({ config }: Core) => config.publicUrl ?? `http://${config.host}:${config.port}`

/** `hasher` is replaced only by tests that sign in thousands of times. */
export const authFeature = (
  core: Core,
  {
    hasher = createHasher(),
    referrals = noReferrals,
    notifier = silentNotifier,
  }: { hasher?: Hasher; referrals?: SignUpReferrals; notifier?: AuthDependencies['notifier'] } = {},
) => {
  const signingKeys = createSigningKeys(core)
  const accessTokens = createAccessTokens(signingKeys, core.clock, originOf(core))
  const sessionStates = createSessionStates(core)
  const dependencies: AuthDependencies = {
    core,
    hasher,
    isBreached: createBreachCheck(core),
    accessTokens,
    sessionStates,
    googleVerifier: createGoogleVerifier(core.config.google.jwks, core.clock),
    referrals,
    notifier,
    secrets: {
      refresh: core.secret('auth.refresh-tokens'),
      codes: core.secret('auth.codes'),
      addresses: core.secret('auth.addresses'),
      devices: core.secret('auth.devices'),
    },
  }
  return {
    register: (app: FastifyInstance, pipeline: RequestPipeline) =>
      registerAuthRoutes(app, pipeline, dependencies),
    authenticate: createAuthenticate(accessTokens, sessionStates, core.clock),
    findSession: createFindSession(sessionStates, core.clock),
    ...createAccountAdministration(dependencies),
  }
}
