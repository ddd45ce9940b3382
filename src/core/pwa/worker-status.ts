/** What is known about the worker, for the diagnostics page. */
import { useSyncExternalStore } from 'react'

export interface WorkerStatus {
  registered: boolean
  /** A new version waits for the person's word. */
  waiting: boolean
  /** Epoch milliseconds; null for never. */
  lastCheckAt: number | null
  lastCheckFailed: boolean
  /** Failed checks one after another. */
  failures: number
  pausedUntil: number | null
  configSentAt: number | null
  /** The client that was named to the worker. */
  configClientId: number | null
  configRequestedAt: number | null
  clientIdAskedAt: number | null
  cachesClearedAt: number | null
}

let status: WorkerStatus = {
  registered: false,
  waiting: false,
  lastCheckAt: null,
  lastCheckFailed: false,
  failures: 0,
  pausedUntil: null,
  configSentAt: null,
  configClientId: null,
  configRequestedAt: null,
  clientIdAskedAt: null,
  cachesClearedAt: null,
}
const listeners = new Set<() => void>()

export const workerStatus = (): WorkerStatus => status
export const noteWorker = (change: Partial<WorkerStatus>) => {
  status = { ...status, ...change }
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useWorkerStatus = (): WorkerStatus => useSyncExternalStore(subscribe, workerStatus)
