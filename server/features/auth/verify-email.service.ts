import type { verifyEmail } from '#contract/auth.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { Answer } from '#server/core/http/mount.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import { rememberDevice } from './attempts.repository.ts'
import { audit } from './audit-line.ts'
import { judgeCode, spendCode } from './codes.service.ts'
import { newDeviceMark, readDeviceMark } from './known-device.ts'
import type { Parts } from './parts.ts'
import { issueTokens, startSession } from './sessions.service.ts'
import { toSessionUser } from './user.mapper.ts'
import { findByEmail, lockUser, updateUser } from './users.repository.ts'

/** Proves the address with the code and signs in. */
export const createVerifyEmail =
  (parts: Parts) => async (scope: PublicScope, body: BodyOf<typeof verifyEmail>) => {
    const mark = readDeviceMark(scope) ?? newDeviceMark(scope)
    const outcome = await scope.tx(async (db) => {
      const now = scope.clock.now()
      const found = await findByEmail(db, body.email)
      const user = found && (await lockUser(db, found.id))
      const verdict = await judgeCode(db, parts, scope, user, body.email, 'verify_email', body.otp)
      if (!verdict.ok || !user) return { error: verdict.ok ? null : verdict.error }
      await spendCode(db, user, 'verify_email', now)
      await updateUser(db, user.id, now, { email_verified_at: now })
      await rememberDevice(db, user.id, mark.hash, now)
      const started = await startSession(db, parts, scope, user, body.device_name)
      await audit(db, parts, scope, {
        action: 'auth.verify_email',
        result: 'ok',
        actorId: user.id,
        sessionId: started.sessionId,
      })
      return { user, started }
    })
    if ('error' in outcome) throw outcome.error ?? new Error('verify-email: a code without a person')
    const tokens = await issueTokens(parts, scope, outcome.started)
    return new Answer({ ...toSessionUser(outcome.user), ...tokens }, { cookies: [mark.cookie] })
  }
