/** The device's database as data: its rows and stores (`db.ts` opens it). */
import type { DBSchema, IDBPDatabase } from 'idb'

/** One unsent entry of an owner (`owner.ts`). */
export interface OutboxRow {
  owner: string
  /** The registered queue that it belongs to. */
  queue: string
  /** Unique within the queue of one owner. */
  id: string
  value: unknown
}

/** A key that no script can read back. */
interface VersionedKey {
  version: number
  key: CryptoKey
}

/** Keys of a person who is signed in here, or whose sign-out is not finished. */
export interface DeviceKeys {
  /** `client:person`. */
  person: string
  /** The owner name of encrypted pieces; it identifies the person to nobody else. */
  owner: string
  /** The newest first: it encrypts. */
  keys: readonly VersionedKey[]
  /** When they came, in ms. */
  at: number
}

export interface Ciphertext {
  version: number
  nonce: Uint8Array<ArrayBuffer>
  data: ArrayBuffer
}

export interface EncryptedPiece extends Ciphertext {
  /** Given by the database. */
  id?: number
  /** The opaque name of the owner. */
  owner: string
  /** The queue that it came from; the ciphertext is bound to it. */
  place: string
  /** When it was encrypted, in ms. */
  at: number
  /** It could not be decrypted; its owner has been notified. */
  damaged?: boolean
}
export type StoredPiece = EncryptedPiece & { id: number }

export interface CachedResponse {
  /** `owner` and the address. */
  key: string
  owner: string
  /** When it came, in ms. */
  at: number
  /** The saved course that it belongs to; 0 for a page that was only visited. */
  course: number
  /** The client's feature whose answer it is; null for none. Older versions did not say. */
  feature?: string | null
  answer: unknown
}

/** A new store adds its line here, and a step to `VERSIONS` in `db.ts`. */
export interface DeviceSchema extends DBSchema {
  /** Encrypted when its owner signs out. */
  outbox: { key: [owner: string, queue: string, id: string]; value: OutboxRow }
  /** These three stay at sign-out; a person’s keys are deleted once their outbox is encrypted. */
  encrypted: { key: number; value: EncryptedPiece; indexes: { owner: string } }
  keys: { key: string; value: DeviceKeys }
  device: { key: string; value: unknown }
  /** These three are emptied at sign-out. */
  personal: { key: string; value: unknown }
  responses: { key: string; value: CachedResponse; indexes: { course: [owner: string, course: number] } }
  courses: { key: string; value: unknown }
}

export type DeviceDb = IDBPDatabase<DeviceSchema>

/** When rows of former builds were moved here for the first time (store `device`). */
export const MOVED = 'moved_at'
