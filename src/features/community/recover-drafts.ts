import { parseStoredUser } from '#src/core/session/stored-user.ts'
import { recoverDrafts } from '#src/core/offline/drafts.ts'
import { keys } from '#src/core/storage/keys.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'

let recovery: Promise<void> | null = null

/** Runs before the first form is shown, once per page load: a crash ends the page. */
export const recoverDraftsOnce = (): Promise<void> => {
  const owner = parseStoredUser(safeLocal.get(keys.user))?.id
  if (owner === undefined || owner === null) return Promise.resolve()
  recovery ??= recoverDrafts(safeLocal, owner)
  return recovery
}
