import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { addPasskey } from '#contract/auth/passkeys.ts'
import type { PasskeyRegistration } from '#contract/auth/webauthn.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { audit } from '../audit.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { sendMail } from '../mails.ts'
import { unauthenticated } from '../sessions/authenticate.ts'
import { hasSecondStep, isSecondStepRequired, readSecondSteps } from '../two-step/second-steps.repository.ts'
import { firstRecoveryCodes } from '../two-step/totp-set-up.ts'
import { clearIfLast, stillRequired } from '../two-step/two-step.service.ts'
import { lockUser, type User } from '../users.repository.ts'
import { createChallenge, spendChallenge } from './challenges.repository.ts'
import { toPasskey } from './passkey.mapper.ts'
import { deletePasskey, insertPasskey, passkeysOf, renamePasskeyRow } from './passkeys.repository.ts'
import { clientDataOf, relyingPartyOf, signedOrigin } from './relying-party.ts'
import { transportsOf, userHandleOf, wrongPasskey } from './verify-passkey.ts'

/** COSE: Ed25519, ES256, RS256. The post-quantum ones are experimental in Node, and their signatures ten times longer. */
const ALGORITHMS = [-8, -7, -257]
/** Passkeys of one person; nobody has more devices. */
const PASSKEYS_MAX = 20

const tooMany = () => new AppError('conflict', 'You have 20 passkeys. Remove one first.')
const alreadyAdded = () => new AppError('conflict', 'This passkey is in your list already.')

/** The public key of a registration that signed its challenge, or null. */
const verifiedRegistration = async (
  answer: PasskeyRegistration,
  expected: { challenge: string; origin: string; rpId: string },
) => {
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...answer, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge: expected.challenge,
      expectedOrigin: expected.origin,
      expectedRPID: expected.rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    return registrationInfo?.credential ?? null
  } catch {
    return null
  }
}

/** Spends the challenge, so the caller must commit whatever comes back. */
const registered = async (db: TenantDb, scope: MemberScope, answer: PasskeyRegistration) => {
  const clientData = clientDataOf(answer.response.clientDataJSON)
  const text = typeof clientData.challenge === 'string' ? clientData.challenge : ''
  const challenge = await spendChallenge(db, text, 'register', scope.clock.now())
  if (!challenge || challenge.userId !== scope.actor.userId) return null
  const origin = signedOrigin(clientData, challenge.rpId)
  if (origin === null) return null
  const credential = await verifiedRegistration(answer, { challenge: text, origin, rpId: challenge.rpId })
  return credential && { credential, rpId: challenge.rpId }
}

const optionsFor = async (db: TenantDb, scope: MemberScope, user: User) => {
  const rpId = relyingPartyOf(scope)
  const known = await passkeysOf(db, user.id)
  if (known.length >= PASSKEYS_MAX) throw tooMany()
  const challenge = await createChallenge(db, {
    purpose: 'register',
    userId: user.id,
    rpId,
    now: scope.clock.now(),
  })
  const options = await generateRegistrationOptions({
    rpName: scope.tenant.name,
    rpID: rpId,
    userName: user.email,
    userDisplayName: user.full_name,
    userID: new TextEncoder().encode(userHandleOf(scope.tenant.clientId, user.id)),
    challenge: Buffer.from(challenge, 'base64url'),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    excludeCredentials: known
      .filter((row) => row.rp_id === rpId)
      .map((row) => ({ id: row.credential_id.toString('base64url'), transports: transportsOf(row) })),
  })
  return { options: { ...options } }
}

/** What a person does about their own passkeys. */
export const createPasskeysService = (dependencies: AuthDependencies) => {
  const person = async (db: TenantDb, scope: MemberScope) => {
    const user = await lockUser(db, scope.actor.userId)
    if (!user) throw unauthenticated()
    return user
  }
  const tell = async (
    db: TenantDb,
    scope: MemberScope,
    user: User,
    kind: 'passkey_added' | 'passkey_removed',
  ) => {
    await sendMail(db, dependencies, scope, user, { kind })
    const { sessionId } = scope.actor
    await audit(db, dependencies, scope, {
      action: `auth.${kind}`,
      result: 'ok',
      actorId: user.id,
      sessionId,
    })
  }

  return {
    options: (scope: MemberScope) => scope.tx(async (db) => optionsFor(db, scope, await person(db, scope))),

    add: async (scope: MemberScope, body: BodyOf<typeof addPasskey>) => {
      const outcome = await scope.tx(async (db) => {
        const user = await person(db, scope)
        const found = await registered(db, scope, body.passkey)
        if (!found) return wrongPasskey()
        const now = scope.clock.now()
        const row = {
          credential_id: Buffer.from(found.credential.id, 'base64url'),
          user_id: user.id,
          public_key: Buffer.from(found.credential.publicKey),
          sign_count: String(found.credential.counter),
          rp_id: found.rpId,
          transports: body.passkey.response.transports ?? [],
          name: body.name,
          created_at: now,
        }
        if (!(await insertPasskey(db, row))) return alreadyAdded()
        const codes = await firstRecoveryCodes(db, user.id, now)
        await tell(db, scope, user, 'passkey_added')
        return { passkey: toPasskey({ ...row, last_used_at: null }), recovery_codes: codes }
      })
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
        await tell(db, scope, user, 'passkey_removed')
      })
      return undefined
    },
  }
}
