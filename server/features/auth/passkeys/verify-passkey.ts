import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
} from '@simplewebauthn/server'
import type { PasskeyAssertion } from '#contract/auth/webauthn.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { ChallengePurpose } from '../auth.tables.ts'
import { createChallenge, spendChallenge } from './challenges.repository.ts'
import { findPasskey, passkeysOf, recordUse, type PasskeyRow } from './passkeys.repository.ts'
import { clientDataOf, relyingPartyOf, signedOrigin } from './relying-party.ts'

type UsePurpose = Extract<ChallengePurpose, 'sign_in' | 'second_step' | 'step_up'>

/** A passkey names its person by this: no address, no name. */
export const userHandleOf = (clientId: number, userId: number): string => `${clientId}.${userId}`

export const wrongPasskey = () =>
  new AppError('invalid_code', 'This passkey did not work. Please try again or sign in another way.')

export const transportsOf = (row: PasskeyRow) => row.transports as AuthenticatorTransport[]

/** A challenge for the browser: for anybody's passkey, or for one of this person. */
export const assertionOptions = async (
  db: TenantDb,
  scope: PublicScope,
  purpose: UsePurpose,
  userId: number | null,
) => {
  const rpId = relyingPartyOf(scope)
  const known = userId === null ? [] : await passkeysOf(db, userId)
  const challenge = await createChallenge(db, { purpose, userId, rpId, now: scope.clock.now() })
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    challenge: Buffer.from(challenge, 'base64url'),
    // Alone, a passkey stands for two factors only if the device knows who holds it.
    userVerification: purpose === 'sign_in' ? 'required' : 'preferred',
    allowCredentials: known
      .filter((row) => row.rp_id === rpId)
      .map((row) => ({ id: row.credential_id.toString('base64url'), transports: transportsOf(row) })),
  })
  return { options: { ...options } }
}

const isSigned = async (
  answer: PasskeyAssertion,
  row: PasskeyRow,
  expected: { challenge: string; origin: string; mustVerify: boolean },
): Promise<number | null> => {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} } as AuthenticationResponseJSON,
      expectedChallenge: expected.challenge,
      expectedOrigin: expected.origin,
      expectedRPID: row.rp_id,
      requireUserVerification: expected.mustVerify,
      credential: {
        id: row.credential_id.toString('base64url'),
        publicKey: new Uint8Array(row.public_key),
        counter: Number(row.sign_count),
        transports: transportsOf(row),
      },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    // The caller must not learn what was wrong with it.
    return null
  }
}

/**
 * The person whose passkey signed the challenge, or null. The challenge is spent in any case: an answer counts once,
 * so the caller must commit.
 */
export const verifyPasskey = async (
  db: TenantDb,
  scope: PublicScope,
  answer: PasskeyAssertion,
  purpose: UsePurpose,
): Promise<{ userId: number } | null> => {
  const now = scope.clock.now()
  const clientData = clientDataOf(answer.response.clientDataJSON)
  const challengeText = typeof clientData.challenge === 'string' ? clientData.challenge : ''
  const challenge = await spendChallenge(db, challengeText, purpose, now)
  if (!challenge) return null
  const row = await findPasskey(db, Buffer.from(answer.id, 'base64url'))
  if (!row || row.rp_id !== challenge.rpId) return null
  if (challenge.userId !== null && challenge.userId !== row.user_id) return null
  const origin = signedOrigin(clientData, row.rp_id)
  if (origin === null) return null
  const counter = await isSigned(answer, row, {
    challenge: challengeText,
    origin,
    mustVerify: purpose === 'sign_in',
  })
  if (counter === null) return null
  await recordUse(db, row.credential_id, counter, now)
  return { userId: row.user_id }
}
