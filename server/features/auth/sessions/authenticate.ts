import type { Clock } from '#server/core/clock.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import type { Tenant } from '#server/core/http/scope.ts'
import type { AccessTokens } from './access-token.ts'
import type { SessionStates } from './session-states.ts'
import type { SessionState } from './sessions.repository.ts'

/** The same answer for every kind of invalid token: it does not say what was wrong (A10). */
export const unauthenticated = () => new AppError('unauthenticated', 'Please sign in to continue.')

const SCHEME = 'Bearer '

/**
 * The token only names a session. Whether that session is valid and what the user may do comes from the
 * database and is at most a second old. A recently used token costs no query and no signature check.
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
    return {
      userId: claims.userId,
      sessionId: claims.sessionId,
      role: state.role,
      provedAt: state.proved_at,
      ...viewOf(state),
    }
  }

const viewOf = ({ admin_id: adminId, admin_session_id: sessionId, reason }: SessionState) =>
  adminId === null || sessionId === null ? {} : { support: { adminId, sessionId, reason: reason ?? '' } }

/** For requests that carry no token but name their session, such as those for stored files. */
export const createFindSession =
  (states: SessionStates, clock: Clock): RequestPipeline['findSession'] =>
  async ({ clientId, userId, sessionId }) => {
    // Generation 0 is older than every token: the session counts as alive, but no token of it as used.
    const state = await states.get(clientId, userId, sessionId, 0)
    const now = clock.now()
    if (!state || now >= state.idle_expires_at || now >= state.absolute_expires_at) return null
    // A support view opens files with the session of its administrator (core/http/pipeline.ts).
    return state.admin_id === null ? { userId, sessionId, role: state.role } : null
  }
