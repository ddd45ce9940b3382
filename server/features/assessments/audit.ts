import type { AssessmentContext } from './context.ts'
import type { AuditEntry } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { MemberScope } from '#server/core/http/scope.ts'

type AuditedAction = Pick<AuditEntry, 'action' | 'object' | 'detail'>

/** The audit entry of an action, with the actor and the request (H3). */
export const auditEntryOf = (scope: MemberScope, action: AuditedAction): AuditEntry => ({
  ...action,
  result: 'ok',
  actorId: scope.actor.userId,
  sessionId: scope.actor.sessionId,
  requestId: scope.request.id,
  ip: scope.request.ip,
})

/** Writes one audit entry. */
export const audit = (
  { core }: Pick<AssessmentContext, 'core'>,
  db: TenantDb,
  scope: MemberScope,
  action: AuditedAction,
): Promise<void> => core.audit.record(db, auditEntryOf(scope, action))
