import type { changePassword, forgotPassword, resetPassword } from '#contract/auth/auth.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField } from '#server/core/http/errors.ts'
import { Answer } from '#server/core/http/pipeline.ts'
import type { MemberScope, PublicScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { clearFailures, forgetDevices } from './failed-attempts.repository.ts'
import { checkPassword } from './check-password.ts'
import { accountKeyOf } from './failed-attempts.service.ts'
import { audit } from '../audit.ts'
import { unauthenticated } from '../sessions/authenticate.ts'
import { askingBrowser } from '../codes/asking-browser.ts'
import { countCodeRequest, checkCode, sendCode, endAllCodes } from '../codes/codes.service.ts'
import { sendMail } from '../mails.ts'
import { canSignIn, type AuthDependencies } from '../dependencies.ts'
import { judgePassword, passwordMinFor, requireGoodPassword } from './password.policy.ts'
import { endSessionsOf } from '../sessions/sessions.service.ts'
import { deleteTickets } from '../two-step/tickets.repository.ts'
import {
  clientAccountRules,
  findByEmail,
  findUser,
  lockUser,
  requireRoomToConfirm,
  updateUser,
  type User,
} from '../users.repository.ts'

const CODE_SENT_RESPONSE = { detail: 'If there is an account with this address, a code is on its way.' }
const PASSWORD_CHANGED_RESPONSE = { detail: 'Your password was changed.' }

/** The rules for this person's password, with the words it must not contain. */
export const passwordRulesFor = (scope: PublicScope, user: User, tenantMin: number) => ({
  min: passwordMinFor(user.role, tenantMin),
  ownTexts: [user.email, user.full_name, user.username, scope.tenant.name],
})

/** The answer is the same for every address. */
export const createForgotPassword =
  (dependencies: AuthDependencies) => async (scope: PublicScope, body: BodyOf<typeof forgotPassword>) => {
    const browser = askingBrowser(scope)
    await scope.tx(async (db) => {
      await countCodeRequest(db, dependencies, scope, body.email, 'reset_password', browser)
      const user = await findByEmail(db, body.email)
      if (user && canSignIn(dependencies, user))
        await sendCode(db, dependencies, scope, user, 'reset_password', browser)
    })
    return new Answer(CODE_SENT_RESPONSE, { cookies: [browser.cookie] })
  }

/** Stores the new password, ends the old sessions and notifies the owner. */
const storePassword = async (
  db: TenantDb,
  dependencies: AuthDependencies,
  scope: PublicScope,
  user: User,
  passwordHash: string,
  change: { reason: 'password_changed' | 'password_reset'; keepSession: string | null },
) => {
  const now = scope.clock.now()
  await requireRoomToConfirm(db, user)
  await updateUser(db, user.id, now, {
    password_hash: passwordHash,
    password_changed_at: now,
    // The code or the session proves that the address is theirs.
    email_verified_at: user.email_verified_at ?? now,
  })
  await endAllCodes(db, user, now)
  await deleteTickets(db, user.id)
  await endSessionsOf(db, dependencies, scope, user.id, change.reason, change.keepSession)
  await clearFailures(db, accountKeyOf(dependencies, user.id, user.email), null)
  await sendMail(db, dependencies, scope, user, { kind: 'password_changed' })
  await audit(db, dependencies, scope, { action: `auth.${change.reason}`, result: 'ok', actorId: user.id })
}

/** Sets a new password with a code. All sessions end, and the user has to sign in again. */
export const createResetPassword =
  (dependencies: AuthDependencies) => async (scope: PublicScope, body: BodyOf<typeof resetPassword>) => {
    const rules = await scope.tx((db) => clientAccountRules(db))
    await requireGoodPassword(dependencies, body.password, {
      min: rules.password_min,
      ownTexts: [body.email, scope.tenant.name],
    })
    const passwordHash = await dependencies.hasher.hash(body.password)
    const outcome = await scope.tx(async (db) => {
      const check = await checkCode(db, dependencies, scope, {
        email: body.email,
        purpose: 'reset_password',
        enteredCode: body.otp,
      })
      if (!check.ok) return check.error
      const { user } = check
      // Only somebody with the code may learn the user's role or name from an error; the code stays valid.
      const issue = judgePassword(body.password, passwordRulesFor(scope, user, rules.password_min))
      if (issue) return invalidField('password', issue)
      // A known browser could be an attacker's.
      await forgetDevices(db, user.id)
      await storePassword(db, dependencies, scope, user, passwordHash, {
        reason: 'password_reset',
        keepSession: null,
      })
      return user.id
    })
    if (outcome instanceof AppError) throw outcome
    dependencies.sessionStates.forgetUser(scope.tenant.clientId, outcome)
    return PASSWORD_CHANGED_RESPONSE
  }

/** Sets a new password with the current one. This session stays, all others end. */
export const createChangePassword = (dependencies: AuthDependencies) => {
  return async (scope: MemberScope, body: BodyOf<typeof changePassword>) => {
    const { userId, sessionId } = scope.actor
    const { user, rules } = await scope.tx(async (db) => ({
      user: await findUser(db, userId),
      rules: await clientAccountRules(db),
    }))
    if (!user) throw unauthenticated()
    await requireGoodPassword(dependencies, body.password, passwordRulesFor(scope, user, rules.password_min))
    await checkPassword(dependencies, scope, user, body.current_password, {
      audit: 'auth.password_changed',
      field: 'current_password',
    })
    const passwordHash = await dependencies.hasher.hash(body.password)
    await scope.tx(async (db) => {
      const locked = await lockUser(db, userId)
      if (!locked || locked.password_hash !== user.password_hash)
        throw invalidField('current_password', fieldIssue('incorrect'))
      await storePassword(db, dependencies, scope, locked, passwordHash, {
        reason: 'password_changed',
        keepSession: sessionId,
      })
    })
    dependencies.sessionStates.forgetUser(scope.tenant.clientId, userId)
    return PASSWORD_CHANGED_RESPONSE
  }
}
