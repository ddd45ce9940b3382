import type { Change, ChangeFeed } from '../core.ts'

export interface FreshCacheOptions<K> {
  feed: ChangeFeed
  /** Which entries a change makes stale: a test for keys, or false for none. */
  affects: (change: Change) => false | ((key: K) => boolean)
  /** Beyond this number the oldest entries are removed. */
  maxEntries: number
}

export interface FreshCache<K, V> {
  /** The cached value, or the result of `load`. A value is cached only if nothing changed while it was loaded. */
  readonly get: (key: K, load: () => Promise<V>) => Promise<V>
  /** The cached value while it may be used; synchronous, for hot paths. */
  readonly peek: (key: K) => V | undefined
}

/** A cache invalidated by the change feed; it never answers while the feed is not live for a key (core.ts ChangeFeed). */
export const createFreshCache = <K, V>(options: FreshCacheOptions<K>): FreshCache<K, V> => {
  const { feed, affects, maxEntries } = options
  const entries = new Map<K, { value: V }>()
  /** Running loads, so that simultaneous misses query the database once. */
  const pendingLoads = new Map<K, { generation: number; value: Promise<V> }>()
  let generation = 0
  feed.subscribe((change) => {
    const isStale = change === null ? () => true : affects(change)
    if (!isStale) return
    generation += 1
    for (const key of entries.keys()) if (isStale(key)) entries.delete(key)
  })
  const isLive = (key: K): boolean =>
    feed.live((change) => {
      const isStale = affects(change)
      return isStale !== false && isStale(key)
    })
  const peek = (key: K): V | undefined => (isLive(key) ? entries.get(key)?.value : undefined)
  const loadAndCache = async (key: K, load: () => Promise<V>): Promise<V> => {
    const startGeneration = generation
    const wasLive = isLive(key)
    const value = await load()
    if (wasLive && isLive(key) && generation === startGeneration) {
      entries.delete(key)
      entries.set(key, { value })
      if (entries.size > maxEntries) entries.delete(entries.keys().next().value as K)
    }
    return value
  }
  return {
    peek,
    get: (key, load) => {
      // Not live: another caller's running load may be older than a change committed since.
      if (!isLive(key)) return loadAndCache(key, load)
      const hit = entries.get(key)
      if (hit) return Promise.resolve(hit.value)
      const pending = pendingLoads.get(key)
      if (pending?.generation === generation) return pending.value
      const value = loadAndCache(key, load).finally(() => {
        if (pendingLoads.get(key)?.value === value) pendingLoads.delete(key)
      })
      pendingLoads.set(key, { generation, value })
      return value
    },
  }
}
