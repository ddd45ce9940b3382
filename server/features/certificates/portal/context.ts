import type { AuditEntry } from '#server/core/core.ts'
import type { AdminScope } from '#server/core/http/scope.ts'

/** The audit entry of an admin's action. */
export const auditOf = (
  scope: AdminScope,
  entry: Pick<AuditEntry, 'action' | 'object' | 'detail'>,
): AuditEntry => ({
  ...entry,
  result: 'ok',
  actorId: scope.actor.userId,
  sessionId: scope.actor.sessionId,
  requestId: scope.request.id,
  ip: scope.request.ip,
})
