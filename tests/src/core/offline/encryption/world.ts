/** A device with stores in memory, and a browser that may die before any write. */
import { webcrypto } from 'node:crypto'
import { importKey } from '#src/core/offline/encryption/cipher.ts'
import type { EncryptedStore, PlainItem, PlainStore } from '#src/core/offline/encryption/encrypt-outbox.ts'
import type { DeviceKeys, EncryptedPiece, StoredPiece } from '#src/core/offline/schema.ts'

export class Killed extends Error {}

/** Counts writes; the one that was named never happens, and nothing after it. */
export const aLife = (diesAt = Number.POSITIVE_INFINITY) => {
  let writes = 0
  return {
    write: <T>(action: () => T): T => {
      writes += 1
      if (writes >= diesAt) throw new Killed(`killed at write ${writes}`)
      return action()
    },
    writes: () => writes,
  }
}
export type Life = ReturnType<typeof aLife>

const copy = <T>(value: T): T => structuredClone(value)
const PLACES = ['forum', 'drafts', 'attempts']

/** What lies on the disk, over any number of lives. */
export const aDevice = () => {
  const rows = new Map<string, Map<string, unknown>>()
  const keys = new Map<string, DeviceKeys>()
  const pieces = new Map<number, StoredPiece>()
  let lastId = 0
  const of = (place: string) => {
    const found = rows.get(place) ?? new Map<string, unknown>()
    rows.set(place, found)
    return found
  }
  const storeIn = (life: Life, name: string): PlainStore => ({
    holds: (place) => place === name,
    of: async (person) =>
      [...of(name)].flatMap(([key, value]): PlainItem[] =>
        key.startsWith(person) ? [{ place: name, key, value: copy(value) }] : [],
      ),
    remove: async (_person, { key, value }) =>
      life.write(() => {
        if (JSON.stringify(of(name).get(key)) === JSON.stringify(value)) of(name).delete(key)
      }),
    putBack: async (_person, _place, { key, value }) =>
      life.write(() => {
        const present = of(name).get(key)
        if (present === undefined) of(name).set(key, copy(value))
        return (
          name !== 'attempts' || present === undefined || JSON.stringify(present) === JSON.stringify(value)
        )
      }),
  })
  const encryptedIn = (life: Life): EncryptedStore => ({
    keys: async () => [...keys.values()],
    add: async (piece: EncryptedPiece) =>
      life.write(() => {
        lastId += 1
        pieces.set(lastId, { ...piece, id: lastId })
      }),
    any: async () => pieces.size > 0,
    of: async (owner) => [...pieces.values()].filter((piece) => piece.owner === owner),
    change: async (piece) => life.write(() => void pieces.set(piece.id, piece)),
    remove: async (id) => life.write(() => void pieces.delete(id)),
    dropKeys: async (person) => life.write(() => void keys.delete(person)),
  })
  return {
    keep: (place: string, key: string, value: unknown) => of(place).set(key, value),
    rows: of,
    pieces,
    keys,
    stores: (life: Life = aLife()) => ({
      encrypted: encryptedIn(life),
      plain: PLACES.map((name) => storeIn(life, name)),
    }),
    /** All that somebody with the device in hand finds, as one text; keys cannot be read from it. */
    everything: () =>
      JSON.stringify([
        [...rows].map(([place, found]) => [place, [...found]]),
        [...pieces.values()].map((piece) => ({
          ...piece,
          nonce: Buffer.from(piece.nonce).toString('latin1'),
          data: Buffer.from(piece.data).toString('latin1'),
        })),
        [...keys.keys()],
      ]),
  }
}

const secrets = new Map<string, string>()
/** The same key for the same person and version, as the server gives it. */
export const keysFor = async (person: string, versions: readonly number[] = [1]): Promise<DeviceKeys> => {
  const bytes = (version: number) => {
    const name = `${person}/${version}`
    const secret =
      secrets.get(name) ?? Buffer.from(webcrypto.getRandomValues(new Uint8Array(32))).toString('base64url')
    secrets.set(name, secret)
    return secret
  }
  return {
    person,
    owner: `opaque-${bytes(0).slice(0, 8)}`,
    keys: await Promise.all(
      versions.map(async (version) => ({ version, key: await importKey(bytes(version)) })),
    ),
    at: 0,
  }
}
