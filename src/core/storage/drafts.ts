/**
 * What somebody is still writing. It outlives reloads, crashes and, sealed (core/seal), the same person's sign-out, but
 * nobody else ever finds it: what could not be sealed is forgotten by the next person's sign-in.
 */
import { idbGet, idbPut } from './idb.ts'
import { keys } from './keys.ts'
import type { SafeStorage } from './safe-storage.ts'

export interface KeptDrafts {
  owner: number
  entries: Record<string, string>
  /** When it was written, in ms: the younger of two copies counts. */
  at: number
}

/** The oldest go when there are more: drafts are not an archive. */
const DRAFTS_MAX = 20
/** Storage of a browser holds about 5 million characters; the rest of the product needs its part of it. */
const DRAFT_MAX_CHARS = 1_500_000

const read = (storage: Pick<SafeStorage, 'get'>): KeptDrafts | null => {
  try {
    const kept = JSON.parse(storage.get(keys.drafts) ?? 'null') as Partial<KeptDrafts> | null
    if (typeof kept?.owner !== 'number' || typeof kept.entries !== 'object') return null
    return { at: 0, ...kept } as KeptDrafts
  } catch {
    return null
  }
}

/** Drafts of one person; those of anybody else count as none and go with the first write. */
export const draftsOf = (storage: SafeStorage, owner: number) => {
  const entries = (): Record<string, string> => {
    const kept = read(storage)
    return kept?.owner === owner ? kept.entries : {}
  }
  const save = (next: Record<string, string>) => {
    const list = Object.entries(next).slice(-DRAFTS_MAX)
    const kept: KeptDrafts = { owner, entries: Object.fromEntries(list), at: Date.now() }
    if (list.length === 0) storage.remove(keys.drafts)
    else storage.set(keys.drafts, JSON.stringify(kept))
    // The browser writes local storage to the disk seconds, under load minutes later; this is there at once.
    void idbPut(keys.drafts, kept)
  }
  return {
    get: (name: string): string | null => entries()[name] ?? null,
    all: (): Readonly<Record<string, string>> => entries(),
    /** When the last of them was written, in ms; null without any. */
    writtenAt: (): number | null => read(storage)?.at || null,
    set: (name: string, text: string) => {
      if (text.length > DRAFT_MAX_CHARS) return
      const { [name]: _, ...others } = entries()
      save({ ...others, [name]: text })
    },
    remove: (name: string) => {
      const { [name]: gone, ...others } = entries()
      if (gone !== undefined) save(others)
    },
  }
}

/** After a crash the copy on the disk is younger than local storage: it takes its place, for its owner only. */
export const recoverDrafts = async (storage: SafeStorage, owner: number): Promise<void> => {
  const copy = await idbGet<KeptDrafts>(keys.drafts)
  if (copy?.owner !== owner) return
  const kept = read(storage)
  if (kept?.owner === owner && kept.at >= copy.at) return
  if (Object.keys(copy.entries).length === 0) storage.remove(keys.drafts)
  else storage.set(keys.drafts, JSON.stringify(copy))
}
