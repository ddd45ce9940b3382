/** Drafts stand in local storage with a copy on the disk: the younger of the two is what waits. */
import type { KeptDrafts } from '#src/core/storage/drafts.ts'
import { idbDelete, idbGet, idbPut } from '#src/core/storage/idb.ts'
import { keys } from '#src/core/storage/keys.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { canSeal } from './cipher.ts'
import type { Place, Plain, Vault } from './sealing.ts'

const userOf = (person: string) => Number(person.split(':')[1])

const inStorage = (): KeptDrafts | null => {
  try {
    const kept = JSON.parse(safeLocal.get(keys.drafts) ?? 'null') as Partial<KeptDrafts> | null
    if (typeof kept?.owner !== 'number' || typeof kept.entries !== 'object') return null
    return { at: 0, ...kept } as KeptDrafts
  } catch {
    return null
  }
}
const onDisk = () => idbGet<KeptDrafts>(keys.drafts)

/** Copies that are not younger than what was sealed. */
const isSealed = (copy: KeptDrafts | null, value: KeptDrafts) =>
  copy?.owner === value.owner && copy.at <= value.at

export const draftsPlace: Place = {
  name: 'drafts',
  of: async (person): Promise<readonly Plain[]> => {
    const own = [inStorage(), await onDisk()].filter((copy) => copy?.owner === userOf(person))
    const [youngest] = own.toSorted((a, b) => (b?.at ?? 0) - (a?.at ?? 0))
    if (!youngest) return []
    if (Object.keys(youngest.entries).length > 0) return [{ key: keys.drafts, value: youngest }]
    await draftsPlace.remove({ key: keys.drafts, value: youngest })
    return []
  },
  remove: async (plain) => {
    const value = plain.value as KeptDrafts
    if (isSealed(inStorage(), value)) safeLocal.remove(keys.drafts)
    if (isSealed(await onDisk(), value)) await idbDelete(keys.drafts)
  },
  putBack: async (person, plain) => {
    const value = plain.value as KeptDrafts
    const there = inStorage()
    const mine = there?.owner === userOf(person) ? there : null
    // The oldest stand first: they go when there are too many.
    const kept: KeptDrafts = {
      owner: userOf(person),
      entries: { ...value.entries, ...mine?.entries },
      at: Math.max(value.at, mine?.at ?? 0),
    }
    safeLocal.set(keys.drafts, JSON.stringify(kept))
    await idbPut(keys.drafts, kept)
    return true
  },
}

/**
 * The browser writes local storage seconds later, so a crash may bring back a copy that was sealed already, with nobody's key
 * left to seal it again: one that the disk no longer has goes. Where nothing could be sealed, both copies are there.
 */
export const dropSealedCopy = async (
  vault: Pick<Vault, 'any' | 'keys'>,
  here: string | null,
): Promise<void> => {
  const copy = inStorage()
  if (!copy || !canSeal() || (here !== null && userOf(here) === copy.owner)) return
  const unsealed = (await vault.keys()).some(({ person }) => userOf(person) === copy.owner)
  if (unsealed || !(await vault.any()) || (await onDisk())?.owner === copy.owner) return
  safeLocal.remove(keys.drafts)
}
