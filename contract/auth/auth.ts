/** Accounts and sessions (spec 7; rules: Accounts). */
import * as z from 'zod/mini'
import { clientParams, detail, empty, id, idParam, language, singleLine, role, timestamp } from '../common.ts'
import { endpoint, perHour, perMinute } from '../endpoint.ts'
import { CODE_DIGITS, PASSWORD_MAX } from '../limits.ts'
import { PHONE_NUMBER, PHONE_NUMBER_MAX } from './phone-number.ts'
import { secondStepNeeded } from './second-step.ts'

/**
 * Trimmed, NFC; the server ignores case. Loose on purpose: the code sent to the address is the real check.
 */
export const email = z.pipe(
  singleLine(3, 254),
  z.string().check(z.regex(/^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:"]+$/u)),
)
/** Length only: the server checks the rest of a password (tenant minimum, common and personal words). */
const newPassword = z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX))
const currentPassword = z.string().check(z.minLength(1), z.maxLength(1024))
/** The app accepts digits of any script and sends ASCII; the server normalises them as well. */
export const oneTimeCode = z.string().check(z.minLength(1), z.maxLength(32))
export const phoneNumber = z.pipe(singleLine(0, PHONE_NUMBER_MAX), z.string().check(z.regex(PHONE_NUMBER)))

/** The signed-in user in every response; the app adds its own state fields (spec 3). */
export const sessionUser = z.object({
  id,
  email: z.string(),
  full_name: z.string(),
  username: z.string(),
  phone_number: z.nullable(z.string()),
  profile_picture: z.nullable(z.string()),
  role,
})
export type SessionUser = z.infer<typeof sessionUser>

export const tokenPair = z.object({ access_token: z.string(), refresh_token: z.string() })
/** The user's fields and the tokens on one level, as in the stored user (spec 3). */
export const signedIn = z.extend(sessionUser, { access_token: z.string(), refresh_token: z.string() })
export type SignedIn = z.infer<typeof signedIn>
/** The session, or what is still missing when the account has a second step. */
export const signInAnswer = z.union([signedIn, secondStepNeeded])
export type SignInAnswer = z.infer<typeof signInAnswer>

const deviceHint = { device_name: z.optional(singleLine(0, 120)) }

export const login = endpoint({
  name: 'auth.login',
  method: 'POST',
  path: '/accounts/clients/{clientId}/user/login/',
  access: 'public',
  feature: null,
  hasSecrets: true,
  rateLimit: perMinute(10),
  summary: 'Sign in with e-mail or username and password',
  params: clientParams,
  /** `email` holds an e-mail address or a username (rules: Accounts). */
  body: z.object({ email: singleLine(1, 254), password: currentPassword, ...deviceHint }),
  response: signInAnswer,
  alsoFails: [503],
})

export const refresh = endpoint({
  name: 'auth.refresh',
  method: 'POST',
  path: '/accounts/clients/{clientId}/user/refresh-token/',
  access: 'public',
  feature: null,
  hasSecrets: true,
  // A classroom behind one address refreshes from many devices; rotation limits each session.
  rateLimit: perMinute(300),
  idempotency: 'natural',
  summary: 'Exchange a refresh token for the next pair; repeats within the grace period get the same pair',
  params: clientParams,
  body: z.object({ refresh_token: z.string().check(z.minLength(1), z.maxLength(512)) }),
  response: tokenPair,
})

export const googleNonce = endpoint({
  name: 'auth.googleNonce',
  method: 'POST',
  path: '/accounts/clients/{clientId}/user/login/google/nonce/',
  access: 'public',
  feature: null,
  hasSecrets: true,
  rateLimit: perMinute(60),
  idempotency: 'natural',
  summary: "Get a nonce for Google's button; an ID token counts once and only with a nonce of ours",
  params: clientParams,
  response: z.object({ nonce: z.string() }),
})

export const googleLogin = endpoint({
  name: 'auth.google',
  method: 'POST',
  path: '/accounts/clients/{clientId}/user/login/google/',
  access: 'public',
  feature: null,
  hasSecrets: true,
  rateLimit: perMinute(10),
  summary: 'Sign in with a Google ID token that carries a nonce of ours',
  params: clientParams,
  body: z.object({
    token: z.string().check(z.minLength(1), z.maxLength(8192)),
    /** Counts only if this call creates the account. Any text: it must not stop a sign-in. */
    referral_code: z.optional(z.string().check(z.maxLength(64))),
    ...deviceHint,
  }),
  response: signInAnswer,
  alsoFails: [500],
})

export const signup = endpoint({
  name: 'auth.signup',
  method: 'POST',
  path: '/accounts/clients/{clientId}/user/signup/',
  access: 'public',
  feature: null,
  hasSecrets: true,
  rateLimit: perHour(5),
  summary: 'Create an account and send a six-digit code; a known address gets the same response',
  params: clientParams,
  body: z.object({
    full_name: singleLine(1, 120),
    email,
    password: newPassword,
    phone_number: z.optional(phoneNumber),
    referral_code: z.optional(singleLine(0, 64)),
    accept_terms: z.literal(true),
    marketing_opt_in: z._default(z.optional(z.boolean()), false),
    language: z.optional(language),
  }),
  response: detail,
  status: 201,
  alsoFails: [503],
})

export const resendVerification = endpoint({
  name: 'auth.resendVerification',
  method: 'POST',
  path: '/accounts/clients/{clientId}/user/resend-verification-email/',
  access: 'public',
  feature: null,
  hasSecrets: true,
  rateLimit: perHour(60),
  summary: 'Send a new code and invalidate the old one; an unknown address gets the same response',
  params: clientParams,
  body: z.object({ email }),
  response: detail,
})

export const verifyEmail = endpoint({
  name: 'auth.verifyEmail',
  method: 'POST',
  path: '/accounts/clients/{clientId}/user/verify-email/',
  access: 'public',
  feature: null,
  hasSecrets: true,
  rateLimit: perHour(60),
  summary: 'Verify the address with the code and sign in',
  params: clientParams,
  /**
   * A browser that did not sign up itself chooses a password: without one the answer is 422 with
   * `fields.password[0].code` = `required`, and the code stays valid.
   */
  body: z.object({ otp: oneTimeCode, email, password: z.optional(newPassword), ...deviceHint }),
  response: signInAnswer,
  alsoFails: [503],
})

export const forgotPassword = endpoint({
  name: 'auth.forgotPassword',
  method: 'POST',
  path: '/accounts/clients/{clientId}/user/forgot-password/',
  access: 'public',
  feature: null,
  hasSecrets: true,
  rateLimit: perHour(30),
  summary: 'Send a code for a new password; an unknown address gets the same response',
  params: clientParams,
  body: z.object({ email }),
  response: detail,
})

export const resetPassword = endpoint({
  name: 'auth.resetPassword',
  method: 'POST',
  path: '/accounts/clients/{clientId}/user/reset-password/',
  access: 'public',
  feature: null,
  hasSecrets: true,
  rateLimit: perHour(60),
  summary: 'Set a new password with the code and end all sessions',
  params: clientParams,
  body: z.object({ email, otp: oneTimeCode, password: newPassword }),
  response: detail,
  alsoFails: [503],
})

export const logout = endpoint({
  name: 'auth.logout',
  method: 'POST',
  path: '/accounts/clients/{clientId}/user/logout/',
  access: 'public',
  feature: null,
  hasSecrets: true,
  idempotency: 'natural',
  summary: "End this refresh token's session on the server; safe to repeat",
  params: clientParams,
  body: z.object({ refresh_token: z.string().check(z.minLength(1), z.maxLength(512)) }),
  response: empty,
  status: 204,
})

export const session = z.object({
  id: z.string(),
  device: z.string(),
  /** Truncated network address, for example 203.0.113.0. */
  network: z.string(),
  /** The zone that the device's clock is set to, such as Asia/Kolkata; null until it said so. */
  time_zone: z.nullable(z.string()),
  created_at: timestamp,
  last_seen_at: timestamp,
  current: z.boolean(),
})
export type Session = z.infer<typeof session>

export const listSessions = endpoint({
  name: 'auth.sessions',
  method: 'GET',
  path: '/accounts/clients/{clientId}/user/sessions/',
  access: 'member',
  feature: null,
  hasSecrets: true,
  summary: "List the caller's active sessions, newest first",
  params: clientParams,
  response: z.object({ results: z.array(session) }),
})

export const endSession = endpoint({
  name: 'auth.endSession',
  method: 'DELETE',
  path: '/accounts/clients/{clientId}/user/sessions/{sessionId}/',
  access: 'member',
  feature: null,
  hasSecrets: true,
  stepUp: true,
  summary: "End one of the caller's sessions",
  params: z.object({ clientId: idParam, sessionId: z.uuid() }),
  response: empty,
  status: 204,
})

export const endOtherSessions = endpoint({
  name: 'auth.endOtherSessions',
  method: 'DELETE',
  path: '/accounts/clients/{clientId}/user/sessions/',
  access: 'member',
  feature: null,
  hasSecrets: true,
  stepUp: true,
  summary: "End all the caller's sessions except this one",
  params: clientParams,
  response: empty,
  status: 204,
})

export const me = endpoint({
  name: 'auth.me',
  method: 'GET',
  path: '/accounts/clients/{clientId}/user/me/',
  access: 'member',
  feature: null,
  hasSecrets: true,
  summary: 'Get the signed-in user from the database',
  params: clientParams,
  response: sessionUser,
})

export const changePassword = endpoint({
  name: 'auth.changePassword',
  method: 'POST',
  path: '/accounts/clients/{clientId}/user/change-password/',
  access: 'member',
  feature: null,
  hasSecrets: true,
  stepUp: true,
  summary: 'Change the password using the current one and end all other sessions',
  params: clientParams,
  body: z.object({ current_password: currentPassword, password: newPassword }),
  response: detail,
  alsoFails: [503],
})

export { CODE_DIGITS }
