import { randomBytes } from 'node:crypto'
import type { Cookie } from '#server/core/http/pipeline.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import { KNOWN_DEVICE_TTL_MS } from './failed-attempts.repository.ts'
import { sha256 } from '../crypto.ts'

/**
 * A random token in an httpOnly cookie that identifies a known browser. It grants no access: it only spares its owner
 * the delays that other people's failures cause (trust 8.5). Several users of one browser share the token.
 */
export interface DeviceToken {
  readonly hash: Buffer
  readonly cookie: Cookie
}

const TOKEN_PATTERN = /^[\w-]{43}$/

const cookieName = (clientId: number) => `known_device_${clientId}`

const deviceTokenFrom = (clientId: number, value: string): DeviceToken => ({
  hash: sha256(value),
  cookie: {
    name: cookieName(clientId),
    value,
    path: '/accounts/',
    maxAgeSeconds: KNOWN_DEVICE_TTL_MS / 1000,
    httpOnly: true,
  },
})

export const readDeviceToken = (scope: PublicScope): DeviceToken | null => {
  const { clientId } = scope.tenant
  const value = scope.request.cookies[cookieName(clientId)]
  return value !== undefined && TOKEN_PATTERN.test(value) ? deviceTokenFrom(clientId, value) : null
}

export const newDeviceToken = (scope: PublicScope): DeviceToken =>
  deviceTokenFrom(scope.tenant.clientId, randomBytes(32).toString('base64url'))
