/** How uploads recognise their file and try again. */
import { isApiError } from '#src/core/http/api-error.ts'

const RETRY_DELAYS_MS = [1000, 3000, 8000, 20_000] as const

/** Identifies a file, so that choosing it again after a reload continues its upload. */
export const fingerprintOf = (file: File): string => {
  const nameHash = new TextEncoder().encode(file.name).reduce((hash, byte) => (hash * 31 + byte) >>> 0, 7)
  return `${file.size}-${file.lastModified}-${nameHash}`
}

export const isTransient = (error: unknown): boolean =>
  isApiError(error) &&
  (error.status === null || error.status === 409 || error.status === 429 || error.status >= 500)

export const wait = (attempt: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, RETRY_DELAYS_MS[Math.min(attempt, RETRY_DELAYS_MS.length) - 1])
    function done() {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    window.addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
