/** Whether the product can be reached: the browser's events, and a HEAD request that no cache answers (spec 4). */

/** Spec 9. */
const CHECK_TIMEOUT_MS = 5000
/** While unreachable, asked again this often. */
const RECHECK_MS = 15_000
/** The worker leaves this address alone, else one would be online for ever (trust reading 13). */
export const HEALTH_ASSET = '/health.txt'

let reachable = true
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | null = null

export const isReachable = (): boolean => reachable
export const onConnectivity = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const set = (next: boolean) => {
  if (timer) clearTimeout(timer)
  timer = next ? null : setTimeout(() => void checkConnection(), RECHECK_MS)
  if (next === reachable) return
  reachable = next
  for (const listener of listeners) listener()
}

/** What a call to the server has shown by the way. */
export const setServerReached = (reached: boolean) => set(reached)

let checking: Promise<boolean> | null = null

/** One check at a time, however many ask. */
export const checkConnection = (): Promise<boolean> => {
  checking ??= check().finally(() => {
    checking = null
  })
  return checking
}

const check = async (): Promise<boolean> => {
  const patience = new AbortController()
  const stop = setTimeout(() => patience.abort(), CHECK_TIMEOUT_MS)
  try {
    const response = await fetch(`${HEALTH_ASSET}?t=${Date.now()}`, {
      method: 'HEAD',
      cache: 'no-store',
      redirect: 'manual',
      signal: patience.signal,
    })
    set(response.ok)
  } catch {
    set(false)
  } finally {
    clearTimeout(stop)
  }
  return reachable
}

export const startConnectivity = () => {
  if (!navigator.onLine) set(false)
  window.addEventListener('offline', () => set(false))
  window.addEventListener('online', () => void checkConnection())
}
