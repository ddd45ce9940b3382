import type { AuditAction } from '#contract/security/audit-actions.ts'
import type { AuditEntry, Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { SuperadminScope } from '#server/core/http/scope.ts'

type Detail = NonNullable<AuditEntry['detail']>
type Audited = { readonly core: Pick<Core, 'audit' | 'db'> }

/** In the superadmin's own client, where their name is known. */
export const recordOwn = (
  { core }: Audited,
  scope: SuperadminScope,
  action: AuditAction,
  { object, detail }: { object: string; detail?: Detail },
): Promise<void> =>
  scope.tx((db) =>
    core.audit.record(db, {
      action,
      result: 'ok',
      actorId: scope.actor.userId,
      sessionId: scope.actor.sessionId,
      requestId: scope.request.id,
      ip: scope.request.ip,
      object,
      ...(detail && { detail }),
    }),
  )

interface Change<T> {
  result: T
  /** Null: nothing changed. */
  action: AuditAction | null
  detail?: Detail
}

/** Changes a client in one transaction of its own; its log tells of it, without a name: people belong to one client. */
export const changeClient = <T>(
  context: Audited,
  scope: SuperadminScope,
  clientId: number,
  work: (db: TenantDb) => Promise<Change<T>>,
): Promise<Change<T>> =>
  context.core.db.withTenant(clientId, async (db) => {
    const change = await work(db)
    if (change.action !== null)
      await context.core.audit.record(db, {
        action: change.action,
        result: 'ok',
        actorId: null,
        requestId: scope.request.id,
        object: `client:${clientId}`,
        detail: {
          ...change.detail,
          by: `superadmin ${scope.actor.userId} of client ${scope.tenant.clientId}`,
        },
      })
    return change
  })

/** The same, and the superadmin's own log tells who did it. In their own client one line is enough. */
export const inClient = async <T>(
  context: Audited,
  scope: SuperadminScope,
  clientId: number,
  work: (db: TenantDb) => Promise<Change<T>>,
): Promise<T> => {
  const isOwn = clientId === scope.tenant.clientId
  const { result, action, detail } = isOwn
    ? await scope.tx(work)
    : await changeClient(context, scope, clientId, work)
  if (action !== null)
    await recordOwn(context, scope, action, { object: `client:${clientId}`, ...(detail && { detail }) })
  return result
}
