/** Support views: an administrator sees the product as a learner does (TE11, docs/decisions/accounts). */
import { randomUUID } from 'node:crypto'
import { SUPPORT_VIEW_MINUTES, type SupportView, type SupportViewStarted } from '#contract/auth/support.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { AdminScope, MemberScope } from '#server/core/http/scope.ts'
import { audit } from '../audit.ts'
import { canSignIn, type AuthDependencies } from '../dependencies.ts'
import { deviceName, networkOfRequest } from '../sessions/device.ts'
import { makeRefreshToken } from '../sessions/refresh-token.ts'
import { insertSession } from '../sessions/sessions.repository.ts'
import { endSession, issueTokens, type StartedSession } from '../sessions/sessions.service.ts'
import { toSessionUser } from '../user.mapper.ts'
import { findUser, lockUser, type User } from '../users.repository.ts'
import { insertView, runningViews, viewsOf } from './support.repository.ts'

const VIEW_MS = SUPPORT_VIEW_MINUTES * 60_000
/** A learner sees this many; the audit log has all. */
const LISTED_MAX = 50

/** Only learners are viewed, so nobody looks at an equal or at somebody above. */
const requireLearner = (dependencies: AuthDependencies, person: User | undefined): User => {
  if (!person) throw notFound()
  if (person.role !== 'student')
    throw new AppError('forbidden', 'Only the accounts of learners can be viewed.')
  if (!canSignIn(dependencies, person)) throw new AppError('conflict', 'This account is switched off.')
  return person
}

const open = async (
  db: TenantDb,
  dependencies: AuthDependencies,
  scope: AdminScope,
  { learner, reason, expiresAt }: { learner: User; reason: string; expiresAt: Date },
): Promise<StartedSession> => {
  const now = scope.clock.now()
  const { userId: adminId, sessionId: adminSessionId } = scope.actor
  for (const id of await runningViews(db, adminSessionId))
    await endSession(db, dependencies, scope, id, 'logout', now)
  const id = randomUUID()
  const token = makeRefreshToken(dependencies.secrets.refresh, scope.tenant.clientId, id, 1)
  await insertSession(db, {
    id,
    userId: learner.id,
    hash: token.hash,
    idleExpiresAt: expiresAt,
    absoluteExpiresAt: expiresAt,
    device: deviceName(scope.request.userAgent),
    network: networkOfRequest(scope.request),
    userAgent: scope.request.userAgent,
    now,
    isSupport: true,
  })
  await insertView(db, { id, userId: learner.id, adminId, adminSessionId, reason, startedAt: now, expiresAt })
  return { userId: learner.id, sessionId: id, refreshToken: token.text, endedOthers: true }
}

/** The learner hears of it in the transaction that opens the view: there is none without the other. */
const notifyLearner = async (
  db: TenantDb,
  dependencies: AuthDependencies,
  scope: AdminScope,
  { viewId, userId, reason }: { viewId: string; userId: number; reason: string },
): Promise<void> => {
  const admin = await findUser(db, scope.actor.userId)
  await dependencies.notifier.notify(db, scope.tenant.clientId, {
    kind: 'account_viewed',
    userIds: [userId],
    params: { who: admin?.full_name ?? '', reason },
    link: '/user-profile#security',
    dedupeKey: `support:${viewId}`,
  })
}

export const createSupportViews = (dependencies: AuthDependencies) => ({
  start: async (scope: AdminScope, userId: number, reason: string): Promise<SupportViewStarted> => {
    const expiresAt = new Date(scope.clock.now().getTime() + VIEW_MS)
    const { learner, started } = await scope.tx(async (db) => {
      const person = requireLearner(dependencies, await lockUser(db, userId))
      const session = await open(db, dependencies, scope, { learner: person, reason, expiresAt })
      await notifyLearner(db, dependencies, scope, { viewId: session.sessionId, userId, reason })
      await audit(db, dependencies, scope, {
        action: 'support.start',
        result: 'ok',
        actorId: scope.actor.userId,
        sessionId: session.sessionId,
        object: `user:${userId}`,
        detail: { reason, minutes: SUPPORT_VIEW_MINUTES },
      })
      return { learner: person, started: session }
    })
    return {
      ...toSessionUser(learner),
      ...(await issueTokens(dependencies, scope, started)),
      view_id: started.sessionId,
      expires_at: expiresAt.toISOString(),
    }
  },

  list: async (scope: MemberScope): Promise<{ results: SupportView[] }> => {
    const rows = await scope.tx((db) => viewsOf(db, scope.actor.userId, scope.clock.now(), LISTED_MAX))
    return {
      results: rows.map((row) => ({
        id: row.id,
        by: row.admin_id === null ? null : { id: row.admin_id, name: row.admin_name ?? '' },
        reason: row.reason,
        started_at: row.started_at.toISOString(),
        ended_at: row.ended_at.toISOString(),
        is_running: row.is_running,
      })),
    }
  },
})
