import { keys } from '#src/core/storage/keys.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'

/** Restores this person's encrypted outbox before a page reads it. */
export const restoreEncryptedOutbox = () =>
  safeLocal.get(keys.sealed) &&
  import('#src/core/seal/arrive.ts').then((m) => m.openSoon()).catch(() => undefined)
