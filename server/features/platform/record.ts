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

/**
 * Changes another client, or one's own, in one transaction of that client. Both logs tell of it: the one where it was
 * done, and that of the superadmin, because people belong to one client.
 */
export const inClient = async <T>(
  context: Audited,
  scope: SuperadminScope,
  clientId: number,
  work: (db: TenantDb) => Promise<{ result: T; action: AuditAction | null; detail?: Detail }>,
): Promise<T> => {
  const object = `client:${clientId}`
  const isOwn = clientId === scope.tenant.clientId
  const done = await context.core.db.withTenant(clientId, async (db) => {
    const { result, action, detail } = await work(db)
    if (action !== null && !isOwn)
      await context.core.audit.record(db, {
        action,
        result: 'ok',
        actorId: null,
        requestId: scope.request.id,
        object,
        detail: { ...detail, by: `superadmin ${scope.actor.userId} of client ${scope.tenant.clientId}` },
      })
    return { result, action, detail }
  })
  if (done.action !== null)
    await recordOwn(context, scope, done.action, { object, ...(done.detail && { detail: done.detail }) })
  return done.result
}
