import type { Role } from '#contract/common.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Clock } from '#server/core/clock.ts'
import type { RequestFacts } from '#server/core/http/scope.ts'
import type { Core } from '#server/core/core.ts'
import { audit } from '../audit.ts'
import { endSessionsOf } from './sessions.service.ts'
import { findUser, requireRoomForPeople, updateUser } from '../users.repository.ts'

/** A request of an administrator, or a job of theirs. */
interface AdministrationScope {
  readonly tenant: { readonly clientId: number }
  readonly clock: Clock
  readonly request?: Pick<RequestFacts, 'id' | 'ip'>
}

/**
 * What an administrator may do to an account. A change of role and a block end the user's sessions, and every process
 * hears of it on commit (trust 8.2): it applies from the next request on.
 */
export const createAccountAdministration = (dependencies: {
  readonly core: Pick<Core, 'audit' | 'changes'>
}) => ({
  changeRole: async (
    db: TenantDb,
    scope: AdministrationScope,
    actorId: number,
    userId: number,
    role: Role,
  ) => {
    const before = await findUser(db, userId)
    await updateUser(db, userId, scope.clock.now(), { role })
    await endSessionsOf(db, dependencies, scope, userId, 'role_changed')
    await audit(db, dependencies, scope, {
      action: 'auth.role_changed',
      result: 'ok',
      actorId,
      object: `user:${userId}`,
      detail: { from: before?.role ?? null, to: role },
    })
  },

  setDisabled: async (
    db: TenantDb,
    scope: AdministrationScope,
    actorId: number,
    userId: number,
    isDisabled: boolean,
  ) => {
    const now = scope.clock.now()
    if (!isDisabled) await requireRoomForPeople(db)
    await updateUser(db, userId, now, { disabled_at: isDisabled ? now : null })
    if (isDisabled) await endSessionsOf(db, dependencies, scope, userId, 'disabled')
    await audit(db, dependencies, scope, {
      action: isDisabled ? 'auth.disabled' : 'auth.enabled',
      result: 'ok',
      actorId,
      object: `user:${userId}`,
    })
  },
})
