import type { TenantDb } from '#server/core/db/database.ts'
import type { AuditEntry } from '#server/core/core.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import type { AuthDependencies } from './dependencies.ts'

/** Writes one audit entry with the request it came from (H3). */
export const audit = (
  db: TenantDb,
  dependencies: AuthDependencies,
  scope: PublicScope,
  entry: Pick<AuditEntry, 'action' | 'result' | 'actorId'> & Partial<AuditEntry>,
): Promise<void> =>
  dependencies.core.audit.record(db, { requestId: scope.request.id, ip: scope.request.ip, ...entry })
