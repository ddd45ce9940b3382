import type { login } from '#contract/auth/auth.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import {
  accountLocked,
  undoAttempt,
  recordSuccess,
  startAttempt,
  type Attempt,
} from './failed-attempts.service.ts'
import { audit } from '../audit.ts'
import { readAskingBrowser } from '../codes/asking-browser.ts'
import { pendingSignupsOf } from '../codes/pending-signups.repository.ts'
import { newDeviceToken, readDeviceToken } from './known-device.ts'
import { canSignIn, type AuthDependencies } from '../dependencies.ts'
import { DUMMY_HASH, needsRehash } from './password.hash.ts'
import { finishFirstStep, firstStepAnswer, type FirstStepOutcome } from '../two-step/sign-in.service.ts'
import { findByLogin, lockUser, updateUser, type User } from '../users.repository.ts'

const wrongCredentials = () =>
  new AppError('invalid_credentials', 'The e-mail address, username or password is not right.')

export const accountDisabled = () =>
  new AppError('account_disabled', 'This account is switched off. Please contact support.')
const notVerified = () =>
  new AppError('email_not_verified', 'Please confirm your e-mail address with the code we sent you.')

type LoginOutcome = FirstStepOutcome | { error: AppError }

/**
 * The hash to compare with. An account that waits for its code has none of its own: this browser's form counts, else
 * the newest one. The right password then only learns that the address is not confirmed.
 */
const passwordOf = async (db: TenantDb, scope: PublicScope, user: User): Promise<string | null> => {
  if (user.email_verified_at || user.password_hash !== null) return user.password_hash
  const forms = await pendingSignupsOf(db, user.id, scope.clock.now())
  const browser = readAskingBrowser(scope)
  const own = forms.find((form) => browser && form.browser_hash.equals(browser.hash))
  return (own ?? forms[0])?.password_hash ?? null
}

/** Signs in with a password and an e-mail address or a username. */
export const createLogin = (dependencies: AuthDependencies) => {
  const evaluate = async (scope: PublicScope, attempt: Attempt, password: string, phc: string) => {
    try {
      return await dependencies.hasher.verify(password, phc)
    } catch (error) {
      await scope.tx((db) => undoAttempt(db, attempt))
      throw error
    }
  }

  const refuse = async (scope: PublicScope, attempt: Attempt): Promise<never> => {
    await scope.tx(async (db) => {
      const entry = { actorId: null, ...(attempt.userId ? { object: `user:${attempt.userId}` } : {}) }
      await audit(db, dependencies, scope, { action: 'auth.login', result: 'failed', ...entry })
      if (attempt.causesLockout)
        await audit(db, dependencies, scope, { action: 'auth.lockout', result: 'refused', ...entry })
    })
    throw wrongCredentials()
  }

  return async (scope: PublicScope, body: BodyOf<typeof login>) => {
    const start = await scope.tx(async (db) => {
      const user = await findByLogin(db, body.email)
      const phc = user ? await passwordOf(db, scope, user) : null
      return { user, phc, ...(await startAttempt(db, dependencies, scope, user?.id ?? null, body.email)) }
    })
    if (start.attempt === null) throw accountLocked(start.retryAfterSeconds)
    const { attempt, user: knownUser, phc } = start
    const isRight = await evaluate(scope, attempt, body.password, phc ?? DUMMY_HASH)
    if (!isRight || phc === null || !knownUser) return refuse(scope, attempt)
    const rehashed = needsRehash(phc) ? await dependencies.hasher.hash(body.password) : null
    const deviceToken = readDeviceToken(scope) ?? newDeviceToken(scope)

    const outcome = await scope.tx(async (db): Promise<LoginOutcome> => {
      const now = scope.clock.now()
      const user = await lockUser(db, knownUser.id)
      // The password was changed during the check, so the checked one is wrong now.
      if (!user || (await passwordOf(db, scope, user)) !== phc) return { error: wrongCredentials() }
      await recordSuccess(db, attempt)
      const refusal = !canSignIn(dependencies, user)
        ? accountDisabled()
        : user.email_verified_at
          ? null
          : notVerified()
      if (refusal) {
        await audit(db, dependencies, scope, {
          action: 'auth.login',
          result: 'refused',
          actorId: user.id,
          detail: { why: refusal.code },
        })
        return { error: refusal }
      }
      if (rehashed) await updateUser(db, user.id, now, { password_hash: rehashed })
      return finishFirstStep(db, dependencies, scope, user, {
        by: 'password',
        device: body.device_name,
        deviceToken,
      })
    })
    if ('error' in outcome) throw outcome.error
    return firstStepAnswer(dependencies, scope, outcome, deviceToken)
  }
}
