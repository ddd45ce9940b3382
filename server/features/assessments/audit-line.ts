import type { AssessmentContext } from './context.ts'
import type { AuditEntry } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { MemberScope } from '#server/core/http/scope.ts'

/** One line of the audit with who called (TRUST H3). */
export const audit = (
  { core }: Pick<AssessmentContext, 'core'>,
  db: TenantDb,
  scope: MemberScope,
  entry: Pick<AuditEntry, 'action' | 'object' | 'detail'>,
): Promise<void> =>
  core.audit.record(db, {
    ...entry,
    result: 'ok',
    actorId: scope.actor.userId,
    sessionId: scope.actor.sessionId,
    requestId: scope.request.id,
    ip: scope.request.ip,
  })
