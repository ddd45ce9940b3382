/** The worker from outside: when it is registered, and the two things it is told. The rest comes with its library. */
import { paths } from '#src/core/paths.ts'
import { afterInteractive } from '#src/core/after-interactive.ts'
import { toWorker, type PwaConfig, type WorkerMessage } from './messages.ts'

const link = () => import('./worker-link.ts')

/**
 * Registers in production builds once the page is there and the browser idle, in the community at once (spec 4
 * ); failures are only logged (spec 8).
 */
export const registerWorker = (
  onUpdate: () => void,
  atOnce = window.location.pathname.startsWith(paths.community),
) => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const begin = () =>
    void link()
      .then(({ register }) => register(onUpdate))
      .catch((error: unknown) => console.info('The worker could not be registered', error))
  if (atOnce) return begin()
  void afterInteractive().then(() => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(begin, { timeout: 5000 })
    else setTimeout(begin, 2000)
  })
}

/** The person asked for the waiting version. */
export const applyUpdate = () => void link().then(({ takeUpdate }) => takeUpdate())

/** At sign-out: what the worker keeps beyond the app's own files goes, but for the page of the client that is named. */
export const clearWorkerCaches = (config?: PwaConfig): void => {
  if (!('serviceWorker' in navigator)) return
  const message: WorkerMessage = { type: toWorker.clearCaches, ...(config && { config }) }
  navigator.serviceWorker.controller?.postMessage(message)
}
