/**
 * Where somebody wanted to go before signing in (rules: Return path): checked when stored and when used, so that
 * no link can send a person to another site or back to a sign-in page.
 */
import { keys } from '#src/core/storage/keys.ts'
import { safeSession } from '#src/core/storage/safe-storage.ts'
import { isAuthPath, isKnownPath } from '#src/core/routes.ts'

const MAX_LENGTH = 2048
// oxlint-disable-next-line no-control-regex -- control characters are what is refused here
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

/** The path after as many decodings as change it: `%252f` hides from a single one. */
const fullyDecoded = (path: string): string | null => {
  let text = path
  try {
    for (let round = 0; round < 5; round += 1) {
      const next = decodeURIComponent(text)
      if (next === text) return text
      text = next
    }
  } catch {
    return null
  }
  return null
}

export const isSafeReturnPath = (path: string, origin: string): boolean => {
  if (path.length > MAX_LENGTH || CONTROL.test(path)) return false
  if (!/^\/(?!\/)/.test(path) || /\\|%5c/i.test(path)) return false
  let url: URL
  try {
    url = new URL(path, origin)
  } catch {
    return false
  }
  const decoded = fullyDecoded(url.pathname)
  if (url.origin !== origin || decoded === null) return false
  if (CONTROL.test(decoded) || decoded.includes('\\') || decoded.startsWith('//')) return false
  return isKnownPath(url.pathname) && !isAuthPath(url.pathname)
}

interface Remembered {
  path: string
  /** Whose path it was when a session was lost; somebody else does not follow it. */
  userId: number | null
}

/** Unsafe paths are dropped. */
export const rememberReturnPath = (path: string, userId: number | null = null) => {
  if (isSafeReturnPath(path, window.location.origin))
    safeSession.set(keys.returnPath, JSON.stringify({ path, userId } satisfies Remembered))
}

const read = (): Remembered | null => {
  try {
    const value = JSON.parse(safeSession.get(keys.returnPath) ?? '') as Partial<Remembered> | null
    return typeof value?.path === 'string' ? { path: value.path, userId: value.userId ?? null } : null
  } catch {
    return null
  }
}

/** The remembered path; `/` when there is none, it is not safe, or it was somebody else's. */
export const peekReturnPath = (userId: number | null = null): string => {
  const found = read()
  if (!found || !isSafeReturnPath(found.path, window.location.origin)) return '/'
  if (found.userId !== null && userId !== null && found.userId !== userId) return '/'
  return found.path
}

export const forgetReturnPath = () => safeSession.remove(keys.returnPath)

/** {@link peekReturnPath}, once. */
export const takeReturnPath = (userId: number | null = null): string => {
  const path = peekReturnPath(userId)
  forgetReturnPath()
  return path
}
