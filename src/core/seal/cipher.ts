/** AES-256-GCM under keys that no script can read back; each seal has a nonce of its own and is bound to its place. */

const NONCE_BYTES = 12

export interface VersionedKey {
  version: number
  key: CryptoKey
}

/** Whose keys these are. */
export interface PersonsKeys {
  /** `client:person`; on the device only while that person is signed in. */
  person: string
  /** The name that stands beside what is sealed; it says nothing to anybody else. */
  owner: string
  /** The one to seal with first. */
  keys: readonly VersionedKey[]
  /** When they came, in ms. */
  at: number
}

export interface Sealed {
  version: number
  nonce: Uint8Array<ArrayBuffer>
  data: ArrayBuffer
}

/** A page without a secure origin has no cryptography. */
export const canSeal = (): boolean => typeof crypto === 'object' && typeof crypto.subtle === 'object'

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> => {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

/** Not extractable: what is stored of it can be used by this origin, never read. */
export const importKey = (base64url: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytesOf(base64url), 'AES-GCM', false, ['encrypt', 'decrypt'])

/** Sealed for one person, place and version, it opens nowhere else. */
const about = (person: string, place: string, version: number) =>
  new TextEncoder().encode(`${person} ${place} ${version}`)

export const seal = async (mine: PersonsKeys, place: string, value: unknown): Promise<Sealed> => {
  const [newest] = mine.keys
  if (!newest) throw new Error('no key to seal with')
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const data = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce, additionalData: about(mine.person, place, newest.version) },
    newest.key,
    new TextEncoder().encode(JSON.stringify(value)),
  )
  return { version: newest.version, nonce, data }
}

/** Throws for another person's, another place's, and for anything that was changed. */
export const unseal = async (mine: PersonsKeys, place: string, sealed: Sealed): Promise<unknown> => {
  const found = mine.keys.find(({ version }) => version === sealed.version)
  if (!found) throw new Error(`no key of version ${sealed.version}`)
  const plain = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: sealed.nonce, additionalData: about(mine.person, place, sealed.version) },
    found.key,
    sealed.data,
  )
  return JSON.parse(new TextDecoder().decode(plain)) as unknown
}
