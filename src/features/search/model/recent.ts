/** What this person searched for last, on this device. Gone at sign-out, with everything personal in storage. */
import { keys } from '#src/core/storage/keys.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'

const RECENT_MAX = 6

export const recentSearches = (): readonly string[] => {
  try {
    const stored: unknown = JSON.parse(safeLocal.get(keys.recentSearches) ?? '[]')
    return Array.isArray(stored)
      ? stored.filter((text): text is string => typeof text === 'string').slice(0, RECENT_MAX)
      : []
  } catch {
    return []
  }
}

/** The newest first, each once whatever its case. */
export const rememberSearch = (text: string): void => {
  const trimmed = text.trim()
  if (trimmed === '') return
  const others = recentSearches().filter((other) => other.toLocaleLowerCase() !== trimmed.toLocaleLowerCase())
  safeLocal.set(keys.recentSearches, JSON.stringify([trimmed, ...others].slice(0, RECENT_MAX)))
}

export const forgetSearches = (): void => safeLocal.remove(keys.recentSearches)
