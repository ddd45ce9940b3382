/**
 * Registers the worker and speaks with it. A new version waits until the person asks for it; then the waiting
 * worker is told to go on and the page is loaded again, once (spec 4).
 */
import { Workbox } from 'workbox-window'
import { onLanguageChange } from '#src/core/i18n/language.ts'
import { isBusy } from '#src/core/session/busy.ts'
import { WORKER_URL, trustedScriptUrl } from '#src/core/security/trusted-types.ts'
import { fromWorker, toWorker, type WorkerMessage } from './messages.ts'
import { pwaConfig } from './pwa-config.ts'
import { createReloadGuard } from './reload-guard.ts'
import { startUpdateChecks } from './update-checks.ts'
import { noteWorker } from './worker-status.ts'

/** Spec 9: the reload without waiting when the worker does not take over. */
const RELOAD_FALLBACK_MS = 5000

let workbox: Workbox | null = null
let asked = false
let checkNow: (() => Promise<void>) | null = null
const guard = createReloadGuard()

const sendConfig = (to: MessageEventSource | null | undefined) => {
  const config = pwaConfig()
  to?.postMessage({ type: toWorker.config, config } satisfies WorkerMessage)
  if (to) noteWorker({ configSentAt: Date.now(), configClientId: config.clientId })
}

const answer = (event: MessageEvent<Partial<WorkerMessage> | null>) => {
  const type = event.data?.type
  if (type === fromWorker.getClientId) {
    event.ports[0]?.postMessage({ clientId: pwaConfig().clientId, busy: isBusy() })
    noteWorker({ clientIdAskedAt: Date.now() })
  }
  if (type === fromWorker.requestConfig) {
    noteWorker({ configRequestedAt: Date.now() })
    sendConfig(event.source)
  }
  if (type === fromWorker.cachesCleared) noteWorker({ cachesClearedAt: Date.now() })
}

/** A worker that takes over in its installation waits for less than this. */
const REALLY_WAITS_MS = 200

/**
 * The library stops listening after the first version that came from outside, and one that another tab found may be
 * waiting already: a version that waits is offered however it came, once.
 */
const watchWaiting = (registration: ServiceWorkerRegistration, offer: (worker: ServiceWorker) => void) => {
  const look = () => {
    const { waiting } = registration
    if (waiting && navigator.serviceWorker.controller) offer(waiting)
  }
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', () => setTimeout(look, REALLY_WAITS_MS)),
  )
  look()
  return look
}

/** Failures are only logged (spec 8). */
export const register = async (onUpdate: () => void): Promise<void> => {
  try {
    guard.releaseLater()
    navigator.serviceWorker.addEventListener('message', answer)
    workbox = new Workbox(trustedScriptUrl(WORKER_URL), { scope: '/', updateViaCache: 'none' })
    const offered = new WeakSet<ServiceWorker>()
    const offer = (worker: ServiceWorker | undefined) => {
      if (worker && offered.has(worker)) return
      if (worker) offered.add(worker)
      noteWorker({ waiting: true })
      onUpdate()
    }
    workbox.addEventListener('waiting', ({ sw }) => offer(sw))
    let controlled = Boolean(navigator.serviceWorker.controller)
    workbox.addEventListener('controlling', ({ isUpdate }) => {
      const another = controlled || isUpdate
      controlled = true
      noteWorker({ waiting: false })
      if (asked) guard.once()
      // A first worker that takes over changes nothing here; another one was let in from another tab.
      else if (another) guard.whenFree()
    })
    const registration = await workbox.register()
    if (registration) {
      const look = watchWaiting(registration, offer)
      checkNow = startUpdateChecks(() => registration.update().then(look))
    }
    const { active } = await navigator.serviceWorker.ready
    noteWorker({ registered: true })
    sendConfig(active)
    onLanguageChange(() => sendConfig(navigator.serviceWorker.controller))
  } catch (error) {
    console.info('The worker could not be registered', error)
  }
}

/** The person asked for the waiting version. */
export const takeUpdate = () => {
  asked = true
  guard.release()
  workbox?.messageSkipWaiting()
  setTimeout(guard.once, RELOAD_FALLBACK_MS)
}

/** Asks for a new version now, under the same rules as by itself. */
export const checkForUpdate = async (): Promise<void> => {
  await checkNow?.()
}
