/** Two-step sign-in: codes of an authenticator app and recovery codes (trust 8.5). */
import * as z from 'zod/mini'
import { clientParams, empty, singleLine, timestamp } from '../common.ts'
import { endpoint, perHour, perMinute } from '../endpoint.ts'
import { oneTimeCode, signedIn } from './auth.ts'
import { newPasskey, passkeyAssertion } from './webauthn.ts'

const USER = '/accounts/clients/{clientId}/user/'

const ticket = z.string().check(z.minLength(1), z.maxLength(128))
const deviceHint = { device_name: z.optional(singleLine(0, 120)) }

/** For an authenticator app: the address as a QR code, or the key typed by hand. */
export const authenticatorKey = z.object({ key: z.string(), uri: z.string() })
export type AuthenticatorKey = z.infer<typeof authenticatorKey>

export const passkey = z.object({
  /** The credential's id, base64url. */
  id: z.string(),
  name: z.string(),
  /** The host name that it works for. */
  host: z.string(),
  created_at: timestamp,
  last_used_at: z.nullable(timestamp),
})
export type Passkey = z.infer<typeof passkey>

/** Each works once. They are shown once and stored as hashes. */
const recoveryCodes = z.array(z.string())

export const confirmSecondStep = endpoint({
  name: 'auth.confirmSecondStep',
  method: 'POST',
  path: `${USER}login/second-step/`,
  access: 'public',
  feature: null,
  hasSecrets: true,
  rateLimit: perMinute(20),
  idempotency: 'natural',
  summary: 'Finish a sign-in with a code of an authenticator app, a passkey or a recovery code',
  params: clientParams,
  /** Exactly one of `code`, `recovery_code` and `passkey`. */
  body: z.object({
    ticket,
    code: z.optional(oneTimeCode),
    recovery_code: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    passkey: z.optional(passkeyAssertion),
    ...deviceHint,
  }),
  response: signedIn,
})

export const setUpAtSignIn = endpoint({
  name: 'auth.setUpAtSignIn',
  method: 'POST',
  path: `${USER}login/second-step/set-up/`,
  access: 'public',
  feature: null,
  hasSecrets: true,
  rateLimit: perMinute(10),
  summary: 'Get a key for an authenticator app during a sign-in that requires a second step',
  params: clientParams,
  body: z.object({ ticket }),
  response: authenticatorKey,
  alsoFails: [409],
})

export const confirmSetUpAtSignIn = endpoint({
  name: 'auth.confirmSetUpAtSignIn',
  method: 'POST',
  path: `${USER}login/second-step/set-up/confirm/`,
  access: 'public',
  feature: null,
  hasSecrets: true,
  rateLimit: perMinute(20),
  idempotency: 'natural',
  summary: 'Turn two-step sign-in on with the first code or a passkey, and finish the sign-in',
  params: clientParams,
  /** Exactly one of `code` and `new_passkey`. */
  body: z.object({
    ticket,
    code: z.optional(oneTimeCode),
    new_passkey: z.optional(newPasskey),
    ...deviceHint,
  }),
  response: z.extend(signedIn, { recovery_codes: recoveryCodes }),
  alsoFails: [409],
})

export const twoStepState = endpoint({
  name: 'auth.twoStep',
  method: 'GET',
  path: `${USER}two-step/`,
  access: 'member',
  feature: null,
  hasSecrets: true,
  summary: "Get the caller's second steps",
  params: clientParams,
  response: z.object({
    /** When the authenticator app was added; null without one. */
    totp_since: z.nullable(timestamp),
    passkeys: z.array(passkey),
    recovery_codes_left: z.int(),
    /** The organisation requires a second step of this person. */
    required: z.boolean(),
  }),
})

export const beginTotp = endpoint({
  name: 'auth.beginTotp',
  method: 'POST',
  path: `${USER}two-step/totp/`,
  access: 'member',
  feature: null,
  hasSecrets: true,
  stepUp: true,
  rateLimit: perHour(30),
  summary: 'Get a new key for an authenticator app; it counts once it is confirmed',
  params: clientParams,
  response: authenticatorKey,
  alsoFails: [409],
})

export const confirmTotp = endpoint({
  name: 'auth.confirmTotp',
  method: 'POST',
  path: `${USER}two-step/totp/confirm/`,
  access: 'member',
  feature: null,
  hasSecrets: true,
  stepUp: true,
  rateLimit: perMinute(10),
  idempotency: 'natural',
  summary: 'Turn the authenticator app on with its first code',
  params: clientParams,
  body: z.object({ code: oneTimeCode }),
  /** Empty when the person has unused codes already. */
  response: z.object({ recovery_codes: recoveryCodes }),
  alsoFails: [409],
})

export const removeTotp = endpoint({
  name: 'auth.removeTotp',
  method: 'DELETE',
  path: `${USER}two-step/totp/`,
  access: 'member',
  feature: null,
  hasSecrets: true,
  stepUp: true,
  summary: 'Remove the authenticator app; 409 when a second step is required and no other is left',
  params: clientParams,
  response: empty,
  status: 204,
  alsoFails: [409],
})

export const renewRecoveryCodes = endpoint({
  name: 'auth.renewRecoveryCodes',
  method: 'POST',
  path: `${USER}two-step/recovery-codes/`,
  access: 'member',
  feature: null,
  hasSecrets: true,
  stepUp: true,
  rateLimit: perHour(20),
  summary: 'Replace all recovery codes by ten new ones; 409 without a second step',
  params: clientParams,
  response: z.object({ recovery_codes: recoveryCodes }),
  alsoFails: [409],
})
