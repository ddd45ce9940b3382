import type { Change, ChangeFeed } from '../core.ts'

export interface FreshCacheOptions<K> {
  feed: ChangeFeed
  /** Which entries a change makes stale: a test for keys, or false for none. */
  affects: (change: Change) => false | ((key: K) => boolean)
  /** Oldest entries go first beyond this. */
  maxEntries: number
}

export interface FreshCache<K, V> {
  /** The cached value, or what `load` reads now. A value is kept only when nothing changed while it was read. */
  readonly get: (key: K, load: () => Promise<V>) => Promise<V>
  /** The cached value while it may be used, without a promise (for hot paths). */
  readonly peek: (key: K) => V | undefined
}

/** A cache that forgets on the change feed and never answers while the feed is not live (core.ts ChangeFeed). */
export const createFreshCache = <K, V>(options: FreshCacheOptions<K>): FreshCache<K, V> => {
  const { feed, affects, maxEntries } = options
  const entries = new Map<K, { value: V }>()
  /** Reads under way, so that many who miss at once ask the database once. */
  const readings = new Map<K, { generation: number; value: Promise<V> }>()
  let generation = 0
  feed.subscribe((change) => {
    const stale = change === null ? () => true : affects(change)
    if (!stale) return
    generation += 1
    for (const key of entries.keys()) if (stale(key)) entries.delete(key)
  })
  const peek = (key: K): V | undefined => (feed.live() ? entries.get(key)?.value : undefined)
  const read = async (key: K, load: () => Promise<V>): Promise<V> => {
    const before = generation
    const wasLive = feed.live()
    const value = await load()
    if (wasLive && feed.live() && generation === before) {
      entries.delete(key)
      entries.set(key, { value })
      if (entries.size > maxEntries) entries.delete(entries.keys().next().value as K)
    }
    return value
  }
  return {
    peek,
    get: (key, load) => {
      // Not live: what another caller began to read may be older than a change that was committed since.
      if (!feed.live()) return read(key, load)
      const hit = entries.get(key)
      if (hit) return Promise.resolve(hit.value)
      const reading = readings.get(key)
      if (reading?.generation === generation) return reading.value
      const value = read(key, load).finally(() => {
        if (readings.get(key)?.value === value) readings.delete(key)
      })
      readings.set(key, { generation, value })
      return value
    },
  }
}
