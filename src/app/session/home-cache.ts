/**
 * Stores the last data of the home on the device, so that the next visit shows it at once and refetches in
 * the background. It belongs to one person of one client and is deleted with their data.
 */
import { dehydrate, hydrate, type QueryClient } from '@tanstack/react-query'
import { deleteValue, writeValue } from '#src/core/offline/db.ts'
import { currentOwner } from '#src/core/offline/owner.ts'
import { keys } from '#src/core/storage/keys.ts'
import { readHomeCache } from './home-cache-read.ts'

/** Raise it when a response changes its shape: data of an older build is not shown. */
const VERSION = 3
/** First parts of the stored query keys. */
const STORED_KEYS: readonly unknown[] = ['learning-home', 'leaderboard']
/** Responses of one visit arrive together and are written once. */
const WRITE_AFTER_MS = 1000
/** Older data is useless. */
const MAX_AGE_MS = 7 * 86_400_000
/**
 * The page waits this long for the stored data, or as long as the loader is visible anyway (spec 9: a
 * second).
 */
const READ_TIMEOUT_MS = 150
const LOADER_VISIBLE_MS = 900

interface StoredHome {
  shape: number
  owner: string
  at: number
  state: ReturnType<typeof dehydrate>
}

export const clearHomeCache = () => deleteValue('personal', keys.homeAnswers)

/** Stores the data shortly after it arrives; returns a function to stop. */
export const persistHomeCache = (client: QueryClient): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    timer = undefined
    const owner = currentOwner()
    if (owner === null) return
    const state = dehydrate(client, {
      shouldDehydrateMutation: () => false,
      shouldDehydrateQuery: ({ queryKey, state: { status } }) =>
        status === 'success' && STORED_KEYS.includes(queryKey[0]),
    })
    if (state.queries.length === 0) return
    void writeValue('personal', keys.homeAnswers, {
      shape: VERSION,
      owner,
      at: Date.now(),
      state,
    } satisfies StoredHome)
  }
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    if (STORED_KEYS.includes(event.query.queryKey[0])) timer ??= setTimeout(write, WRITE_AFTER_MS)
  })
  // A visit that ends earlier stores its data, too.
  const writeBeforeLeaving = () => {
    if (timer === undefined || document.visibilityState !== 'hidden') return
    clearTimeout(timer)
    write()
  }
  document.addEventListener('visibilitychange', writeBeforeLeaving)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', writeBeforeLeaving)
    stop()
  }
}

/** Fills the cache with this person's stored data. It counts as stale, so it is refetched when shown. */
export const restoreHomeCache = async (client: QueryClient): Promise<void> => {
  const owner = currentOwner()
  if (owner === null) return
  const timeoutMs = Math.max(READ_TIMEOUT_MS, LOADER_VISIBLE_MS - performance.now())
  const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), timeoutMs))
  const stored = await Promise.race([readHomeCache<StoredHome>(), timeout])
  if (!stored) return
  if (stored.shape !== VERSION || stored.owner !== owner || Date.now() - stored.at > MAX_AGE_MS) {
    await clearHomeCache()
    return
  }
  hydrate(client, {
    ...stored.state,
    queries: stored.state.queries.map((query) => ({ ...query, state: { ...query.state, dataUpdatedAt: 0 } })),
  })
}
