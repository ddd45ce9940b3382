import { randomUUID } from 'node:crypto'
import type { Session, SessionUser } from '#contract/auth/auth.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { MemberScope, PublicScope } from '#server/core/http/scope.ts'
import { deviceName, networkOfRequest } from './device.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { makeRefreshToken } from './refresh-token.ts'
import { lifetimesOf, SESSIONS_MAX } from './sessions.policy.ts'
import {
  deleteExpiredSessions,
  insertSession,
  activeSessions,
  revokeSession,
  revokeSessionsOf,
  type EndReason,
  type SessionRow,
} from './sessions.repository.ts'
import { toSessionUser } from '../user.mapper.ts'
import { findUser, type User } from '../users.repository.ts'
import { unauthenticated } from './authenticate.ts'

export interface StartedSession {
  userId: number
  sessionId: string
  refreshToken: string
  endedOthers: boolean
}

/**
 * Starts a session in the caller's transaction. The caller holds the user's row lock, so the limit is
 * exact.
 */
export const startSession = async (
  db: TenantDb,
  dependencies: AuthDependencies,
  scope: PublicScope,
  user: User,
  deviceHint: string | undefined,
): Promise<StartedSession> => {
  const now = scope.clock.now()
  await deleteExpiredSessions(db, user.id, now)
  const active = await activeSessions(db, user.id, now)
  const excess = active.slice(SESSIONS_MAX - 1)
  for (const session of excess) await endSession(db, dependencies, scope, session.id, 'too_many', now)
  const sessionId = randomUUID()
  const token = makeRefreshToken(dependencies.secrets.refresh, scope.tenant.clientId, sessionId, 1)
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
  return { userId: user.id, sessionId, refreshToken: token.text, endedOthers: excess.length > 0 }
}

/** The response for a new session. Call it after the commit: signing may need a transaction of its own. */
export const issueTokens = async (
  dependencies: AuthDependencies,
  scope: PublicScope,
  started: StartedSession,
) => {
  if (started.endedOthers) dependencies.sessionStates.forgetUser(scope.tenant.clientId, started.userId)
  return {
    access_token: await dependencies.accessTokens.sign({
      clientId: scope.tenant.clientId,
      userId: started.userId,
      sessionId: started.sessionId,
      gen: 1,
      now: scope.clock.now(),
    }),
    refresh_token: started.refreshToken,
  }
}

export const endSession = async (
  db: TenantDb,
  dependencies: AuthDependencies,
  scope: PublicScope,
  sessionId: string,
  reason: EndReason,
  now: Date,
): Promise<boolean> => {
  const ended = await revokeSession(db, sessionId, reason, now)
  if (ended)
    await dependencies.core.changes.announce(db, {
      kind: 'session',
      clientId: scope.tenant.clientId,
      sessionId,
    })
  return ended
}

/** Ends all sessions of a user except `keep`, and announces it to every process. */
export const endSessionsOf = async (
  db: TenantDb,
  dependencies: { readonly core: Pick<AuthDependencies['core'], 'changes'> },
  scope: Pick<PublicScope, 'clock'> & { readonly tenant: { readonly clientId: number } },
  userId: number,
  reason: EndReason,
  keep: string | null = null,
): Promise<number> => {
  const ended = await revokeSessionsOf(db, userId, reason, scope.clock.now(), keep)
  await dependencies.core.changes.announce(db, { kind: 'user', clientId: scope.tenant.clientId, userId })
  return ended.length
}

export const toSession = (row: SessionRow, current: string): Session => ({
  id: row.id,
  device: row.device,
  network: row.network,
  time_zone: row.time_zone,
  created_at: row.created_at.toISOString(),
  last_seen_at: row.last_seen_at.toISOString(),
  current: row.id === current,
})

/** What users may see and do about their own sessions. */
export const createSessionsService = (dependencies: AuthDependencies) => ({
  list: async (scope: MemberScope): Promise<{ results: Session[] }> => {
    const rows = await scope.tx((db) => activeSessions(db, scope.actor.userId, scope.clock.now()))
    return { results: rows.map((row) => toSession(row, scope.actor.sessionId)) }
  },

  end: async (scope: MemberScope, sessionId: string): Promise<undefined> => {
    const now = scope.clock.now()
    await scope.tx(async (db) => {
      const active = await activeSessions(db, scope.actor.userId, now)
      if (!active.some((row) => row.id === sessionId)) throw notFound()
      await endSession(db, dependencies, scope, sessionId, 'ended_by_owner', now)
      await dependencies.core.audit.record(db, {
        action: 'auth.session_ended',
        result: 'ok',
        actorId: scope.actor.userId,
        sessionId: scope.actor.sessionId,
        object: `session:${sessionId}`,
        requestId: scope.request.id,
        ip: scope.request.ip,
      })
    })
    dependencies.sessionStates.forgetUser(scope.tenant.clientId, scope.actor.userId)
    return undefined
  },

  endOthers: async (scope: MemberScope): Promise<undefined> => {
    const { userId, sessionId } = scope.actor
    await scope.tx(async (db) => {
      const ended = await endSessionsOf(db, dependencies, scope, userId, 'ended_by_owner', sessionId)
      await dependencies.core.audit.record(db, {
        action: 'auth.other_sessions_ended',
        result: 'ok',
        actorId: userId,
        sessionId,
        detail: { ended },
        requestId: scope.request.id,
        ip: scope.request.ip,
      })
    })
    dependencies.sessionStates.forgetUser(scope.tenant.clientId, userId)
    return undefined
  },

  me: async (scope: MemberScope): Promise<SessionUser> => {
    const user = await scope.tx((db) => findUser(db, scope.actor.userId))
    if (!user) throw unauthenticated()
    return toSessionUser(user)
  },
})
