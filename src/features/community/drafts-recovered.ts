import { parseStoredUser } from '#src/core/session/stored-user.ts'
import { recoverDrafts } from '#src/core/storage/drafts.ts'
import { keys } from '#src/core/storage/keys.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'

let recovered: Promise<void> | null = null

/** Before the first form is shown; once a page load, for a crash ends the page. */
export const draftsRecovered = (): Promise<void> => {
  const owner = parseStoredUser(safeLocal.get(keys.user))?.id
  if (owner === undefined || owner === null) return Promise.resolve()
  recovered ??= recoverDrafts(safeLocal, owner)
  return recovered
}
