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
import { checkPassword } from '../passwords/check-password.ts'
import { unauthenticated } from '../sessions/authenticate.ts'
import { markProved } from '../sessions/sessions.repository.ts'
import { findUser, lockUser, type User } from '../users.repository.ts'
import { checkSecondStep } from './check-second-step.ts'
import { readSecondSteps, type SecondSteps } from './second-steps.repository.ts'

/** Whoever has a second step proves with that: a stolen session and password must not be enough. */
const methodsOf = (user: User, steps: SecondSteps): StepUpMethod[] => {
  if (steps.totpSince !== null) return ['totp']
  return user.password_hash === null ? [] : ['password']
}

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

  const byCode = async (scope: MemberScope, code: string) => {
    const refusal = await scope.tx(async (db) => {
      const user = await lockUser(db, scope.actor.userId)
      if (!user) return unauthenticated()
      const problem = await checkSecondStep(db, dependencies, scope, user, { code })
      if (problem) return problem
      await recordProof(db, scope, 'totp')
      return null
    })
    if (refusal) throw refusal
  }

  return {
    methods: async (scope: MemberScope) => ({ methods: (await readPerson(scope)).methods }),

    prove: async (scope: MemberScope, body: BodyOf<typeof stepUp>) => {
      const { user, methods } = await readPerson(scope)
      const [method] = methods
      if (method === 'password') {
        if (body.password === undefined) throw invalidField('password', fieldIssue('required'))
        await byPassword(scope, user, body.password)
      } else if (method === 'totp') {
        if (body.code === undefined) throw invalidField('code', fieldIssue('required'))
        await byCode(scope, body.code)
      } else throw new AppError('forbidden', 'Please sign out and sign in again to continue.')
      dependencies.sessionStates.forgetUser(scope.tenant.clientId, user.id)
      return { until: new Date(scope.clock.now().getTime() + STEP_UP_TTL_MS).toISOString() }
    },
  }
}
