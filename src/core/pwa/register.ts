/**
 * Registers the worker and speaks with it. A new version waits until the person asks for it; then the waiting
 * worker is told to go on and the page is loaded again, once (spec §4 "Installable app behaviour").
 */
import type { Workbox } from 'workbox-window'
import { keys } from '#src/core/storage/keys.ts'
import { safeSession } from '#src/core/storage/safe-storage.ts'
import { WORKER_URL, trustedScriptUrl } from '#src/core/security/trusted-types.ts'
import { whenUseful } from '#src/core/when-useful.ts'
import { fromWorker, toWorker, type WorkerMessage } from './messages.ts'
import { pwaConfig } from './pwa-config.ts'

/** Spec §9: pause before the reload, and the reload without waiting when the worker does not take over. */
const RELOAD_DELAY_MS = 100
const RELOAD_FALLBACK_MS = 5000

let workbox: Workbox | null = null
let asked = false

const reloadOnce = () => {
  if (safeSession.get(keys.updateReload) !== null) return
  safeSession.set(keys.updateReload, '1')
  setTimeout(() => window.location.reload(), RELOAD_DELAY_MS)
}

const answer = (event: MessageEvent<Partial<WorkerMessage> | null>) => {
  const type = event.data?.type
  if (type === fromWorker.getClientId) event.ports[0]?.postMessage({ clientId: pwaConfig().clientId })
  if (type === fromWorker.requestConfig) sendConfig(event.source)
}

const sendConfig = (to: MessageEventSource | null | undefined) =>
  to?.postMessage({ type: toWorker.config, config: pwaConfig() } satisfies WorkerMessage)

/** Registers in production builds once the page is there and the browser idle; failures are only logged (spec §8). */
export const registerWorker = (onUpdate: () => void) => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // The page that was loaded after an update may update again one day.
  safeSession.remove(keys.updateReload)
  const begin = () => void register(onUpdate)
  void whenUseful().then(() => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(begin, { timeout: 5000 })
    else setTimeout(begin, 2000)
  })
}

const register = async (onUpdate: () => void) => {
  try {
    navigator.serviceWorker.addEventListener('message', answer)
    const library = await import('workbox-window')
    workbox = new library.Workbox(trustedScriptUrl(WORKER_URL), { scope: '/', updateViaCache: 'none' })
    workbox.addEventListener('waiting', onUpdate)
    workbox.addEventListener('controlling', () => {
      if (asked) reloadOnce()
    })
    await workbox.register()
    const { active } = await navigator.serviceWorker.ready
    sendConfig(active)
  } catch (error) {
    console.info('The worker could not be registered', error)
  }
}

/** The person asked for the waiting version. */
export const applyUpdate = () => {
  asked = true
  workbox?.messageSkipWaiting()
  setTimeout(reloadOnce, RELOAD_FALLBACK_MS)
}

/** At sign-out: what the worker keeps beyond the app's own files goes. */
export const clearWorkerCaches = (): void => {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.controller?.postMessage({ type: toWorker.clearCaches } satisfies WorkerMessage)
}
