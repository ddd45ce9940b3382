/** A new proof of identity within a session (trust 8.2). */
import type { stepUp, StepUpMethod } from '#contract/auth/step-up.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { STEP_UP_TTL_MS } from '#contract/limits.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { audit } from '../audit.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { assertionOptions } from '../passkeys/verify-passkey.ts'
import { checkPassword } from '../passwords/check-password.ts'
import { unauthenticated } from '../sessions/authenticate.ts'
import { markProved } from '../sessions/sessions.repository.ts'
import { findUser, lockUser, type User } from '../users.repository.ts'
import { checkSecondStep, type EnteredStep } from './check-second-step.ts'
import { hasSecondStep, readSecondSteps, type SecondSteps } from './second-steps.repository.ts'

/** Whoever has a second step proves with that: a stolen session and password must not be enough. */
const methodsOf = (user: User, steps: SecondSteps): StepUpMethod[] => {
  if (hasSecondStep(steps))
    return [
      ...(steps.passkeys > 0 ? (['passkey'] as const) : []),
      ...(steps.totpSince === null ? [] : (['totp'] as const)),
    ]
  return user.password_hash === null ? [] : ['password']
}

const FIELD_OF: Record<StepUpMethod, string> = { password: 'password', totp: 'code', passkey: 'passkey' }
const proofMissing = ([method]: readonly StepUpMethod[]): AppError =>
  method
    ? invalidField(FIELD_OF[method], fieldIssue('required'))
    : new AppError('forbidden', 'Please sign out and sign in again to continue.')

export const createStepUp = (dependencies: AuthDependencies) => {
  const readPerson = (scope: MemberScope) =>
    scope.tx(async (db) => {
      const user = await findUser(db, scope.actor.userId)
      if (!user) throw unauthenticated()
      return { user, methods: methodsOf(user, await readSecondSteps(db, user.id)) }
    })

  const recordProof = async (db: TenantDb, scope: MemberScope, method: StepUpMethod) => {
    const { userId, sessionId } = scope.actor
    await markProved(db, sessionId, scope.clock.now())
    await dependencies.core.changes.announce(db, {
      kind: 'session',
      clientId: scope.tenant.clientId,
      sessionId,
    })
    await audit(db, dependencies, scope, {
      action: 'auth.step_up',
      result: 'ok',
      actorId: userId,
      sessionId,
      detail: { method },
    })
  }

  const byPassword = async (scope: MemberScope, user: User, password: string) => {
    await checkPassword(dependencies, scope, user, password, { audit: 'auth.step_up', field: 'password' })
    await scope.tx((db) => recordProof(db, scope, 'password'))
  }

  const bySecondStep = async (scope: MemberScope, entered: EnteredStep, method: 'totp' | 'passkey') => {
    const refusal = await scope.tx(async (db) => {
      const user = await lockUser(db, scope.actor.userId)
      if (!user) return unauthenticated()
      const problem = await checkSecondStep(db, dependencies, scope, user, entered, 'step_up')
      if (problem) return problem
      await recordProof(db, scope, method)
      return null
    })
    if (refusal) throw refusal
  }

  return {
    methods: async (scope: MemberScope) => ({ methods: (await readPerson(scope)).methods }),

    passkeyOptions: (scope: MemberScope) =>
      scope.tx((db) => assertionOptions(db, scope, 'step_up', scope.actor.userId)),

    prove: async (scope: MemberScope, body: BodyOf<typeof stepUp>) => {
      const { user, methods } = await readPerson(scope)
      const offers = (method: StepUpMethod) => methods.includes(method)
      if (offers('password') && body.password !== undefined) await byPassword(scope, user, body.password)
      else if (offers('totp') && body.code !== undefined)
        await bySecondStep(scope, { code: body.code }, 'totp')
      else if (offers('passkey') && body.passkey !== undefined)
        await bySecondStep(scope, { passkey: body.passkey }, 'passkey')
      else throw proofMissing(methods)
      dependencies.sessionStates.forgetUser(scope.tenant.clientId, user.id)
      return { until: new Date(scope.clock.now().getTime() + STEP_UP_TTL_MS).toISOString() }
    },
  }
}
