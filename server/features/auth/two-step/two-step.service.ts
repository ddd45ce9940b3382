import type { TenantDb } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { audit } from '../audit.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { sendMail } from '../mails.ts'
import { toPasskey } from '../passkeys/passkey.mapper.ts'
import { passkeysOf } from '../passkeys/passkeys.repository.ts'
import { unauthenticated } from '../sessions/authenticate.ts'
import { lockUser, type User } from '../users.repository.ts'
import {
  deleteTotp,
  hasSecondStep,
  isSecondStepRequired,
  readSecondSteps,
  replaceRecoveryCodes,
} from './second-steps.repository.ts'
import { deleteTickets } from './tickets.repository.ts'
import { beginTotpFor, renewRecoveryCodesOf, turnTotpOn } from './totp-set-up.ts'

export const stillRequired = () =>
  new AppError('conflict', 'Your organisation requires two-step sign-in. Add another second step first.')
const notOn = () => new AppError('conflict', 'Two-step sign-in is off.')

/** Removes what is left of two-step sign-in once its last second step is gone. */
export const clearIfLast = async (db: TenantDb, userId: number, now: Date): Promise<void> => {
  if (hasSecondStep(await readSecondSteps(db, userId))) return
  await replaceRecoveryCodes(db, userId, [], now)
  await deleteTickets(db, userId)
}

/** What a person does about the second steps of their own account. */
export const createTwoStepService = (dependencies: AuthDependencies) => {
  /** One transaction with the caller's row locked; a returned error is thrown after the commit. */
  const change = async <T>(
    scope: MemberScope,
    work: (db: TenantDb, user: User) => Promise<T | AppError>,
  ): Promise<T> => {
    const outcome = await scope.tx(async (db) => {
      const user = await lockUser(db, scope.actor.userId)
      return user ? work(db, user) : unauthenticated()
    })
    if (outcome instanceof AppError) throw outcome
    return outcome
  }

  return {
    state: (scope: MemberScope) =>
      scope.tx(async (db) => {
        const steps = await readSecondSteps(db, scope.actor.userId)
        const passkeys = await passkeysOf(db, scope.actor.userId)
        return {
          totp_since: steps.totpSince?.toISOString() ?? null,
          passkeys: passkeys.map(toPasskey),
          recovery_codes_left: steps.recoveryCodesLeft,
          required: await isSecondStepRequired(db, scope.actor.role),
        }
      }),

    beginTotp: (scope: MemberScope) =>
      change(scope, (db, user) => beginTotpFor(db, dependencies, scope, user)),

    confirmTotp: (scope: MemberScope, code: string) =>
      change(scope, async (db, user) => {
        const codes = await turnTotpOn(db, dependencies, scope, user, code)
        return codes instanceof AppError ? codes : { recovery_codes: codes }
      }),

    removeTotp: (scope: MemberScope): Promise<undefined> =>
      change(scope, async (db, user) => {
        if (!(await deleteTotp(db, user.id))) return undefined
        const isLast = !hasSecondStep(await readSecondSteps(db, user.id))
        // Thrown, so that the transaction keeps the app.
        if (isLast && (await isSecondStepRequired(db, user.role))) throw stillRequired()
        await clearIfLast(db, user.id, scope.clock.now())
        await sendMail(db, dependencies, scope, user, { kind: 'two_step_off' })
        await audit(db, dependencies, scope, {
          action: 'auth.two_step_off',
          result: 'ok',
          actorId: user.id,
          sessionId: scope.actor.sessionId,
        })
        return undefined
      }),

    renewRecoveryCodes: (scope: MemberScope) =>
      change(scope, async (db, user) => {
        if (!hasSecondStep(await readSecondSteps(db, user.id))) return notOn()
        const codes = await renewRecoveryCodesOf(db, user.id, scope.clock.now())
        await sendMail(db, dependencies, scope, user, { kind: 'recovery_codes_renewed' })
        await audit(db, dependencies, scope, {
          action: 'auth.recovery_codes_renewed',
          result: 'ok',
          actorId: user.id,
          sessionId: scope.actor.sessionId,
        })
        return { recovery_codes: codes }
      }),
  }
}
