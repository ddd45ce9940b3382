import type { AssessmentContext } from './context.ts'
import type { AuditEntry } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { MemberScope } from '#server/core/http/scope.ts'

type Action = Pick<AuditEntry, 'action' | 'object' | 'detail'>

/** What was done, with who called (TRUST H3). */
export const entryOf = (scope: MemberScope, action: Action): AuditEntry => ({
  ...action,
  result: 'ok',
  actorId: scope.actor.userId,
  sessionId: scope.actor.sessionId,
  requestId: scope.request.id,
  ip: scope.request.ip,
})

/** One line of the audit. */
export const audit = (
  { core }: Pick<AssessmentContext, 'core'>,
  db: TenantDb,
  scope: MemberScope,
  action: Action,
): Promise<void> => core.audit.record(db, entryOf(scope, action))
