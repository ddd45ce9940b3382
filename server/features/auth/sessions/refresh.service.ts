import type { TenantDb } from '#server/core/db/database.ts'
import { REFRESH_GRACE_MS, REFRESH_UNSEEN_GRACE_MS } from '#contract/limits.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import { audit } from '../audit-line.ts'
import { networkOfRequest } from './device.ts'
import { sendMail } from '../mails.ts'
import type { Parts } from '../dependencies.ts'
import {
  makeRefreshToken,
  openSuccessor,
  readRefreshToken,
  sealSuccessor,
  type RefreshToken,
} from './refresh-token.ts'
import { sameBytes } from '../crypto.ts'
import { lockSession, revokeSession, rotateSession, type SessionRow } from './sessions.repository.ts'
import { findUser } from '../users.repository.ts'

/** Only 401 from here: 400, 401 and 403 alone mean "refresh failed" to the app (RULES "Accounts"). */
const refreshFailed = () => new AppError('refresh_failed', 'Token refresh failed')

interface Next {
  userId: number
  gen: number
  refreshToken: string
}
type Outcome = Next | 'refused' | { reusedBy: number }

const isAlive = (row: SessionRow, now: Date) =>
  row.revoked_at === null && now < row.idle_expires_at && now < row.absolute_expires_at

/**
 * May a token that was already exchanged have its successor again? For 30 s in any case (tabs, retries); for a day
 * while nobody has used the successor (the answer was lost, or the device crashed before it was stored).
 */
const isWithinGrace = (row: SessionRow, now: Date) => {
  const sinceMs = now.getTime() - row.rotated_at.getTime()
  return sinceMs < REFRESH_GRACE_MS || (!row.seen && sinceMs < REFRESH_UNSEEN_GRACE_MS)
}

/** Exchanges a refresh token for the next pair, exactly as TRUST §8.2 has it. */
export const createRefresh = (parts: Parts) => {
  const rotate = async (db: TenantDb, scope: PublicScope, old: RefreshToken): Promise<Next | null> => {
    const next = makeRefreshToken(parts.secrets.refresh, scope.tenant.clientId, old.sessionId, old.gen + 1)
    const rotated = await rotateSession(db, {
      sessionId: old.sessionId,
      oldHash: old.hash,
      newHash: next.hash,
      sealed: sealSuccessor(old, next),
      network: networkOfRequest(scope.request),
      userAgent: scope.request.userAgent,
      now: scope.clock.now(),
    })
    return rotated ? { userId: rotated.user_id, gen: rotated.gen, refreshToken: next.text } : null
  }

  /** The token is genuine but not the live one: a late repeat, or a thief. */
  const answerRepeat = async (db: TenantDb, scope: PublicScope, old: RefreshToken): Promise<Outcome> => {
    const now = scope.clock.now()
    const row = await lockSession(db, old.sessionId)
    if (!row || !isAlive(row, now) || sameBytes(row.cur_hash, old.hash)) return 'refused'
    const user = await findUser(db, row.user_id)
    if (!user || user.disabled_at) return 'refused'
    const isPrevious = row.prev_hash !== null && sameBytes(row.prev_hash, old.hash)
    if (isPrevious && row.succ_enc && isWithinGrace(row, now))
      return { userId: row.user_id, gen: row.gen, refreshToken: openSuccessor(old, row.succ_enc) }
    if (!(await revokeSession(db, row.id, 'refresh_reuse', now))) return 'refused'
    await parts.core.changes.announce(db, {
      kind: 'session',
      clientId: scope.tenant.clientId,
      sessionId: row.id,
    })
    await audit(db, parts, scope, {
      action: 'auth.refresh_reuse',
      result: 'refused',
      actorId: row.user_id,
      sessionId: row.id,
      detail: { gen: old.gen },
    })
    await sendMail(db, parts, scope, user, { kind: 'session_ended', device: row.device })
    return { reusedBy: row.user_id }
  }

  return async (scope: PublicScope, body: { refresh_token: string }) => {
    const { clientId } = scope.tenant
    const old = readRefreshToken(parts.secrets.refresh, clientId, body.refresh_token)
    if (!old) throw refreshFailed()
    const outcome = await scope.tx(
      async (db): Promise<Outcome> => (await rotate(db, scope, old)) ?? answerRepeat(db, scope, old),
    )
    if (outcome === 'refused') throw refreshFailed()
    if ('reusedBy' in outcome) {
      parts.states.forgetUser(clientId, outcome.reusedBy)
      throw refreshFailed()
    }
    const access = await parts.tokens.sign({
      clientId,
      userId: outcome.userId,
      sessionId: old.sessionId,
      gen: outcome.gen,
      now: scope.clock.now(),
    })
    return { access_token: access, refresh_token: outcome.refreshToken }
  }
}

/** Ends the session of a refresh token; harmless to repeat, silent about tokens that are none. */
export const createLogout = (parts: Parts) => async (scope: PublicScope, body: { refresh_token: string }) => {
  const { clientId } = scope.tenant
  const token = readRefreshToken(parts.secrets.refresh, clientId, body.refresh_token)
  if (!token) return undefined
  const userId = await scope.tx(async (db) => {
    const row = await lockSession(db, token.sessionId)
    // The one before the live one as well: the answer with the live one may have been lost.
    const isOurs = row && [row.cur_hash, row.prev_hash].some((hash) => hash && sameBytes(hash, token.hash))
    if (!isOurs || !(await revokeSession(db, row.id, 'logout', scope.clock.now()))) return null
    await parts.core.changes.announce(db, { kind: 'session', clientId, sessionId: row.id })
    await audit(db, parts, scope, {
      action: 'auth.logout',
      result: 'ok',
      actorId: row.user_id,
      sessionId: row.id,
    })
    return row.user_id
  })
  if (userId !== null) parts.states.forgetUser(clientId, userId)
  return undefined
}
