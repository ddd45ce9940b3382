import type { verifyEmail } from '#contract/auth/auth.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#server/core/http/errors.ts'
import { Answer } from '#server/core/http/pipeline.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import { rememberDevice } from '../passwords/failed-attempts.repository.ts'
import { audit } from '../audit-line.ts'
import { judgeCode, spendCodes } from './codes.service.ts'
import { newDeviceMark, readDeviceMark } from '../passwords/known-device.ts'
import type { Parts } from '../dependencies.ts'
import { issueTokens, startSession } from '../sessions/sessions.service.ts'
import { toSessionUser } from '../user.mapper.ts'
import { updateUser } from '../users.repository.ts'

/** Proves the address with the code and signs in. */
export const createVerifyEmail =
  (parts: Parts) => async (scope: PublicScope, body: BodyOf<typeof verifyEmail>) => {
    const mark = readDeviceMark(scope) ?? newDeviceMark(scope)
    const outcome = await scope.tx(async (db) => {
      const now = scope.clock.now()
      const verdict = await judgeCode(db, parts, scope, body.email, 'verify_email', body.otp)
      if (!verdict.ok) return verdict.error
      const { user } = verdict
      await spendCodes(db, user, now)
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
    if (outcome instanceof AppError) throw outcome
    const tokens = await issueTokens(parts, scope, outcome.started)
    return new Answer({ ...toSessionUser(outcome.user), ...tokens }, { cookies: [mark.cookie] })
  }
