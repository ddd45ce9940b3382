import type { TenantDb } from '#server/core/db/database.ts'
import { REFRESH_GRACE_MS, REFRESH_UNSEEN_GRACE_MS } from '#contract/limits.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import { audit } from '../audit.ts'
import { networkOfRequest } from './device.ts'
import { sendMail } from '../mails.ts'
import { canSignIn, type AuthDependencies } from '../dependencies.ts'
import {
  makeRefreshToken,
  decryptSuccessor,
  readRefreshToken,
  encryptSuccessor,
  type RefreshToken,
} from './refresh-token.ts'
import { sameBytes } from '../crypto.ts'
import { lockSession, revokeSession, rotateSession, type SessionRow } from './sessions.repository.ts'
import { viewerOf } from '../support/support.repository.ts'
import { findUser } from '../users.repository.ts'

/** Always 401: the app treats only 400, 401 and 403 as "refresh failed" (rules: Accounts). */
const refreshFailed = () => new AppError('refresh_failed', 'Token refresh failed')

interface RefreshedSession {
  userId: number
  gen: number
  refreshToken: string
}
type RefreshOutcome = RefreshedSession | 'refused' | { reusedBy: number }

const isActive = (row: SessionRow, now: Date) =>
  row.revoked_at === null && now < row.idle_expires_at && now < row.absolute_expires_at

/**
 * Whether an already exchanged token may get its successor again: for 30 s in any case (several tabs, retries), and for
 * a day while nobody has used the successor (the response was lost, or the device crashed before storing it).
 */
const isWithinGrace = (row: SessionRow, now: Date) => {
  const sinceMs = now.getTime() - row.rotated_at.getTime()
  return sinceMs < REFRESH_GRACE_MS || (!row.seen && sinceMs < REFRESH_UNSEEN_GRACE_MS)
}

/** Exchanges a refresh token for the next pair of tokens (trust 8.2). */
export const createRefresh = (dependencies: AuthDependencies) => {
  const rotate = async (
    db: TenantDb,
    scope: PublicScope,
    old: RefreshToken,
  ): Promise<RefreshedSession | null> => {
    const next = makeRefreshToken(
      dependencies.secrets.refresh,
      scope.tenant.clientId,
      old.sessionId,
      old.gen + 1,
    )
    const rotated = await rotateSession(db, {
      sessionId: old.sessionId,
      oldHash: old.hash,
      newHash: next.hash,
      encryptedSuccessor: encryptSuccessor(old, next),
      network: networkOfRequest(scope.request),
      userAgent: scope.request.userAgent,
      now: scope.clock.now(),
      isDemoOn: dependencies.core.config.demo,
    })
    return rotated ? { userId: rotated.user_id, gen: rotated.gen, refreshToken: next.text } : null
  }

  /** The token is genuine but not the current one: a late retry, or a thief. */
  const handleSpentToken = async (
    db: TenantDb,
    scope: PublicScope,
    old: RefreshToken,
  ): Promise<RefreshOutcome> => {
    const now = scope.clock.now()
    const row = await lockSession(db, old.sessionId)
    if (!row || !isActive(row, now) || sameBytes(row.cur_hash, old.hash)) return 'refused'
    const user = await findUser(db, row.user_id)
    if (!user || !canSignIn(dependencies, user)) return 'refused'
    const isPrevious = row.prev_hash !== null && sameBytes(row.prev_hash, old.hash)
    if (isPrevious && row.succ_enc && isWithinGrace(row, now))
      return { userId: row.user_id, gen: row.gen, refreshToken: decryptSuccessor(old, row.succ_enc) }
    if (!(await revokeSession(db, row.id, 'refresh_reuse', now))) return 'refused'
    await dependencies.core.changes.announce(db, {
      kind: 'session',
      clientId: scope.tenant.clientId,
      sessionId: row.id,
    })
    await audit(db, dependencies, scope, {
      action: 'auth.refresh_reuse',
      result: 'refused',
      actorId: row.user_id,
      sessionId: row.id,
      detail: { gen: old.gen },
    })
    await sendMail(db, dependencies, scope, user, { kind: 'session_ended', device: row.device })
    return { reusedBy: row.user_id }
  }

  return async (scope: PublicScope, body: { refresh_token: string }) => {
    const { clientId } = scope.tenant
    const old = readRefreshToken(dependencies.secrets.refresh, clientId, body.refresh_token)
    if (!old) throw refreshFailed()
    const outcome = await scope.tx(
      async (db): Promise<RefreshOutcome> =>
        (await rotate(db, scope, old)) ?? handleSpentToken(db, scope, old),
    )
    if (outcome === 'refused') throw refreshFailed()
    if ('reusedBy' in outcome) {
      dependencies.sessionStates.forgetUser(clientId, outcome.reusedBy)
      throw refreshFailed()
    }
    const access = await dependencies.accessTokens.sign({
      clientId,
      userId: outcome.userId,
      sessionId: old.sessionId,
      gen: outcome.gen,
      now: scope.clock.now(),
    })
    return { access_token: access, refresh_token: outcome.refreshToken }
  }
}

/** Ends the session of a refresh token. Repeating it is harmless, and invalid tokens get the same answer. */
export const createLogout =
  (dependencies: AuthDependencies) => async (scope: PublicScope, body: { refresh_token: string }) => {
    const { clientId } = scope.tenant
    const token = readRefreshToken(dependencies.secrets.refresh, clientId, body.refresh_token)
    if (!token) return undefined
    const userId = await scope.tx(async (db) => {
      const row = await lockSession(db, token.sessionId)
      // The previous token counts too: the response with the current one may have been lost.
      const isOurs = row && [row.cur_hash, row.prev_hash].some((hash) => hash && sameBytes(hash, token.hash))
      if (!isOurs || !(await revokeSession(db, row.id, 'logout', scope.clock.now()))) return null
      await dependencies.core.changes.announce(db, { kind: 'session', clientId, sessionId: row.id })
      await audit(db, dependencies, scope, {
        ...(row.is_support
          ? { action: 'support.end', actorId: await viewerOf(db, row.id), object: `user:${row.user_id}` }
          : { action: 'auth.logout', actorId: row.user_id }),
        result: 'ok',
        sessionId: row.id,
      })
      return row.user_id
    })
    if (userId !== null) dependencies.sessionStates.forgetUser(clientId, userId)
    return undefined
  }
