/** Keys that encrypt a person's outbox on a device while they are signed out (spec 8, D11). */
import * as z from 'zod/mini'
import { clientParams } from '../common.ts'
import { endpoint, perMinute } from '../endpoint.ts'

export const deviceKey = endpoint({
  name: 'auth.deviceKey',
  method: 'GET',
  path: '/accounts/clients/{clientId}/user/device-key/',
  access: 'member',
  feature: null,
  hasSecrets: true,
  // Read once per sign-in and device.
  rateLimit: perMinute(30),
  summary: "Get the caller's keys for the encrypted outbox; encrypt with the first",
  params: clientParams,
  response: z.object({
    /** Stored next to the encrypted data; meaningless to anybody else. */
    owner: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/)),
    keys: z
      .array(
        z.object({
          version: z.int().check(z.minimum(1)),
          /** 32 bytes, base64url. */
          key: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
        }),
      )
      .check(z.minLength(1)),
  }),
})
