/** Browser storage that never throws; what the browser refuses to keep lives in memory for this tab (F5). */
export interface SafeStorage {
  get: (key: string) => string | null
  set: (key: string, value: string) => void
  remove: (key: string) => void
  keys: () => string[]
  clear: () => void
}

export const createSafeStorage = (area: () => Storage): SafeStorage => {
  const memory = new Map<string, string>()
  const attempt = <T>(action: (storage: Storage) => T, otherwise: T): T => {
    try {
      return action(area())
    } catch {
      return otherwise
    }
  }
  return {
    get: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key), null),
    set: (key, value) => {
      const kept = attempt((storage) => {
        storage.setItem(key, value)
        return storage.getItem(key) === value
      }, false)
      if (kept) memory.delete(key)
      else memory.set(key, value)
    },
    remove: (key) => {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key), undefined)
    },
    keys: () => [
      ...new Set([...memory.keys(), ...attempt((storage) => Object.keys(storage), [] as string[])]),
    ],
    clear: () => {
      memory.clear()
      attempt((storage) => storage.clear(), undefined)
    },
  }
}

export const safeLocal = createSafeStorage(() => window.localStorage)
export const safeSession = createSafeStorage(() => window.sessionStorage)
