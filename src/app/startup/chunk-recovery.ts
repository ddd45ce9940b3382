/**
 * Reloads the page when a tab of an old build requests a chunk that no longer exists: once for each build, and never
 * offline or during open work (F2, trust pitfall 11).
 */
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { checkConnection, isReachable } from '#src/core/http/connectivity.ts'
import { isBusy } from '#src/core/session/busy.ts'
import { keys } from '#src/core/storage/keys.ts'
import { safeSession, type SafeStorage } from '#src/core/storage/safe-storage.ts'

export interface RecoveryDependencies {
  buildId: () => string
  storage: Pick<SafeStorage, 'get' | 'set'>
  isOnline: () => boolean
  /** Asks the server. */
  canReachServer: () => Promise<boolean>
  isBusy: () => boolean
  reload: () => void
}

/** Resolves to true if it reloads the page. */
export const createChunkRecovery = (dependencies: RecoveryDependencies) => async (): Promise<boolean> => {
  // A lost connection looks the same as a missing file, and a reload without a connection would lose the page.
  if (
    !dependencies.isOnline() ||
    dependencies.isBusy() ||
    !(await dependencies.canReachServer()) ||
    dependencies.isBusy()
  )
    return false
  const build = dependencies.buildId()
  if (dependencies.storage.get(keys.chunkReload) === build) return false
  dependencies.storage.set(keys.chunkReload, build)
  // If the storage lost the flag, nothing would stop a loop of reloads.
  if (dependencies.storage.get(keys.chunkReload) !== build) return false
  dependencies.reload()
  return true
}

let recovering: Promise<void> | null = null
/** The running recovery. While there is one, the failure need not be shown. */
export const recovery = () => recovering

export const startChunkRecovery = () => {
  const recover = createChunkRecovery({
    buildId: () => runtimeConfig().build_id || import.meta.url,
    storage: safeSession,
    isOnline: () => navigator.onLine && isReachable(),
    canReachServer: checkConnection,
    isBusy,
    reload: () => window.location.reload(),
  })
  window.addEventListener('vite:preloadError', () => {
    recovering ??= recover().then((isReloading) => {
      if (!isReloading) recovering = null
    })
  })
}
