import type { passkeyLogin } from '#contract/auth/passkeys.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import { audit } from '../audit.ts'
import { canSignIn, type AuthDependencies } from '../dependencies.ts'
import { newDeviceToken, readDeviceToken } from '../passwords/known-device.ts'
import { accountDisabled } from '../passwords/login.service.ts'
import { ticketExpired } from '../two-step/second-step.service.ts'
import { completeSignIn, signedInAnswer } from '../two-step/sign-in.service.ts'
import { findTicket } from '../two-step/tickets.repository.ts'
import { lockUser } from '../users.repository.ts'
import { assertionOptions, verifyPasskey, wrongPasskey } from './verify-passkey.ts'

export const createPasskeyLoginOptions =
  () => async (scope: PublicScope, body: { ticket?: string | undefined }) =>
    scope.tx(async (db) => {
      if (body.ticket === undefined) return assertionOptions(db, scope, 'sign_in', null)
      const ticket = await findTicket(db, body.ticket, scope.clock.now())
      if (!ticket) throw ticketExpired()
      return assertionOptions(db, scope, 'second_step', ticket.user_id)
    })

/** Signs in with a passkey alone: the device has it, and has verified who holds it. */
export const createPasskeyLogin =
  (dependencies: AuthDependencies) => async (scope: PublicScope, body: BodyOf<typeof passkeyLogin>) => {
    const deviceToken = readDeviceToken(scope) ?? newDeviceToken(scope)
    const outcome = await scope.tx(async (db) => {
      const verified = await verifyPasskey(db, scope, body.passkey, 'sign_in')
      const user = verified && (await lockUser(db, verified.userId))
      if (!user) {
        await audit(db, dependencies, scope, { action: 'auth.login', result: 'failed', actorId: null })
        return wrongPasskey()
      }
      if (!canSignIn(dependencies, user)) return accountDisabled()
      return completeSignIn(db, dependencies, scope, user, {
        by: 'passkey',
        device: body.device_name,
        deviceToken,
      })
    })
    if (outcome instanceof AppError) throw outcome
    return signedInAnswer(dependencies, scope, outcome, deviceToken, {})
  }
