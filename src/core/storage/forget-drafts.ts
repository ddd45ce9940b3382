import { idbDelete } from './idb.ts'
import { keys } from './keys.ts'
import type { SafeStorage } from './safe-storage.ts'

/** At sign-in: what somebody else left open is gone before the person sees a page. Small: it is part of every start. */
export const forgetDraftsOfOthers = (storage: SafeStorage, owner: number) => {
  // Written by one place, which names the owner first.
  if (storage.get(keys.drafts)?.startsWith(`{"owner":${owner},`)) return
  storage.remove(keys.drafts)
  void idbDelete(keys.drafts)
}
