/**
 * Encrypts secrets at rest: AES-256-GCM under a key that is derived from the master key for one purpose. Each ciphertext
 * names its master key, so that the former key can decrypt what a rotation has not encrypted again yet.
 */
import { hkdfSync } from 'node:crypto'
import { decrypt, encrypt } from './encrypt.ts'
import { findKeyring, keyId, type Keyring, type KeySettings } from './keyring.ts'

const FORMAT = 1
const ID_BYTES = 8
const PREFIX_BYTES = 1 + ID_BYTES
const KEY_BYTES = 32

export interface Vault {
  /** `context` names where the ciphertext is stored, for example a table and its key. */
  readonly encrypt: (purpose: string, plaintext: Buffer, context: string) => Buffer
  /** Throws if no known key fits, or if purpose, context or bytes are different. */
  readonly decrypt: (purpose: string, encrypted: Buffer, context: string) => Buffer
  /** Whether this was encrypted under the current master key. */
  readonly isCurrent: (encrypted: Buffer) => boolean
}

const derive = (key: Buffer, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, 'learning-platform', info, KEY_BYTES))

/** Derives a key for each purpose from the installation's secret. */
export const secretsFrom = (root: Buffer): ((purpose: string) => Buffer) => {
  const derived = new Map<string, Buffer>()
  return (purpose) => {
    const cached = derived.get(purpose)
    if (cached) return cached
    const key = derive(root, purpose)
    derived.set(purpose, key)
    return key
  }
}

const prefixOf = (key: Buffer) => Buffer.concat([Buffer.from([FORMAT]), keyId(key)])

/**
 * The keys are read again at each use, which is rare: a running server takes part in a rotation without a restart.
 * `formerSecret` decrypts what earlier releases stored, without a prefix.
 */
export const createVault = (
  settings: KeySettings,
  formerSecret: (purpose: string) => Buffer | null = () => null,
): Vault => {
  const keyring = (): Keyring => {
    const found = findKeyring(settings)
    if (!found) throw new Error('there is no master key')
    return found
  }
  const keyFor = (encrypted: Buffer): Buffer | undefined => {
    const { current, former } = keyring()
    return [current, ...former].find((key) => prefixOf(key).equals(encrypted.subarray(0, PREFIX_BYTES)))
  }
  return {
    encrypt: (purpose, plaintext, context) => {
      const { current } = keyring()
      return Buffer.concat([
        prefixOf(current),
        encrypt(derive(current, `vault:${purpose}`), plaintext, context),
      ])
    },
    decrypt: (purpose, encrypted, context) => {
      // Tried twice, because a rotation may move the key files while they are read.
      const key = keyFor(encrypted) ?? keyFor(encrypted)
      if (key) return decrypt(derive(key, `vault:${purpose}`), encrypted.subarray(PREFIX_BYTES), context)
      const secret = formerSecret(purpose)
      if (!secret) throw new Error('encrypted under an unknown master key')
      return decrypt(secret, encrypted, context)
    },
    isCurrent: (encrypted) => prefixOf(keyring().current).equals(encrypted.subarray(0, PREFIX_BYTES)),
  }
}
