/** A new proof of the person's identity within a session: endpoints with `stepUp` require one (trust 8.2). */
import * as z from 'zod/mini'
import { clientParams, timestamp } from '../common.ts'
import { endpoint, perMinute } from '../endpoint.ts'
import { oneTimeCode } from './auth.ts'
import { passkeyAssertion } from './webauthn.ts'

const PATH = '/accounts/clients/{clientId}/user/step-up/'

export const stepUpMethod = z.enum(['password', 'totp', 'passkey'])
export type StepUpMethod = z.infer<typeof stepUpMethod>

export const stepUpMethods = endpoint({
  name: 'auth.stepUpMethods',
  method: 'GET',
  path: PATH,
  access: 'member',
  feature: null,
  hasSecrets: true,
  summary: 'List how the caller can prove their identity; a person with a second step uses that',
  params: clientParams,
  response: z.object({ methods: z.array(stepUpMethod) }),
})

export const stepUp = endpoint({
  name: 'auth.stepUp',
  method: 'POST',
  path: PATH,
  access: 'member',
  feature: null,
  hasSecrets: true,
  rateLimit: perMinute(10),
  summary: 'Prove the identity again; protected calls of this session work for five minutes',
  params: clientParams,
  /** Exactly one. */
  body: z.object({
    password: z.optional(z.string().check(z.minLength(1), z.maxLength(1024))),
    code: z.optional(oneTimeCode),
    passkey: z.optional(passkeyAssertion),
  }),
  response: z.object({ until: timestamp }),
  alsoFails: [503],
})
