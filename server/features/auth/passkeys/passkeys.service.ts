import type { addPasskey } from '#contract/auth/passkeys.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { unauthenticated } from '../sessions/authenticate.ts'
import { hasSecondStep, isSecondStepRequired, readSecondSteps } from '../two-step/second-steps.repository.ts'
import { clearIfLast, stillRequired } from '../two-step/two-step.service.ts'
import { lockUser } from '../users.repository.ts'
import { deletePasskey, renamePasskeyRow } from './passkeys.repository.ts'
import { notePasskey, registerPasskeyFor, registrationOptions } from './register-passkey.ts'

/** What a person does about their own passkeys. */
export const createPasskeysService = (dependencies: AuthDependencies) => {
  const person = async (db: TenantDb, scope: MemberScope) => {
    const user = await lockUser(db, scope.actor.userId)
    if (!user) throw unauthenticated()
    return user
  }

  return {
    options: (scope: MemberScope) =>
      scope.tx(async (db) => registrationOptions(db, scope, await person(db, scope))),

    add: async (scope: MemberScope, body: BodyOf<typeof addPasskey>) => {
      const { sessionId } = scope.actor
      const outcome = await scope.tx(async (db) =>
        registerPasskeyFor(db, dependencies, scope, await person(db, scope), { ...body, sessionId }),
      )
      if (outcome instanceof AppError) throw outcome
      return outcome
    },

    rename: async (scope: MemberScope, passkeyId: string, name: string) => {
      const id = Buffer.from(passkeyId, 'base64url')
      if (!(await scope.tx((db) => renamePasskeyRow(db, scope.actor.userId, id, name)))) throw notFound()
      return {}
    },

    remove: async (scope: MemberScope, passkeyId: string): Promise<undefined> => {
      await scope.tx(async (db) => {
        const user = await person(db, scope)
        if (!(await deletePasskey(db, user.id, Buffer.from(passkeyId, 'base64url')))) throw notFound()
        const isLast = !hasSecondStep(await readSecondSteps(db, user.id))
        // Thrown, so that the transaction keeps the passkey.
        if (isLast && (await isSecondStepRequired(db, user.role))) throw stillRequired()
        await clearIfLast(db, user.id, scope.clock.now())
        const { sessionId } = scope.actor
        await notePasskey(db, dependencies, scope, user, { kind: 'passkey_removed', sessionId })
      })
      return undefined
    },
  }
}
