/**
 * The outbox is encrypted when its owner signs out and decrypted when they are back. Each row is on the disk encrypted
 * before its plain copy goes, and plain again before its piece goes: whenever the browser dies there is a copy, and the
 * next start finishes what was begun. Nothing here knows a browser; the stores are arguments.
 */
import type { DeviceKeys, EncryptedPiece, StoredPiece } from '../schema.ts'
import { decrypt, encrypt } from './cipher.ts'

export interface EncryptedStore {
  /** Keys of the people who are signed in here, and of those whose sign-out is not finished. */
  keys: () => Promise<readonly DeviceKeys[]>
  /** On the disk when the promise is fulfilled; rejects otherwise. */
  add: (piece: EncryptedPiece) => Promise<unknown>
  /** Whether there is a piece of anybody. */
  any: () => Promise<boolean>
  /** In the order in which they were encrypted. */
  of: (owner: string) => Promise<readonly StoredPiece[]>
  change: (piece: StoredPiece) => Promise<unknown>
  remove: (id: number) => Promise<unknown>
  dropKeys: (person: string) => Promise<unknown>
}

/** What is encrypted as one piece. */
export interface PlainItem {
  /** The queue, or what else it belongs to. */
  place: string
  key: string
  value: unknown
}

/** Somewhere where something of a person may wait. */
export interface PlainStore {
  /** Whether pieces of this place are put back here. */
  holds: (place: string) => boolean
  of: (person: string) => Promise<readonly PlainItem[]>
  /** Removes the item only while it is unchanged; a changed one is encrypted by the next round. */
  remove: (person: string, item: PlainItem) => Promise<unknown>
  /** False when the present row has to go first. */
  putBack: (person: string, place: string, content: PieceContent) => Promise<boolean>
}

/** What is inside a piece; without `layout` it is from a build that had other stores. */
export interface PieceContent {
  key: string
  value: unknown
  layout?: number
}
const LAYOUT = 2

interface Stores {
  encrypted: EncryptedStore
  plain: readonly PlainStore[]
}

/** Another tab may still write while it leaves. */
const ROUNDS = 3

const encryptStore = async (encrypted: EncryptedStore, store: PlainStore, keys: DeviceKeys, now: number) => {
  const items = await store.of(keys.person)
  for (const item of items) {
    const content: PieceContent = { key: item.key, value: item.value, layout: LAYOUT }
    const piece = await encrypt(keys, item.place, content)
    await encrypted.add({ ...piece, owner: keys.owner, place: item.place, at: now })
    await store.remove(keys.person, item)
  }
  return items.length
}

/** True when nothing of this person is readable any more. */
export const encryptAllOf = async (stores: Stores, keys: DeviceKeys, now: number): Promise<boolean> => {
  for (let round = 0; round < ROUNDS; round += 1) {
    let found = 0
    for (const store of stores.plain) found += await encryptStore(stores.encrypted, store, keys, now)
    if (found === 0) return true
  }
  return false
}

/** Encrypts the outboxes of everybody except the signed-in person, and drops the keys of finished ones. */
export const encryptAllExcept = async (
  stores: Stores,
  current: string | null,
  now: number,
  { dropKeys }: { dropKeys: boolean },
): Promise<void> => {
  for (const keys of await stores.encrypted.keys()) {
    if (keys.person === current) continue
    const isDone = await encryptAllOf(stores, keys, now).catch(() => false)
    if (isDone && dropKeys) await stores.encrypted.dropKeys(keys.person)
  }
}

export interface Decrypted {
  decrypted: number
  /** Pieces that turned out now not to be readable: they stay until their owner gives them up. */
  damaged: number
}

/** Decrypts and restores everything of this person; stops as soon as another person is signed in. */
export const decryptAllOf = async (
  { encrypted, plain }: Stores,
  keys: DeviceKeys,
  current: () => string | null,
): Promise<Decrypted> => {
  const result: Decrypted = { decrypted: 0, damaged: 0 }
  for (const piece of await encrypted.of(keys.owner)) {
    const store = plain.find(({ holds }) => holds(piece.place))
    if (piece.damaged || !store) continue
    let content: PieceContent
    try {
      content = (await decrypt(keys, piece.place, piece)) as PieceContent
    } catch {
      await encrypted.change({ ...piece, damaged: true })
      result.damaged += 1
      continue
    }
    if (current() !== keys.person) return result
    if (await store.putBack(keys.person, piece.place, content)) {
      await encrypted.remove(piece.id)
      result.decrypted += 1
    }
  }
  return result
}
