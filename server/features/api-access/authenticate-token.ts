import { API_TOKEN_PREFIX } from '#contract/api-access/scopes.ts'
import type { Core } from '#server/core/core.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import { NOBODY } from '#server/core/http/scope.ts'
import { useToken } from './tokens.repository.ts'
import { tokenHash } from './tokens.service.ts'

const TOKEN = new RegExp(`^${API_TOKEN_PREFIX}[\\w-]{43}$`)

/** A token acts as no person. It is looked up at each call: a revoked one is refused at once. */
export const createAuthenticateToken =
  ({ db, clock }: Pick<Core, 'db' | 'clock'>): RequestPipeline['authenticateToken'] =>
  async ({ clientId }, token) => {
    const now = clock.now()
    const found = TOKEN.test(token)
      ? await db.withTenant(clientId, (tx) => useToken(tx, clientId, { hash: tokenHash(token), now }))
      : undefined
    if (!found) throw new AppError('unauthenticated', 'Please sign in to continue.')
    return {
      userId: NOBODY,
      sessionId: `token:${found.prefix}`,
      role: 'admin',
      token: { id: found.id, scopes: found.scopes },
    }
  }
