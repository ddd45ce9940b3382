import type { TenantDb } from '#server/core/db/database.ts'
import type { AuditEntry } from '#server/core/core.ts'
import type { RequestFacts } from '#server/core/http/scope.ts'
import type { AuthDependencies } from './dependencies.ts'

/** Writes one audit entry with the request it came from (H3); a job has none. */
export const audit = (
  db: TenantDb,
  dependencies: { readonly core: Pick<AuthDependencies['core'], 'audit'> },
  { request }: { readonly request?: Pick<RequestFacts, 'id' | 'ip'> },
  entry: Pick<AuditEntry, 'action' | 'result' | 'actorId'> & Partial<AuditEntry>,
): Promise<void> =>
  dependencies.core.audit.record(db, {
    ...(request && { requestId: request.id, ip: request.ip }),
    ...entry,
  })
