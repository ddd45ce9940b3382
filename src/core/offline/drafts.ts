/**
 * What somebody is still writing. It outlives reloads, crashes and, encrypted, the same person's sign-out, but nobody
 * else ever finds it: what could not be encrypted is removed by the next person's sign-in.
 */
import { keys } from '#src/core/storage/keys.ts'
import type { SafeStorage } from '#src/core/storage/safe-storage.ts'
import { readValue, writeValue } from './db.ts'

export interface StoredDrafts {
  owner: number
  entries: Record<string, string>
  /** When it was written, in ms: the younger of two copies counts. */
  at: number
}

/** The oldest go when there are more: drafts are not an archive. */
const DRAFTS_MAX = 20
/** Storage of a browser holds about 5 million characters; the rest of the product needs its part of it. */
const DRAFT_MAX_CHARS = 1_500_000

/** Null for none, or for an entry that is damaged. */
export const readDrafts = (storage: Pick<SafeStorage, 'get'>): StoredDrafts | null => {
  try {
    const stored = JSON.parse(storage.get(keys.drafts) ?? 'null') as Partial<StoredDrafts> | null
    if (typeof stored?.owner !== 'number' || typeof stored.entries !== 'object') return null
    return { at: 0, ...stored } as StoredDrafts
  } catch {
    return null
  }
}

/** Drafts of one person; those of anybody else count as none and go with the first write. */
export const draftsOf = (storage: SafeStorage, owner: number) => {
  const entries = (): Record<string, string> => {
    const stored = readDrafts(storage)
    return stored?.owner === owner ? stored.entries : {}
  }
  const save = (next: Record<string, string>) => {
    const list = Object.entries(next).slice(-DRAFTS_MAX)
    const drafts: StoredDrafts = { owner, entries: Object.fromEntries(list), at: Date.now() }
    if (list.length === 0) storage.remove(keys.drafts)
    else storage.set(keys.drafts, JSON.stringify(drafts))
    // The browser writes local storage to the disk seconds, under load minutes later; this is there at once.
    void writeValue('device', keys.drafts, drafts)
  }
  return {
    get: (name: string): string | null => entries()[name] ?? null,
    all: (): Readonly<Record<string, string>> => entries(),
    /** When the last of them was written, in ms; null without any. */
    writtenAt: (): number | null => readDrafts(storage)?.at || null,
    set: (name: string, text: string) => {
      if (text.length > DRAFT_MAX_CHARS) return
      const { [name]: _, ...others } = entries()
      save({ ...others, [name]: text })
    },
    remove: (name: string) => {
      const { [name]: removed, ...others } = entries()
      if (removed !== undefined) save(others)
    },
  }
}

/** After a crash the copy in the database is younger than local storage: it takes its place, for its owner only. */
export const recoverDrafts = async (storage: SafeStorage, owner: number): Promise<void> => {
  const copy = await readValue<StoredDrafts>('device', keys.drafts)
  if (copy?.owner !== owner) return
  const stored = readDrafts(storage)
  if (stored?.owner === owner && stored.at >= copy.at) return
  if (Object.keys(copy.entries).length === 0) storage.remove(keys.drafts)
  else storage.set(keys.drafts, JSON.stringify(copy))
}
