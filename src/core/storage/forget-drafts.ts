import { idbDelete } from './idb.ts'
import { keys } from './keys.ts'
import type { SafeStorage } from './safe-storage.ts'

/** At sign-in: what somebody else left open is gone before the person sees a page. Small: it is part of every start. */
export const forgetDraftsOfOthers = (storage: SafeStorage, owner: number) => {
  try {
    const kept = JSON.parse(storage.get(keys.drafts) ?? '') as { owner?: unknown }
    if (kept.owner === owner) return
  } catch {
    // None, or damaged.
  }
  storage.remove(keys.drafts)
  void idbDelete(keys.drafts)
}
