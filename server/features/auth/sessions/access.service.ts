import type { Role } from '#contract/common.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import { audit } from '../audit-line.ts'
import type { Parts } from '../dependencies.ts'
import { endSessionsOf } from './sessions.service.ts'
import { updateUser } from '../users.repository.ts'

/**
 * What an administrator may do to an account. Both end the person's sessions and are told to every process on commit
 * (TRUST §8.2): whoever was signed in acts under the new standing from the next request on.
 */
export const createAccess = (parts: Parts) => ({
  changeRole: async (db: TenantDb, scope: PublicScope, actorId: number, userId: number, role: Role) => {
    await updateUser(db, userId, scope.clock.now(), { role })
    await endSessionsOf(db, parts, scope, userId, 'role_changed')
    await audit(db, parts, scope, {
      action: 'auth.role_changed',
      result: 'ok',
      actorId,
      object: `user:${userId}`,
      detail: { role },
    })
  },

  setDisabled: async (
    db: TenantDb,
    scope: PublicScope,
    actorId: number,
    userId: number,
    isDisabled: boolean,
  ) => {
    const now = scope.clock.now()
    await updateUser(db, userId, now, { disabled_at: isDisabled ? now : null })
    if (isDisabled) await endSessionsOf(db, parts, scope, userId, 'disabled')
    await audit(db, parts, scope, {
      action: isDisabled ? 'auth.disabled' : 'auth.enabled',
      result: 'ok',
      actorId,
      object: `user:${userId}`,
    })
  },
})
