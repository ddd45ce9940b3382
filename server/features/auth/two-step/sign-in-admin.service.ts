/** What administrators do about the sign-in of others: the rule for staff, sessions, lost second steps. */
import type { AuditAction } from '#contract/security/audit-actions.ts'
import { listSignInMembers } from '#contract/auth/account-admin.ts'
import type { Role } from '#contract/common.ts'
import { pathFor, type QueryOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { audit } from '../audit.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { hmac } from '../crypto.ts'
import { sendMail } from '../mails.ts'
import { clearFailures } from '../passwords/failed-attempts.repository.ts'
import { activeSessions } from '../sessions/sessions.repository.ts'
import { endSession, endSessionsOf, toSession } from '../sessions/sessions.service.ts'
import { findUser, lockUser, type User } from '../users.repository.ts'
import { isSecondStepRequired } from './second-steps.repository.ts'
import {
  countMembers,
  deleteSecondSteps,
  readMembers,
  writeStaffSecondStep,
} from './sign-in-members.repository.ts'

const requireMember = (scope: AdminScope, person: User | undefined): User => {
  if (!person) throw notFound()
  if (!mayChange(scope.actor, person))
    throw new AppError('forbidden', "You don't have permission to do this.")
  return person
}

/** Nobody here changes their own account, and an admin none of a superadmin. */
const mayChange = (actor: AdminScope['actor'], person: { id: number; role: Role }): boolean =>
  person.id !== actor.userId && (actor.role === 'superadmin' || person.role !== 'superadmin')

export const createSignInAdmin = (dependencies: AuthDependencies) => {
  /** Changes another person's account and signs them out. */
  const changeMember = async (
    scope: AdminScope,
    userId: number,
    action: AuditAction,
    work: (db: TenantDb, person: User) => Promise<void>,
  ): Promise<undefined> => {
    await scope.tx(async (db) => {
      const person = requireMember(scope, await lockUser(db, userId))
      await work(db, person)
      const ended = await endSessionsOf(db, dependencies, scope, userId, 'ended_by_admin')
      await audit(db, dependencies, scope, {
        action,
        result: 'ok',
        actorId: scope.actor.userId,
        sessionId: scope.actor.sessionId,
        object: `user:${userId}`,
        detail: { ended },
      })
    })
    dependencies.sessionStates.forgetUser(scope.tenant.clientId, userId)
    return undefined
  }

  return {
    rules: (scope: AdminScope) =>
      scope.tx(async (db) => ({ staff_second_step: await isSecondStepRequired(db, 'admin') })),

    setRules: (scope: AdminScope, rules: { staff_second_step: boolean }) =>
      scope.tx(async (db) => {
        await writeStaffSecondStep(db, rules.staff_second_step)
        await audit(db, dependencies, scope, {
          action: 'auth.sign_in_rules_changed',
          result: 'ok',
          actorId: scope.actor.userId,
          sessionId: scope.actor.sessionId,
          detail: { ...rules },
        })
        return rules
      }),

    members: (scope: AdminScope, asked: QueryOf<typeof listSignInMembers>) =>
      scope.tx(async (db) => {
        const { search, page, page_size: size } = asked
        const window = { limit: size, offset: (page - 1) * size }
        const rows = await readMembers(db, { search, ...window, now: scope.clock.now() })
        const path = pathFor(listSignInMembers, { clientId: scope.tenant.clientId })
        return {
          ...pageLinks(path, asked, await countMembers(db, search)),
          results: rows.map((row) => ({ ...row, may_change: mayChange(scope.actor, row) })),
        }
      }),

    sessions: (scope: AdminScope, userId: number) =>
      scope.tx(async (db) => {
        requireMember(scope, await findUser(db, userId))
        const rows = await activeSessions(db, userId, scope.clock.now())
        return { results: rows.map((row) => toSession(row, '')) }
      }),

    endSession: async (scope: AdminScope, userId: number, sessionId: string): Promise<undefined> => {
      await scope.tx(async (db) => {
        requireMember(scope, await lockUser(db, userId))
        const now = scope.clock.now()
        const active = await activeSessions(db, userId, now)
        if (!active.some(({ id }) => id === sessionId)) return
        await endSession(db, dependencies, scope, sessionId, 'ended_by_admin', now)
        await audit(db, dependencies, scope, {
          action: 'auth.sessions_ended_by_admin',
          result: 'ok',
          actorId: scope.actor.userId,
          sessionId: scope.actor.sessionId,
          object: `user:${userId}`,
          detail: { ended: 1 },
        })
      })
      dependencies.sessionStates.forgetUser(scope.tenant.clientId, userId)
      return undefined
    },

    endSessions: (scope: AdminScope, userId: number) =>
      changeMember(scope, userId, 'auth.sessions_ended_by_admin', async () => undefined),

    resetSecondStep: (scope: AdminScope, userId: number) =>
      changeMember(scope, userId, 'auth.two_step_reset', async (db, person) => {
        await deleteSecondSteps(db, userId)
        await clearFailures(db, hmac(dependencies.secrets.addresses, 'second-step', userId), null)
        await sendMail(db, dependencies, scope, person, { kind: 'two_step_reset' })
      }),
  }
}
