/** AES-256-GCM under keys that no script can read back; each ciphertext has a nonce of its own and is bound to its place. */
import type { Ciphertext, DeviceKeys } from '../schema.ts'

const NONCE_BYTES = 12

/** A page without a secure origin has no cryptography. */
export const canEncrypt = (): boolean => typeof crypto === 'object' && typeof crypto.subtle === 'object'

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> => {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

/** Not extractable: scripts of this origin can use the stored key, never read it. */
export const importKey = (base64url: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytesOf(base64url), 'AES-GCM', false, ['encrypt', 'decrypt'])

/** Encrypted for one person, place and version, it can be decrypted for no other. */
const contextOf = (person: string, place: string, version: number) =>
  new TextEncoder().encode(`${person} ${place} ${version}`)

export const encrypt = async (keys: DeviceKeys, place: string, value: unknown): Promise<Ciphertext> => {
  const [newest] = keys.keys
  if (!newest) throw new Error('no key to encrypt with')
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const data = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce, additionalData: contextOf(keys.person, place, newest.version) },
    newest.key,
    new TextEncoder().encode(JSON.stringify(value)),
  )
  return { version: newest.version, nonce, data }
}

/** Throws for another person's, another place's, and for anything that was changed. */
export const decrypt = async (keys: DeviceKeys, place: string, piece: Ciphertext): Promise<unknown> => {
  const found = keys.keys.find(({ version }) => version === piece.version)
  if (!found) throw new Error(`no key of version ${piece.version}`)
  const plain = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: piece.nonce, additionalData: contextOf(keys.person, place, piece.version) },
    found.key,
    piece.data,
  )
  return JSON.parse(new TextDecoder().decode(plain)) as unknown
}
