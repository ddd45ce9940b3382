import type { AuditAction } from '#contract/security/audit-actions.ts'
import type { AuditEntry } from '#server/core/core.ts'
import type { AdminScope } from '#server/core/http/scope.ts'

/** The event of an admin's change to the client's settings. */
export const auditOf = (
  scope: AdminScope,
  action: AuditAction,
  detail: NonNullable<AuditEntry['detail']>,
): AuditEntry => ({
  action,
  result: 'ok',
  actorId: scope.actor.userId,
  sessionId: scope.actor.sessionId,
  requestId: scope.request.id,
  ip: scope.request.ip,
  object: `client:${scope.tenant.clientId}`,
  detail,
})
