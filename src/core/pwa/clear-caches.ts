import { toWorker, type PwaConfig, type WorkerMessage } from './messages.ts'

/** Has the worker delete what it stores beyond the app's own files, but for the page of the client that is named. */
export const clearWorkerCaches = (config?: PwaConfig): void => {
  if (!('serviceWorker' in navigator)) return
  const message: WorkerMessage = { type: toWorker.clearCaches, ...(config && { config }) }
  navigator.serviceWorker.controller?.postMessage(message)
}
