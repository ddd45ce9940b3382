import type { TenantDb } from '#server/core/db/database.ts'
import type { AuditEntry } from '#server/core/core.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import type { Parts } from './dependencies.ts'

/** One line of the audit with the request it came from (TRUST H3). */
export const audit = (
  db: TenantDb,
  parts: Parts,
  scope: PublicScope,
  entry: Pick<AuditEntry, 'action' | 'result' | 'actorId'> & Partial<AuditEntry>,
): Promise<void> =>
  parts.core.audit.record(db, { requestId: scope.request.id, ip: scope.request.ip, ...entry })
