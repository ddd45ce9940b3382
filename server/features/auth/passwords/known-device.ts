import { randomBytes } from 'node:crypto'
import type { Cookie } from '#server/core/http/pipeline.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import { DEVICE_KEPT_MS } from './failed-attempts.repository.ts'
import { sha256 } from '../crypto.ts'

/**
 * A random mark in an httpOnly cookie by which a browser is known again. It opens nothing: it only keeps its owner
 * out of the penalties that strangers cause (TRUST §8.5). The same mark may be known for several people.
 */
export interface DeviceMark {
  readonly hash: Buffer
  readonly cookie: Cookie
}

const FORM = /^[\w-]{43}$/

const cookieName = (clientId: number) => `known_device_${clientId}`

const markFrom = (clientId: number, value: string): DeviceMark => ({
  hash: sha256(value),
  cookie: {
    name: cookieName(clientId),
    value,
    path: '/accounts/',
    maxAgeSeconds: DEVICE_KEPT_MS / 1000,
    httpOnly: true,
  },
})

export const readDeviceMark = (scope: PublicScope): DeviceMark | null => {
  const { clientId } = scope.tenant
  const value = scope.request.cookies[cookieName(clientId)]
  return value !== undefined && FORM.test(value) ? markFrom(clientId, value) : null
}

export const newDeviceMark = (scope: PublicScope): DeviceMark =>
  markFrom(scope.tenant.clientId, randomBytes(32).toString('base64url'))
