/**
 * An open tab of an old build asks for a chunk that is gone: the page is loaded again, once per build, never while
 * offline or while work is open (TRUST F2, pitfall 11).
 */
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { isReachable } from '#src/core/pwa/connectivity.ts'
import { isBusy } from '#src/core/session/busy.ts'
import { keys } from '#src/core/storage/keys.ts'
import { safeSession, type SafeStorage } from '#src/core/storage/safe-storage.ts'

export interface RecoveryParts {
  buildId: () => string
  storage: Pick<SafeStorage, 'get' | 'set'>
  online: () => boolean
  busy: () => boolean
  reload: () => void
}

/** True when the page is being loaded again because of a missing chunk. */
export const createChunkRecovery = (parts: RecoveryParts) => (): boolean => {
  if (!parts.online() || parts.busy()) return false
  const build = parts.buildId()
  if (parts.storage.get(keys.chunkReload) === build) return false
  parts.storage.set(keys.chunkReload, build)
  // Without a kept flag nothing would stop a loop.
  if (parts.storage.get(keys.chunkReload) !== build) return false
  parts.reload()
  return true
}

let reloading = false
/** While true, what failed is not worth showing. */
export const isReloading = () => reloading

export const startChunkRecovery = () => {
  const recover = createChunkRecovery({
    buildId: () => runtimeConfig().build_id || import.meta.url,
    storage: safeSession,
    online: () => navigator.onLine && isReachable(),
    busy: isBusy,
    reload: () => window.location.reload(),
  })
  window.addEventListener('vite:preloadError', () => {
    reloading ||= recover()
  })
}
