/**
 * An open tab of an old build asks for a chunk that is gone: the page is loaded again, once per build, never while
 * offline or while work is open (F2, trust pitfall 11).
 */
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { checkConnection, isReachable } from '#src/core/pwa/connectivity.ts'
import { isBusy } from '#src/core/session/busy.ts'
import { keys } from '#src/core/storage/keys.ts'
import { safeSession, type SafeStorage } from '#src/core/storage/safe-storage.ts'

export interface RecoveryParts {
  buildId: () => string
  storage: Pick<SafeStorage, 'get' | 'set'>
  online: () => boolean
  /** Asks the server. */
  reaches: () => Promise<boolean>
  busy: () => boolean
  reload: () => void
}

/** True when the page is being loaded again because of a missing chunk. */
export const createChunkRecovery = (parts: RecoveryParts) => async (): Promise<boolean> => {
  // A connection that broke off just now looks the same as a file that is gone; loaded anew the page would be lost.
  if (!parts.online() || parts.busy() || !(await parts.reaches()) || parts.busy()) return false
  const build = parts.buildId()
  if (parts.storage.get(keys.chunkReload) === build) return false
  parts.storage.set(keys.chunkReload, build)
  // Without a kept flag nothing would stop a loop.
  if (parts.storage.get(keys.chunkReload) !== build) return false
  parts.reload()
  return true
}

let recovering: Promise<void> | null = null
/** While there is one, what failed is not worth showing. */
export const recovery = () => recovering

export const startChunkRecovery = () => {
  const recover = createChunkRecovery({
    buildId: () => runtimeConfig().build_id || import.meta.url,
    storage: safeSession,
    online: () => navigator.onLine && isReachable(),
    reaches: checkConnection,
    busy: isBusy,
    reload: () => window.location.reload(),
  })
  window.addEventListener('vite:preloadError', () => {
    recovering ??= recover().then((reloads) => {
      if (!reloads) recovering = null
    })
  })
}
