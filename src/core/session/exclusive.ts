/**
 * One tab at a time, but never for ever: a waiter gives up after its patience, steals the lock once from a frozen
 * or hung holder, and then goes without; the server's grace covers the rest (trust pitfall 2, A2, A3).
 */
export const LOCK_PATIENCE_MS = 5000

type Locks = Pick<LockManager, 'request'>

export const createExclusive =
  (locks: () => Locks | undefined, name: string, patienceMs = LOCK_PATIENCE_MS) =>
  async <T>(work: () => Promise<T>): Promise<T> => {
    const manager = locks()
    if (!manager) return work()
    // Once begun, the work's own end counts, even when the lock is stolen from under it.
    let begun: Promise<T> | null = null
    const begin = () => (begun ??= work())
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(), patienceMs)
    try {
      return await manager.request(name, { signal: patience.signal }, () => {
        clearTimeout(timer)
        return begin()
      })
    } catch {
      return begun ?? stealOnce(manager, name, begin)
    } finally {
      clearTimeout(timer)
    }
  }

const stealOnce = async <T>(manager: Locks, name: string, begin: () => Promise<T>): Promise<T> => {
  try {
    return await manager.request(name, { steal: true }, begin)
  } catch {
    return begin()
  }
}
