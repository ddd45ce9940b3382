/**
 * Keys for the encrypted outbox on a user's devices. They are derived, so there is nothing to store or to
 * lose.
 */
import { hkdfSync } from 'node:crypto'
import type { deviceKey } from '#contract/auth/device-key.ts'
import type { ResponseOf } from '#contract/endpoint.ts'

/** Newest first: the first one encrypts. To rotate, add one in front; the others still decrypt. */
const DEVICE_KEY_VERSIONS: readonly number[] = [1]

const OWNER_BYTES = 16
const KEY_BYTES = 32

const derive = (secret: Buffer, info: string, bytes: number): string =>
  Buffer.from(hkdfSync('sha256', secret, '', info, bytes)).toString('base64url')

/** Always the same for one user; keys of other users and clients are unrelated. */
export const createDeviceKeys =
  (secret: Buffer, versions: readonly number[] = DEVICE_KEY_VERSIONS) =>
  (clientId: number, userId: number): ResponseOf<typeof deviceKey> => ({
    owner: derive(secret, `owner:${clientId}:${userId}`, OWNER_BYTES),
    keys: versions.map((version) => ({
      version,
      key: derive(secret, `key:${version}:${clientId}:${userId}`, KEY_BYTES),
    })),
  })
