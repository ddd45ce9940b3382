/**
 * What waits on a device is sealed when its owner leaves and opened when they are back. Each piece is on the disk sealed
 * before its plain copy goes, and plain again before its seal goes: whenever the browser dies, there is a copy, and the next
 * start finishes what was begun. Nothing here knows a browser; vault and places come as arguments.
 */
import { seal, unseal, type PersonsKeys, type Sealed } from './cipher.ts'

export interface SealedPiece extends Sealed {
  /** Given by the vault. */
  id?: number
  /** The opaque name of whom it belongs to. */
  owner: string
  place: string
  /** When it was sealed, in ms. */
  at: number
  /** It did not open for its owner, who has been told. */
  damaged?: boolean
}
export type KeptPiece = SealedPiece & { id: number }

export interface Vault {
  /** Keys of everybody who is or was signed in here and whose sealing is not finished. */
  keys: () => Promise<readonly PersonsKeys[]>
  /** On the disk when the promise is done; rejects otherwise. */
  add: (piece: SealedPiece) => Promise<unknown>
  /** Whether there is anything of anybody. */
  any: () => Promise<boolean>
  /** In the order in which they were sealed. */
  of: (owner: string) => Promise<readonly KeptPiece[]>
  change: (piece: KeptPiece) => Promise<unknown>
  remove: (id: number) => Promise<unknown>
  dropKeys: (person: string) => Promise<unknown>
}

export interface Plain {
  key: string
  value: unknown
}

/** Somewhere where something of a person may wait. */
export interface Place {
  name: string
  of: (person: string) => Promise<readonly Plain[]>
  /** Only while it is still what was read: what came in between is sealed by the next round. */
  remove: (plain: Plain) => Promise<unknown>
  /** What is there already is younger and stays. False when it has to wait for that. */
  putBack: (person: string, plain: Plain) => Promise<boolean>
}

interface Parts {
  vault: Vault
  places: readonly Place[]
}

/** Another tab may still write while it leaves. */
const ROUNDS = 3

const sealPlace = async ({ vault }: Parts, place: Place, mine: PersonsKeys, now: number) => {
  const found = await place.of(mine.person)
  for (const plain of found) {
    const sealed = await seal(mine, place.name, plain)
    await vault.add({ ...sealed, owner: mine.owner, place: place.name, at: now })
    await place.remove(plain)
  }
  return found.length
}

/** True when nothing of this person stands open any more. */
export const sealAllOf = async (parts: Parts, mine: PersonsKeys, now: number): Promise<boolean> => {
  for (let round = 0; round < ROUNDS; round += 1) {
    let found = 0
    for (const place of parts.places) found += await sealPlace(parts, place, mine, now)
    if (found === 0) return true
  }
  return false
}

/** Seals what is left of everybody but who is here now; those who are done lose their keys on this device. */
export const sealEverybodyBut = async (
  parts: Parts,
  here: string | null,
  now: number,
  { drop }: { drop: boolean },
): Promise<void> => {
  for (const mine of await parts.vault.keys()) {
    if (mine.person === here) continue
    const done = await sealAllOf(parts, mine, now).catch(() => false)
    if (done && drop) await parts.vault.dropKeys(mine.person)
  }
}

export interface Opened {
  opened: number
  /** Pieces that turned out now not to open: they stay until their owner gives them up. */
  damaged: number
}

/** Puts everything of this person back where it was; stops as soon as they are no longer the one who is here. */
export const openAllOf = async (
  { vault, places }: Parts,
  mine: PersonsKeys,
  here: () => string | null,
): Promise<Opened> => {
  const result: Opened = { opened: 0, damaged: 0 }
  for (const piece of await vault.of(mine.owner)) {
    const place = places.find(({ name }) => name === piece.place)
    if (piece.damaged || !place) continue
    let plain: Plain
    try {
      plain = (await unseal(mine, piece.place, piece)) as Plain
    } catch {
      await vault.change({ ...piece, damaged: true })
      result.damaged += 1
      continue
    }
    if (here() !== mine.person) return result
    if (await place.putBack(mine.person, plain)) {
      await vault.remove(piece.id)
      result.opened += 1
    }
  }
  return result
}
