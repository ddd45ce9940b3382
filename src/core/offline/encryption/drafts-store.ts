/** Drafts stand in local storage with a copy in the database: the younger of the two is encrypted. */
import { keys } from '#src/core/storage/keys.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { deleteValue, readValue, writeValue } from '../db.ts'
import { readDrafts, type StoredDrafts } from '../drafts.ts'
import { userIdOf } from '../owner.ts'
import { canEncrypt } from './cipher.ts'
import type { EncryptedStore, PlainItem, PlainStore } from './encrypt-outbox.ts'

export const DRAFTS = 'drafts'

const inStorage = () => readDrafts(safeLocal)
const inDatabase = () => readValue<StoredDrafts>('device', keys.drafts)

/** Whether the copy is not younger than the encrypted drafts. */
const isCovered = (copy: StoredDrafts | null, encrypted: StoredDrafts) =>
  copy?.owner === encrypted.owner && copy.at <= encrypted.at

const remove = async (encrypted: StoredDrafts) => {
  if (isCovered(inStorage(), encrypted)) safeLocal.remove(keys.drafts)
  if (isCovered(await inDatabase(), encrypted)) await deleteValue('device', keys.drafts)
}

export const draftsStore: PlainStore = {
  holds: (place) => place === DRAFTS,
  of: async (person): Promise<readonly PlainItem[]> => {
    const own = [inStorage(), await inDatabase()].filter((copy) => copy?.owner === userIdOf(person))
    const [youngest] = own.toSorted((a, b) => (b?.at ?? 0) - (a?.at ?? 0))
    if (!youngest) return []
    if (Object.keys(youngest.entries).length > 0)
      return [{ place: DRAFTS, key: keys.drafts, value: youngest }]
    await remove(youngest)
    return []
  },
  remove: (_person, { value }) => remove(value as StoredDrafts),
  putBack: async (person, _place, content) => {
    const encrypted = content.value as StoredDrafts
    const stored = inStorage()
    const present = stored?.owner === userIdOf(person) ? stored : null
    // The oldest stand first: they go when there are too many.
    const drafts: StoredDrafts = {
      owner: userIdOf(person),
      entries: { ...encrypted.entries, ...present?.entries },
      at: Math.max(encrypted.at, present?.at ?? 0),
    }
    safeLocal.set(keys.drafts, JSON.stringify(drafts))
    await writeValue('device', keys.drafts, drafts)
    return true
  },
}

/**
 * The browser writes local storage seconds later, so a crash may bring back drafts that were encrypted already, while the
 * key to encrypt them again is gone: drafts that the database no longer has are removed. Where nothing could be
 * encrypted, both copies are there.
 */
export const removeRevivedDrafts = async (
  encrypted: Pick<EncryptedStore, 'any' | 'keys'>,
  current: string | null,
): Promise<void> => {
  const copy = inStorage()
  if (!copy || !canEncrypt() || (current !== null && userIdOf(current) === copy.owner)) return
  const hasKeys = (await encrypted.keys()).some(({ person }) => userIdOf(person) === copy.owner)
  if (hasKeys || !(await encrypted.any()) || (await inDatabase())?.owner === copy.owner) return
  safeLocal.remove(keys.drafts)
}
