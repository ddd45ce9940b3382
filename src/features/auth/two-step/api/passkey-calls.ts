/** The browser's part of passkeys. Loaded only when somebody uses one. */
import {
  startAuthentication,
  startRegistration,
  WebAuthnError,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import {
  addPasskey,
  newPasskeyOptions,
  passkeyLogin,
  passkeyLoginOptions,
  passkeySetUpOptions,
  stepUpOptions,
} from '#contract/auth/passkeys.ts'
import { stepUp } from '#contract/auth/step-up.ts'
import { confirmSecondStep, confirmSetUpAtSignIn } from '#contract/auth/two-step.ts'
import type { PasskeyAssertion, PasskeyRegistration } from '#contract/auth/webauthn.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { publicCall } from '#src/core/api/public-call.ts'

type Options = { options: { challenge: string } }

const use = async ({ options }: Options): Promise<PasskeyAssertion> =>
  (await startAuthentication({
    optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
  })) as PasskeyAssertion

export const signInWithPasskey = async () => {
  const passkey = await use(await publicCall(passkeyLoginOptions, { body: {} }))
  return publicCall(passkeyLogin, { body: { passkey } })
}

export const finishWithPasskey = async (ticket: string) => {
  const passkey = await use(await publicCall(passkeyLoginOptions, { body: { ticket } }))
  return publicCall(confirmSecondStep, { body: { ticket, passkey } })
}

export const proveWithPasskey = async () => {
  const passkey = await use(await authedCall(stepUpOptions))
  return authedCall(stepUp, { body: { passkey } })
}

const make = async ({ options }: Options): Promise<PasskeyRegistration> =>
  (await startRegistration({
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  })) as PasskeyRegistration

export const registerPasskey = async (name: string) => {
  const passkey = await make(await authedCall(newPasskeyOptions))
  return authedCall(addPasskey, { body: { passkey, name } })
}

/** The first second step of a sign-in that requires one. */
export const setUpWithPasskey = async (ticket: string, name: string) => {
  const passkey = await make(await publicCall(passkeySetUpOptions, { body: { ticket } }))
  return publicCall(confirmSetUpAtSignIn, { body: { ticket, new_passkey: { passkey, name } } })
}

/** The device has this passkey already. */
export const isKnownHere = (error: unknown): boolean =>
  error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
