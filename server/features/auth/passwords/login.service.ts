import type { login } from '#contract/auth/auth.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#server/core/http/errors.ts'
import { Answer } from '#server/core/http/pipeline.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import { rememberDevice } from './failed-attempts.repository.ts'
import {
  accountLocked,
  attemptNotMade,
  attemptSucceeded,
  openAttempt,
  type Attempt,
} from './failed-attempts.service.ts'
import { audit } from '../audit-line.ts'
import { newDeviceMark, readDeviceMark } from './known-device.ts'
import type { Parts } from '../dependencies.ts'
import { DUMMY_HASH, needsRehash } from './password.hash.ts'
import { issueTokens, startSession, type Started } from '../sessions/sessions.service.ts'
import { toSessionUser } from '../user.mapper.ts'
import { findByLogin, lockUser, updateUser, type User } from '../users.repository.ts'

const wrongCredentials = () =>
  new AppError('invalid_credentials', 'The e-mail address, username or password is not right.')

export const accountDisabled = () =>
  new AppError('account_disabled', 'This account is switched off. Please contact support.')
const notVerified = () =>
  new AppError('email_not_verified', 'Please confirm your e-mail address with the code we sent you.')

type Outcome = { started: Started; user: User } | { error: AppError }

/** Sign in with e-mail address or username and password. */
export const createLogin = (parts: Parts) => {
  const evaluate = async (scope: PublicScope, attempt: Attempt, password: string, phc: string) => {
    try {
      return await parts.hasher.verify(password, phc)
    } catch (error) {
      await scope.tx((db) => attemptNotMade(db, attempt))
      throw error
    }
  }

  const refuse = async (scope: PublicScope, attempt: Attempt): Promise<never> => {
    await scope.tx(async (db) => {
      const entry = { actorId: null, ...(attempt.userId ? { object: `user:${attempt.userId}` } : {}) }
      await audit(db, parts, scope, { action: 'auth.login', result: 'failed', ...entry })
      if (attempt.blockedAfterwards)
        await audit(db, parts, scope, { action: 'auth.lockout', result: 'refused', ...entry })
    })
    throw wrongCredentials()
  }

  return async (scope: PublicScope, body: BodyOf<typeof login>) => {
    const opened = await scope.tx(async (db) => {
      const user = await findByLogin(db, body.email)
      return { user, ...(await openAttempt(db, parts, scope, user?.id ?? null, body.email)) }
    })
    if (opened.attempt === null) throw accountLocked(opened.retryAfterSeconds)
    const { attempt, user: known } = opened
    const phc = known?.password_hash ?? null
    const isRight = await evaluate(scope, attempt, body.password, phc ?? DUMMY_HASH)
    if (!isRight || phc === null || !known) return refuse(scope, attempt)
    const rehashed = needsRehash(phc) ? await parts.hasher.hash(body.password) : null
    const mark = readDeviceMark(scope) ?? newDeviceMark(scope)

    const outcome = await scope.tx(async (db): Promise<Outcome> => {
      const now = scope.clock.now()
      const user = await lockUser(db, known.id)
      // The password was changed while this one was being checked: it is a wrong one now.
      if (!user || user.password_hash !== phc) return { error: wrongCredentials() }
      await attemptSucceeded(db, attempt)
      const refusal = user.disabled_at ? accountDisabled() : user.email_verified_at ? null : notVerified()
      if (refusal) {
        await audit(db, parts, scope, {
          action: 'auth.login',
          result: 'refused',
          actorId: user.id,
          detail: { why: refusal.code },
        })
        return { error: refusal }
      }
      if (rehashed) await updateUser(db, user.id, now, { password_hash: rehashed })
      await rememberDevice(db, user.id, mark.hash, now)
      const started = await startSession(db, parts, scope, user, body.device_name)
      await audit(db, parts, scope, {
        action: 'auth.login',
        result: 'ok',
        actorId: user.id,
        sessionId: started.sessionId,
      })
      return { started, user }
    })
    if ('error' in outcome) throw outcome.error
    const tokens = await issueTokens(parts, scope, outcome.started)
    return new Answer({ ...toSessionUser(outcome.user), ...tokens }, { cookies: [mark.cookie] })
  }
}
