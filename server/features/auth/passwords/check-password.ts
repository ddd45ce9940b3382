import type { AuditAction } from '#contract/security/audit-actions.ts'
import { invalidField } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { audit } from '../audit.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { User } from '../users.repository.ts'
import { accountLocked, recordSuccess, startAttempt, undoAttempt } from './failed-attempts.service.ts'
import { DUMMY_HASH } from './password.hash.ts'

/**
 * Throws unless it is the signed-in person's password. Wrong ones count like failed sign-ins. `audit` names the event
 * of a wrong password, `field` the field that the error belongs to.
 */
export const checkPassword = async (
  dependencies: AuthDependencies,
  scope: MemberScope,
  user: User,
  entered: string,
  names: { audit: AuditAction; field: string },
): Promise<void> => {
  const start = await scope.tx((db) => startAttempt(db, dependencies, scope, user.id, user.email))
  if (start.attempt === null) throw accountLocked(start.retryAfterSeconds)
  const { attempt } = start
  let isRight = false
  try {
    isRight = await dependencies.hasher.verify(entered, user.password_hash ?? DUMMY_HASH)
  } catch (error) {
    await scope.tx((db) => undoAttempt(db, attempt))
    throw error
  }
  if (isRight && user.password_hash !== null) {
    await scope.tx((db) => recordSuccess(db, attempt))
    return
  }
  await scope.tx((db) =>
    audit(db, dependencies, scope, { action: names.audit, result: 'failed', actorId: user.id }),
  )
  throw invalidField(names.field, fieldIssue('incorrect'))
}
