import type { changePassword, forgotPassword, resetPassword } from '#contract/auth/auth.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField } from '#server/core/http/errors.ts'
import type { MemberScope, PublicScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { clearFailures, forgetDevices } from './failed-attempts.repository.ts'
import {
  accountKeyOf,
  accountLocked,
  attemptNotMade,
  attemptSucceeded,
  openAttempt,
} from './failed-attempts.service.ts'
import { audit } from '../audit-line.ts'
import { unauthenticated } from '../sessions/authenticate.ts'
import { countCodeRequest, judgeCode, sendCode, spendCodes } from '../codes/codes.service.ts'
import { sendMail } from '../mails.ts'
import type { Parts } from '../dependencies.ts'
import { DUMMY_HASH } from './password.hash.ts'
import { judgePassword, passwordMinFor, requireGoodPassword } from './password.policy.ts'
import type { EndReason } from '../sessions/sessions.repository.ts'
import { endSessionsOf } from '../sessions/sessions.service.ts'
import {
  clientAccountRules,
  findByEmail,
  findUser,
  lockUser,
  updateUser,
  type User,
} from '../users.repository.ts'

const SENT = { detail: 'If there is an account with this address, a code is on its way.' }
const CHANGED = { detail: 'Your password was changed.' }

const rulesFor = (scope: PublicScope, user: User, tenantMin: number) => ({
  min: passwordMinFor(user.role, tenantMin),
  ownTexts: [user.email, user.full_name, user.username, scope.tenant.name],
})

/** One neutral answer, whoever asks about whomever. */
export const createForgotPassword =
  (parts: Parts) => async (scope: PublicScope, body: BodyOf<typeof forgotPassword>) => {
    await scope.tx(async (db) => {
      await countCodeRequest(db, parts, scope, body.email, 'reset_password')
      const user = await findByEmail(db, body.email)
      if (user && !user.disabled_at) await sendCode(db, parts, scope, user, 'reset_password')
    })
    return SENT
  }

/** The new password counts, the old sessions end, the owner is told. */
const storePassword = async (
  db: TenantDb,
  parts: Parts,
  scope: PublicScope,
  user: User,
  passwordHash: string,
  change: { reason: EndReason; keepSession: string | null },
) => {
  const now = scope.clock.now()
  await updateUser(db, user.id, now, {
    password_hash: passwordHash,
    password_changed_at: now,
    // The code (or the session) proves the address.
    email_verified_at: user.email_verified_at ?? now,
  })
  await spendCodes(db, user, now)
  await endSessionsOf(db, parts, scope, user.id, change.reason, change.keepSession)
  await clearFailures(db, accountKeyOf(parts, user.id, user.email), null)
  await sendMail(db, parts, scope, user, { kind: 'password_changed' })
  await audit(db, parts, scope, { action: `auth.${change.reason}`, result: 'ok', actorId: user.id })
}

/** Sets a new password with the code; all sessions end and nobody is signed in by it. */
export const createResetPassword =
  (parts: Parts) => async (scope: PublicScope, body: BodyOf<typeof resetPassword>) => {
    const rules = await scope.tx((db) => clientAccountRules(db))
    requireGoodPassword(body.password, { min: rules.password_min, ownTexts: [body.email, scope.tenant.name] })
    const passwordHash = await parts.hasher.hash(body.password)
    const outcome = await scope.tx(async (db) => {
      const verdict = await judgeCode(db, parts, scope, body.email, 'reset_password', body.otp)
      if (!verdict.ok) return verdict.error
      const { user } = verdict
      // Only who has the code learns that the person is staff or how they are called; the code stays usable.
      const issue = judgePassword(body.password, rulesFor(scope, user, rules.password_min))
      if (issue) return invalidField('password', issue)
      // Browsers known so far may be a thief's.
      await forgetDevices(db, user.id)
      await storePassword(db, parts, scope, user, passwordHash, {
        reason: 'password_reset',
        keepSession: null,
      })
      return user.id
    })
    if (outcome instanceof AppError) throw outcome
    parts.states.forgetUser(scope.tenant.clientId, outcome)
    return CHANGED
  }

/** Sets a new password with the current one; this session stays, all others end. */
export const createChangePassword = (parts: Parts) => {
  const checkCurrent = async (scope: MemberScope, user: User, typed: string) => {
    const opened = await scope.tx((db) => openAttempt(db, parts, scope, user.id, user.email))
    if (opened.attempt === null) throw accountLocked(opened.retryAfterSeconds)
    const { attempt } = opened
    let isRight = false
    try {
      isRight = await parts.hasher.verify(typed, user.password_hash ?? DUMMY_HASH)
    } catch (error) {
      await scope.tx((db) => attemptNotMade(db, attempt))
      throw error
    }
    if (isRight && user.password_hash !== null) {
      await scope.tx((db) => attemptSucceeded(db, attempt))
      return
    }
    await scope.tx((db) =>
      audit(db, parts, scope, { action: 'auth.password_changed', result: 'failed', actorId: user.id }),
    )
    throw invalidField('current_password', fieldIssue('incorrect'))
  }

  return async (scope: MemberScope, body: BodyOf<typeof changePassword>) => {
    const { userId, sessionId } = scope.actor
    const { user, rules } = await scope.tx(async (db) => ({
      user: await findUser(db, userId),
      rules: await clientAccountRules(db),
    }))
    if (!user) throw unauthenticated()
    requireGoodPassword(body.password, rulesFor(scope, user, rules.password_min))
    await checkCurrent(scope, user, body.current_password)
    const passwordHash = await parts.hasher.hash(body.password)
    await scope.tx(async (db) => {
      const locked = await lockUser(db, userId)
      if (!locked || locked.password_hash !== user.password_hash)
        throw invalidField('current_password', fieldIssue('incorrect'))
      await storePassword(db, parts, scope, locked, passwordHash, {
        reason: 'password_changed',
        keepSession: sessionId,
      })
    })
    parts.states.forgetUser(scope.tenant.clientId, userId)
    return CHANGED
  }
}
