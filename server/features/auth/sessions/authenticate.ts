import type { Clock } from '#server/core/clock.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import type { Tenant } from '#server/core/http/scope.ts'
import type { AccessTokens } from './access-token.ts'
import type { SessionStates } from './session-states.ts'

/** One answer for every kind of bad token: it says nothing about what was wrong (TRUST A10). */
export const unauthenticated = () => new AppError('unauthenticated', 'Please sign in to continue.')

const SCHEME = 'Bearer '

/**
 * Who is calling? The token only names a session; whether that session lives and what its person may do is read
 * from the database, at most a second ago. A hot token costs no query and no signature check.
 */
export const createAuthenticate =
  (tokens: AccessTokens, states: SessionStates, clock: Clock): RequestPipeline['authenticate'] =>
  async (tenant: Tenant, header: string | undefined) => {
    if (header === undefined || !header.startsWith(SCHEME)) throw unauthenticated()
    const claims = await tokens.verify(tenant.clientId, header.slice(SCHEME.length))
    if (!claims) throw unauthenticated()
    const state = await states.get(tenant.clientId, claims.userId, claims.sessionId, claims.gen)
    const now = clock.now()
    if (!state || now >= state.idle_expires_at || now >= state.absolute_expires_at) throw unauthenticated()
    return { userId: claims.userId, sessionId: claims.sessionId, role: state.role }
  }
