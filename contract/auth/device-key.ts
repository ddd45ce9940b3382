/** The key under which a device keeps what waits for a person while they are signed out (spec §8, TRUST D11). */
import * as z from 'zod/mini'
import { clientParams } from '../common.ts'
import { endpoint } from '../endpoint.ts'

export const deviceKey = endpoint({
  name: 'auth.deviceKey',
  method: 'GET',
  path: '/accounts/clients/{clientId}/user/device-key/',
  access: 'member',
  summary: 'The own keys for what waits sealed on a device, the one to seal with first',
  params: clientParams,
  response: z.object({
    /** Stands beside what is sealed; says nothing to anybody else. */
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
