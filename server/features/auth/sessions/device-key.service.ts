/** Keys of people for what waits on their devices: derived, so that there is nothing to keep and nothing to lose. */
import { hkdfSync } from 'node:crypto'
import type { deviceKey } from '#contract/auth/device-key.ts'
import type { ResponseOf } from '#contract/endpoint.ts'

/** The newest first: it seals. Add one in front to change keys; those behind it still open what they sealed. */
const DEVICE_KEY_VERSIONS: readonly number[] = [1]

const OWNER_BYTES = 16
const KEY_BYTES = 32

const derive = (secret: Buffer, about: string, bytes: number): string =>
  Buffer.from(hkdfSync('sha256', secret, '', about, bytes)).toString('base64url')

/** The same for the same person for ever; another client's or person's has nothing in common with it. */
export const createDeviceKeys =
  (secret: Buffer, versions: readonly number[] = DEVICE_KEY_VERSIONS) =>
  (clientId: number, userId: number): ResponseOf<typeof deviceKey> => ({
    owner: derive(secret, `owner:${clientId}:${userId}`, OWNER_BYTES),
    keys: versions.map((version) => ({
      version,
      key: derive(secret, `key:${version}:${clientId}:${userId}`, KEY_BYTES),
    })),
  })
