import type { verifyEmail } from '#contract/auth/auth.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#server/core/http/errors.ts'
import { Answer } from '#server/core/http/pipeline.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import { rememberDevice } from '../passwords/failed-attempts.repository.ts'
import { audit } from '../audit.ts'
import { checkCode, endAllCodes } from './codes.service.ts'
import { newDeviceToken, readDeviceToken } from '../passwords/known-device.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { issueTokens, startSession } from '../sessions/sessions.service.ts'
import { toSessionUser } from '../user.mapper.ts'
import { updateUser } from '../users.repository.ts'

/** Verifies the address with the code and signs the user in. */
export const createVerifyEmail =
  (dependencies: AuthDependencies) => async (scope: PublicScope, body: BodyOf<typeof verifyEmail>) => {
    const deviceToken = readDeviceToken(scope) ?? newDeviceToken(scope)
    const outcome = await scope.tx(async (db) => {
      const now = scope.clock.now()
      const check = await checkCode(db, dependencies, scope, body.email, 'verify_email', body.otp)
      if (!check.ok) return check.error
      const { user } = check
      await endAllCodes(db, user, now)
      await updateUser(db, user.id, now, { email_verified_at: now })
      await rememberDevice(db, user.id, deviceToken.hash, now)
      const started = await startSession(db, dependencies, scope, user, body.device_name)
      await audit(db, dependencies, scope, {
        action: 'auth.verify_email',
        result: 'ok',
        actorId: user.id,
        sessionId: started.sessionId,
      })
      return { user, started }
    })
    if (outcome instanceof AppError) throw outcome
    const tokens = await issueTokens(dependencies, scope, outcome.started)
    return new Answer({ ...toSessionUser(outcome.user), ...tokens }, { cookies: [deviceToken.cookie] })
  }
