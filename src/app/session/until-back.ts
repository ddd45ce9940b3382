import { keys } from '#src/core/storage/keys.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'

/** A slow server holds nobody up for longer; what comes later is taken in where it belongs. */
const PATIENCE_MS = 2000

/** What lay sealed for this person is back before a page looks for it. */
export const untilBack = (): Promise<unknown> | null =>
  safeLocal.get(keys.sealed) === null
    ? null
    : Promise.race([
        import('#src/core/seal/arrive.ts').then((m) => m.openSealed()).catch(() => undefined),
        new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
      ])
