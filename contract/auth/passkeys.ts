/** Passkeys: to sign in without a password, as a second step and as a proof of identity (trust 8.5). */
import * as z from 'zod/mini'
import { clientParams, empty, idParam, nothing, singleLine } from '../common.ts'
import { endpoint, perHour, perMinute } from '../endpoint.ts'
import { signedIn } from './auth.ts'
import { passkey } from './two-step.ts'
import { newPasskey, passkeyAssertion, passkeyName, webauthnOptions } from './webauthn.ts'

const USER = '/accounts/clients/{clientId}/user/'
const PASSKEY = `${USER}passkeys/{passkeyId}/`
const passkeyParams = z.object({
  clientId: idParam,
  passkeyId: z.string().check(z.minLength(1), z.maxLength(1400), z.regex(/^[\w-]+$/)),
})

export const passkeyLoginOptions = endpoint({
  name: 'auth.passkeyLoginOptions',
  method: 'POST',
  path: `${USER}login/passkey/options/`,
  access: 'public',
  feature: null,
  hasSecrets: true,
  rateLimit: perMinute(30),
  summary: 'Get a challenge for a passkey: of anybody, or of the person of a ticket',
  params: clientParams,
  body: z.object({ ticket: z.optional(z.string().check(z.minLength(1), z.maxLength(128))) }),
  response: webauthnOptions,
  alsoFails: [409],
})

export const passkeyLogin = endpoint({
  name: 'auth.passkeyLogin',
  method: 'POST',
  path: `${USER}login/passkey/`,
  access: 'public',
  feature: null,
  hasSecrets: true,
  rateLimit: perMinute(10),
  idempotency: 'natural',
  summary: 'Sign in with a passkey alone; the device must have verified the person',
  params: clientParams,
  body: z.object({ passkey: passkeyAssertion, device_name: z.optional(singleLine(0, 120)) }),
  response: signedIn,
})

export const passkeySetUpOptions = endpoint({
  name: 'auth.passkeySetUpOptions',
  method: 'POST',
  path: `${USER}login/second-step/set-up/passkey/`,
  access: 'public',
  feature: null,
  hasSecrets: true,
  rateLimit: perMinute(10),
  summary: 'Get a challenge for a first passkey during a sign-in that requires a second step',
  params: clientParams,
  body: z.object({ ticket: z.string().check(z.minLength(1), z.maxLength(128)) }),
  response: webauthnOptions,
  alsoFails: [409],
})

export const newPasskeyOptions = endpoint({
  name: 'auth.newPasskeyOptions',
  method: 'POST',
  path: `${USER}passkeys/options/`,
  access: 'member',
  feature: null,
  hasSecrets: true,
  stepUp: true,
  rateLimit: perHour(30),
  summary: 'Get a challenge for a new passkey',
  params: clientParams,
  response: webauthnOptions,
  alsoFails: [409],
})

export const addPasskey = endpoint({
  name: 'auth.addPasskey',
  method: 'POST',
  path: `${USER}passkeys/`,
  access: 'member',
  feature: null,
  hasSecrets: true,
  stepUp: true,
  rateLimit: perHour(30),
  idempotency: 'natural',
  summary: 'Add a passkey; the first second step of a person brings recovery codes',
  params: clientParams,
  body: newPasskey,
  response: z.object({ passkey, recovery_codes: z.array(z.string()) }),
  status: 201,
  alsoFails: [409],
})

export const renamePasskey = endpoint({
  name: 'auth.renamePasskey',
  method: 'PATCH',
  path: PASSKEY,
  access: 'member',
  feature: null,
  hasSecrets: true,
  idempotency: 'natural',
  summary: 'Rename a passkey',
  params: passkeyParams,
  body: z.object({ name: passkeyName }),
  response: nothing,
})

export const removePasskey = endpoint({
  name: 'auth.removePasskey',
  method: 'DELETE',
  path: PASSKEY,
  access: 'member',
  feature: null,
  hasSecrets: true,
  stepUp: true,
  summary: 'Remove a passkey; 409 when a second step is required and no other is left',
  params: passkeyParams,
  response: empty,
  status: 204,
  alsoFails: [409],
})

export const stepUpOptions = endpoint({
  name: 'auth.stepUpOptions',
  method: 'POST',
  path: `${USER}step-up/passkey/`,
  access: 'member',
  feature: null,
  hasSecrets: true,
  rateLimit: perMinute(30),
  summary: 'Get a challenge for a proof of identity with a passkey',
  params: clientParams,
  response: webauthnOptions,
  alsoFails: [409],
})
