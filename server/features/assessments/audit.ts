import type { AssessmentContext } from './context.ts'
import type { AuditEntry } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'

type AuditedAction = Pick<AuditEntry, 'action' | 'object' | 'detail'>

/** The audit entry of an action, with the actor and the request (H3). */
export const auditEntryOf = (scope: MemberScope, action: AuditedAction): AuditEntry => ({
  ...action,
  result: 'ok',
  actorId: scope.actor.userId,
  sessionId: scope.actor.sessionId,
  requestId: scope.request.id,
  ip: scope.request.ip,
})

/** Records a refused decision in a transaction of its own: that of the decision was rolled back. */
export const auditRefusal = async (
  { core }: Pick<AssessmentContext, 'core'>,
  scope: MemberScope,
  action: AuditedAction,
  error: unknown,
): Promise<void> => {
  if (!(error instanceof AppError) || error.status !== 403) return
  const entry: AuditEntry = {
    ...auditEntryOf(scope, action),
    result: 'refused',
    detail: { ...action.detail, reason: error.code },
  }
  await scope.tx((db) => core.audit.record(db, entry))
}

/** Runs a decision about one attempt or learner; a refusal is audited as well. */
export const withAuditedRefusal = async <T>(
  context: Pick<AssessmentContext, 'core'>,
  scope: MemberScope,
  action: AuditedAction,
  decide: () => Promise<T>,
): Promise<T> => {
  try {
    return await decide()
  } catch (error) {
    await auditRefusal(context, scope, action, error)
    throw error
  }
}

/** Writes one audit entry. */
export const audit = (
  { core }: Pick<AssessmentContext, 'core'>,
  db: TenantDb,
  scope: MemberScope,
  action: AuditedAction,
): Promise<void> => core.audit.record(db, auditEntryOf(scope, action))
