/** Messages of WebAuthn as `@simplewebauthn/browser` sends them; sizes are limited, the server verifies the rest. */
import * as z from 'zod/mini'
import { singleLine } from '../common.ts'

const base64url = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[\w-]+$/))
const CREDENTIAL_ID_MAX = 1400
const CLIENT_DATA_MAX = 4000

const credential = {
  id: base64url(CREDENTIAL_ID_MAX),
  rawId: base64url(CREDENTIAL_ID_MAX),
  type: z.literal('public-key'),
}

/** A new passkey. */
export const passkeyRegistration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(CLIENT_DATA_MAX),
    attestationObject: base64url(20_000),
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(8))),
  }),
})
export type PasskeyRegistration = z.infer<typeof passkeyRegistration>

/** The name is what its person recognises it by. */
export const passkeyName = singleLine(1, 80)
export const newPasskey = z.object({ passkey: passkeyRegistration, name: passkeyName })
export type NewPasskey = z.infer<typeof newPasskey>

/** A use of a passkey. */
export const passkeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(CLIENT_DATA_MAX),
    authenticatorData: base64url(CLIENT_DATA_MAX),
    signature: base64url(2000),
    userHandle: z.optional(base64url(200)),
  }),
})
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>

/** Options for the browser; their shape is the browser's business. */
export const webauthnOptions = z.object({ options: z.looseObject({ challenge: z.string() }) })
