import { randomUUID } from 'node:crypto'
import type { Session, SessionUser } from '#contract/auth/auth.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { MemberScope, PublicScope } from '#server/core/http/scope.ts'
import { deviceName, networkOfRequest } from './device.ts'
import type { Parts } from '../dependencies.ts'
import { makeRefreshToken } from './refresh-token.ts'
import { lifetimesOf, SESSIONS_MAX } from './sessions.policy.ts'
import {
  dropDeadSessions,
  insertSession,
  liveSessions,
  revokeSession,
  revokeSessionsOf,
  type EndReason,
  type SessionRow,
} from './sessions.repository.ts'
import { toSessionUser } from '../user.mapper.ts'
import { findUser, type User } from '../users.repository.ts'
import { unauthenticated } from './authenticate.ts'

export interface Started {
  userId: number
  sessionId: string
  refreshToken: string
  ended: boolean
}

/** Starts a session in the caller's transaction; the caller holds the user's row lock, so the limit is exact. */
export const startSession = async (
  db: TenantDb,
  parts: Parts,
  scope: PublicScope,
  user: User,
  deviceHint: string | undefined,
): Promise<Started> => {
  const now = scope.clock.now()
  await dropDeadSessions(db, user.id, now)
  const live = await liveSessions(db, user.id, now)
  const tooMany = live.slice(SESSIONS_MAX - 1)
  for (const old of tooMany) await endSessionIn(db, parts, scope, old.id, 'too_many', now)
  const sessionId = randomUUID()
  const token = makeRefreshToken(parts.secrets.refresh, scope.tenant.clientId, sessionId, 1)
  const { idleMs, absoluteMs } = lifetimesOf(user.role)
  await insertSession(db, {
    id: sessionId,
    userId: user.id,
    hash: token.hash,
    idleExpiresAt: new Date(now.getTime() + idleMs),
    absoluteExpiresAt: new Date(now.getTime() + absoluteMs),
    device: deviceHint || deviceName(scope.request.userAgent),
    network: networkOfRequest(scope.request),
    userAgent: scope.request.userAgent,
    now,
  })
  return { userId: user.id, sessionId, refreshToken: token.text, ended: tooMany.length > 0 }
}

/** The answer of a fresh session. Called after the commit: signing may need a transaction of its own. */
export const issueTokens = async (parts: Parts, scope: PublicScope, started: Started) => {
  if (started.ended) parts.states.forgetUser(scope.tenant.clientId, started.userId)
  return {
    access_token: await parts.tokens.sign({
      clientId: scope.tenant.clientId,
      userId: started.userId,
      sessionId: started.sessionId,
      gen: 1,
      now: scope.clock.now(),
    }),
    refresh_token: started.refreshToken,
  }
}

const endSessionIn = async (
  db: TenantDb,
  parts: Parts,
  scope: PublicScope,
  sessionId: string,
  reason: EndReason,
  now: Date,
): Promise<boolean> => {
  const ended = await revokeSession(db, sessionId, reason, now)
  if (ended)
    await parts.core.changes.announce(db, { kind: 'session', clientId: scope.tenant.clientId, sessionId })
  return ended
}

/** Ends all sessions of a person but `keep`, and tells every process. */
export const endSessionsOf = async (
  db: TenantDb,
  parts: Parts,
  scope: PublicScope,
  userId: number,
  reason: EndReason,
  keep: string | null = null,
): Promise<number> => {
  const ended = await revokeSessionsOf(db, userId, reason, scope.clock.now(), keep)
  await parts.core.changes.announce(db, { kind: 'user', clientId: scope.tenant.clientId, userId })
  return ended.length
}

const toSession = (row: SessionRow, current: string): Session => ({
  id: row.id,
  device: row.device,
  network: row.network,
  created_at: row.created_at.toISOString(),
  last_seen_at: row.last_seen_at.toISOString(),
  current: row.id === current,
})

/** What a person may see and do about their own sessions. */
export const createSessionsService = (parts: Parts) => ({
  list: async (scope: MemberScope): Promise<{ results: Session[] }> => {
    const rows = await scope.tx((db) => liveSessions(db, scope.actor.userId, scope.clock.now()))
    return { results: rows.map((row) => toSession(row, scope.actor.sessionId)) }
  },

  end: async (scope: MemberScope, sessionId: string): Promise<undefined> => {
    const now = scope.clock.now()
    await scope.tx(async (db) => {
      const live = await liveSessions(db, scope.actor.userId, now)
      if (!live.some((row) => row.id === sessionId)) throw notFound()
      await endSessionIn(db, parts, scope, sessionId, 'ended_by_owner', now)
      await parts.core.audit.record(db, {
        action: 'auth.session_ended',
        result: 'ok',
        actorId: scope.actor.userId,
        sessionId: scope.actor.sessionId,
        object: `session:${sessionId}`,
        requestId: scope.request.id,
        ip: scope.request.ip,
      })
    })
    parts.states.forgetUser(scope.tenant.clientId, scope.actor.userId)
    return undefined
  },

  endOthers: async (scope: MemberScope): Promise<undefined> => {
    const { userId, sessionId } = scope.actor
    await scope.tx(async (db) => {
      const ended = await endSessionsOf(db, parts, scope, userId, 'ended_by_owner', sessionId)
      await parts.core.audit.record(db, {
        action: 'auth.other_sessions_ended',
        result: 'ok',
        actorId: userId,
        sessionId,
        detail: { ended },
        requestId: scope.request.id,
        ip: scope.request.ip,
      })
    })
    parts.states.forgetUser(scope.tenant.clientId, userId)
    return undefined
  },

  me: async (scope: MemberScope): Promise<SessionUser> => {
    const user = await scope.tx((db) => findUser(db, scope.actor.userId))
    if (!user) throw unauthenticated()
    return toSessionUser(user)
  },
})
