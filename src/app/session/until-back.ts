import { keys } from '#src/core/storage/keys.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'

/** What lay sealed for this person is back before a page looks for it. */
export const untilBack = () =>
  safeLocal.get(keys.sealed) &&
  import('#src/core/seal/arrive.ts').then((m) => m.openSoon()).catch(() => undefined)
