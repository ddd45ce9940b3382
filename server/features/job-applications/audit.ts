import type { AuditEntry } from '#server/core/core.ts'
import type { StaffScope } from '#server/core/http/scope.ts'

/** The audit entry of what staff did (H3). */
export const staffAudit = (
  scope: StaffScope,
  action: Pick<AuditEntry, 'action' | 'object' | 'detail'>,
): AuditEntry => ({
  ...action,
  result: 'ok',
  actorId: scope.actor.userId,
  sessionId: scope.actor.sessionId,
  requestId: scope.request.id,
  ip: scope.request.ip,
})
