import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  jwtVerify,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from 'jose'
import { cut } from '#contract/text/truncate.ts'
import type { Clock } from '#server/core/clock.ts'
import { AppError } from '#server/core/http/errors.ts'

export interface GooglePerson {
  readonly issuer: string
  readonly subject: string
  readonly email: string
  readonly emailVerified: boolean
  /**
   * Google hosts this mailbox (gmail.com or the Workspace domain `hd`), so it can vouch for its owner (trust 8.5).
   */
  readonly isAuthoritative: boolean
  readonly fullName: string
  /** As our page gave it to Google; the caller checks that it is ours and unused. */
  readonly nonce: string
}

export interface GoogleVerifier {
  /**
   * Null for a token that Google did not issue for this audience; throws `google_sign_in_unavailable` when
   * the keys cannot be fetched.
   */
  readonly verify: (token: string, audience: string) => Promise<GooglePerson | null>
}

/** Google uses both spellings as issuer; identities are stored under the first. */
const ISSUER = 'https://accounts.google.com'
const ISSUERS = [ISSUER, 'accounts.google.com']
const LEEWAY_SECONDS = 30
const FETCH_TIMEOUT_MS = 4000

export const googleUnavailable = (cause?: unknown) =>
  new AppError(
    'google_sign_in_unavailable',
    'Google sign-in does not work right now. Please try another way or try again later.',
    cause === undefined ? {} : { cause },
  )

const keySetOf = (jwks: string): JWTVerifyGetKey =>
  jwks.trimStart().startsWith('{')
    ? createLocalJWKSet(JSON.parse(jwks) as JSONWebKeySet)
    : createRemoteJWKSet(new URL(jwks), { timeoutDuration: FETCH_TIMEOUT_MS })

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** `hd` is the domain of the Workspace, which may hold accounts of other domains: those are not its mailboxes. */
const isHostedByGoogle = (email: string, hostedDomain: string): boolean => {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return domain === 'gmail.com' || domain === 'googlemail.com' || domain === hostedDomain.toLowerCase()
}

/** Issued for us alone: one audience, and the page that asked is ours as well (OpenID Connect 3.1.3.7). */
const isForUs = ({ aud, azp }: { aud?: string | string[]; azp?: unknown }, audience: string): boolean =>
  (typeof aud === 'string' || aud?.length === 1) && (azp === undefined || azp === audience)

/** True when the token itself is invalid, false when the keys could not be fetched. */
const isInvalidToken = (error: unknown) =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout) &&
  !(error instanceof errors.JWKSInvalid) &&
  // jose throws this code when the key server answers with an error or without JSON.
  error.code !== 'ERR_JOSE_GENERIC'

/** Verifies Google ID tokens. jose fetches the configured keys once and caches them. */
export const createGoogleVerifier = (jwks: string, clock: Clock): GoogleVerifier => {
  const keys = keySetOf(jwks)
  return {
    verify: async (token, audience) => {
      try {
        const { payload } = await jwtVerify(token, keys, {
          algorithms: ['RS256'],
          issuer: ISSUERS,
          audience,
          clockTolerance: LEEWAY_SECONDS,
          currentDate: clock.now(),
          requiredClaims: ['sub', 'exp', 'iat', 'email'],
        })
        if (!isForUs(payload, audience)) return null
        const email = String(payload['email']).normalize('NFC').trim()
        const name = textOf(payload['name']).normalize('NFC').trim()
        return {
          issuer: ISSUER,
          subject: String(payload.sub),
          email,
          emailVerified: payload['email_verified'] === true,
          isAuthoritative: isHostedByGoogle(email, textOf(payload['hd'])),
          nonce: textOf(payload['nonce']),
          fullName: cut(name === '' ? (email.split('@')[0] ?? email) : name, 120),
        }
      } catch (error) {
        if (isInvalidToken(error)) return null
        throw googleUnavailable(error)
      }
    },
  }
}
