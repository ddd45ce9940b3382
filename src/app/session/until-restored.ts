import { keys } from '#src/core/storage/keys.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'

/** What was encrypted for this person is back before a page looks for it. */
export const untilRestored = () =>
  safeLocal.get(keys.encryptedOutbox) &&
  import('#src/app/offline/encrypted-outbox.ts').then((m) => m.restoreSoon()).catch(() => undefined)
