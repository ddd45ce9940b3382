/** What admins do with API tokens. A token is shown once; only its hash is stored. */
import { hash, randomBytes } from 'node:crypto'
import { API_TOKEN_PREFIX } from '#contract/api-access/scopes.ts'
import { TOKENS_MAX, type ApiToken, type createApiToken } from '#contract/api-access/tokens.ts'
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import type { AuditAction } from '#contract/security/audit-actions.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import * as rows from './tokens.repository.ts'

const DAY_MS = 86_400_000
const SECRET_BYTES = 32
const SHOWN_CHARS = 12

/** A fast hash is enough: nobody guesses 256 random bits. */
export const tokenHash = (token: string): Buffer => Buffer.from(hash('sha256', token, 'hex'), 'hex')

const toToken = (row: rows.TokenRow, now: Date): ApiToken => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: row.scopes,
  made_at: row.made_at.toISOString(),
  made_by: row.made_by === null ? null : { id: row.made_by, name: row.maker ?? '' },
  expires_at: row.expires_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
  revoked_for: row.revoked_for,
  state: row.revoked_at ? 'revoked' : row.expires_at <= now ? 'expired' : 'active',
})

const record = (
  { audit }: Pick<Core, 'audit'>,
  db: TenantDb,
  scope: AdminScope,
  { action, row }: { action: AuditAction & `apiAccess.${string}`; row: rows.TokenRow },
) =>
  audit.record(db, {
    action,
    result: 'ok',
    actorId: scope.actor.userId,
    sessionId: scope.actor.sessionId,
    object: `api_token:${row.prefix}`,
    detail: { name: row.name, scopes: row.scopes.join(' '), expires: row.expires_at.toISOString() },
    requestId: scope.request.id,
    ip: scope.request.ip,
  })

const requireToken = async (db: TenantDb, clientId: number, id: string): Promise<rows.TokenRow> => {
  const row = await rows.tokenRow(db, clientId, id)
  if (!row) throw notFound()
  return row
}

export const listTokens = (scope: AdminScope): Promise<{ results: ApiToken[] }> =>
  scope.tx(async (db) => {
    const now = scope.clock.now()
    const found = await rows.tokenRows(db, scope.tenant.clientId)
    return { results: found.map((row) => toToken(row, now)) }
  })

export const createToken = (
  core: Pick<Core, 'audit'>,
  scope: AdminScope,
  { id, name, scopes, days }: BodyOf<typeof createApiToken>,
): Promise<ResponseOf<typeof createApiToken>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const now = scope.clock.now()
    const secret = API_TOKEN_PREFIX + randomBytes(SECRET_BYTES).toString('base64url')
    await rows.lockTokens(db, clientId)
    await rows.deleteOldTokens(db, clientId, now)
    if ((await rows.countActive(db, clientId, now)) >= TOKENS_MAX)
      throw new AppError(
        'conflict',
        `At most ${TOKENS_MAX} keys can work at the same time. Revoke one first.`,
      )
    const isNew = await rows.insertToken(db, {
      client_id: clientId,
      id,
      name,
      prefix: secret.slice(0, SHOWN_CHARS),
      hash: tokenHash(secret),
      scopes: [...new Set(scopes)].toSorted(),
      made_by: scope.actor.userId,
      made_at: now,
      expires_at: new Date(now.getTime() + days * DAY_MS),
      last_used_at: null,
      revoked_at: null,
      revoked_for: null,
    })
    if (!isNew)
      throw new AppError(
        'conflict',
        'This key was created already. It cannot be shown again: create another.',
      )
    const row = await requireToken(db, clientId, id)
    await record(core, db, scope, { action: 'apiAccess.token_create', row })
    return { token: toToken(row, now), secret }
  })

export const revokeToken = (core: Pick<Core, 'audit'>, scope: AdminScope, id: string): Promise<ApiToken> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const now = scope.clock.now()
    const isRevokedNow = await rows.revokeToken(db, clientId, { id, now })
    const row = await requireToken(db, clientId, id)
    if (isRevokedNow) await record(core, db, scope, { action: 'apiAccess.token_revoke', row })
    return toToken(row, now)
  })
