/** Registers passkeys, from the profile and during a sign-in that requires a second step. */
import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Passkey } from '#contract/auth/two-step.ts'
import type { NewPasskey, PasskeyRegistration } from '#contract/auth/webauthn.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import { audit } from '../audit.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { sendMail } from '../mails.ts'
import { firstRecoveryCodes } from '../two-step/totp-set-up.ts'
import type { User } from '../users.repository.ts'
import { createChallenge, spendChallenge } from './challenges.repository.ts'
import { toPasskey } from './passkey.mapper.ts'
import { insertPasskey, passkeysOf } from './passkeys.repository.ts'
import { clientDataOf, relyingPartyOf, signedOrigin } from './relying-party.ts'
import { transportsOf, userHandleOf, wrongPasskey } from './verify-passkey.ts'

/** COSE: Ed25519, ES256, RS256. The post-quantum ones are experimental in Node, and their signatures ten times longer. */
const ALGORITHMS = [-8, -7, -257]
/** Passkeys of one person; nobody has more devices. */
const PASSKEYS_MAX = 20

const tooMany = () => new AppError('conflict', 'You have 20 passkeys. Remove one first.')
const alreadyAdded = () => new AppError('conflict', 'This passkey is in your list already.')

export const registrationOptions = async (db: TenantDb, scope: PublicScope, user: User) => {
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
const registered = async (db: TenantDb, scope: PublicScope, userId: number, answer: PasskeyRegistration) => {
  const clientData = clientDataOf(answer.response.clientDataJSON)
  const text = typeof clientData.challenge === 'string' ? clientData.challenge : ''
  const challenge = await spendChallenge(db, text, 'register', scope.clock.now())
  if (!challenge || challenge.userId !== userId) return null
  const origin = signedOrigin(clientData, challenge.rpId)
  if (origin === null) return null
  const credential = await verifiedRegistration(answer, { challenge: text, origin, rpId: challenge.rpId })
  return credential && { credential, rpId: challenge.rpId }
}

/** Tells the owner by mail, and the audit log. */
export const notePasskey = async (
  db: TenantDb,
  dependencies: AuthDependencies,
  scope: PublicScope,
  user: User,
  { kind, sessionId }: { kind: 'passkey_added' | 'passkey_removed'; sessionId?: string },
): Promise<void> => {
  await sendMail(db, dependencies, scope, user, { kind })
  await audit(db, dependencies, scope, {
    action: `auth.${kind}`,
    result: 'ok',
    actorId: user.id,
    ...(sessionId !== undefined && { sessionId }),
  })
}

/** The first second step of a person brings recovery codes. The caller must commit a refusal, too. */
export const registerPasskeyFor = async (
  db: TenantDb,
  dependencies: AuthDependencies,
  scope: PublicScope,
  user: User,
  { passkey, name, sessionId }: NewPasskey & { sessionId?: string },
): Promise<{ passkey: Passkey; recovery_codes: string[] } | AppError> => {
  const found = await registered(db, scope, user.id, passkey)
  if (!found) return wrongPasskey()
  const now = scope.clock.now()
  const row = {
    credential_id: Buffer.from(found.credential.id, 'base64url'),
    user_id: user.id,
    public_key: Buffer.from(found.credential.publicKey),
    sign_count: String(found.credential.counter),
    rp_id: found.rpId,
    transports: passkey.response.transports ?? [],
    name,
    created_at: now,
  }
  if (!(await insertPasskey(db, row))) return alreadyAdded()
  const codes = await firstRecoveryCodes(db, user.id, now)
  await notePasskey(db, dependencies, scope, user, {
    kind: 'passkey_added',
    ...(sessionId !== undefined && { sessionId }),
  })
  return { passkey: toPasskey({ ...row, last_used_at: null }), recovery_codes: codes }
}
