/**
 * What the home was last drawn from stays on the device, so that the next visit shows it at once and refreshes it
 * behind. It belongs to one person of one client and goes with them.
 */
import { dehydrate, hydrate, type QueryClient } from '@tanstack/react-query'
import { deleteValue, writeValue } from '#src/core/offline/db.ts'
import { currentOwner } from '#src/core/offline/owner.ts'
import { keys } from '#src/core/storage/keys.ts'
import { takeKeptAnswers } from './kept-answers-reading.ts'

/** Raised when an answer changes its shape: what an older build kept is not shown. */
const SHAPE = 1
/** First parts of the query keys that are kept. */
const KEPT: readonly unknown[] = ['learning-home', 'leaderboard']
/** Answers of one visit arrive together and are written once. */
const WRITE_AFTER_MS = 1000
/** Older than this says nothing any more. */
const FRESH_FOR_MS = 7 * 86_400_000
/** A page waits for its memory no longer than this, or as long as the loader stands anyway (spec §9: a second). */
const PATIENCE_MS = 150
const LOADER_STANDS_MS = 900

interface Kept {
  shape: number
  owner: string
  at: number
  state: ReturnType<typeof dehydrate>
}

export const forgetAnswers = () => deleteValue('personal', keys.homeAnswers)

/** Writes what is known a moment after it came; returns how to stop. */
export const keepAnswers = (client: QueryClient): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    timer = undefined
    const mine = currentOwner()
    if (mine === null) return
    const state = dehydrate(client, {
      shouldDehydrateMutation: () => false,
      shouldDehydrateQuery: ({ queryKey, state: { status } }) =>
        status === 'success' && KEPT.includes(queryKey[0]),
    })
    if (state.queries.length === 0) return
    void writeValue('personal', keys.homeAnswers, {
      shape: SHAPE,
      owner: mine,
      at: Date.now(),
      state,
    } satisfies Kept)
  }
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    if (KEPT.includes(event.query.queryKey[0])) timer ??= setTimeout(write, WRITE_AFTER_MS)
  })
  // A short visit is kept as well.
  const leaving = () => {
    if (timer === undefined || document.visibilityState !== 'hidden') return
    clearTimeout(timer)
    write()
  }
  document.addEventListener('visibilitychange', leaving)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', leaving)
    stop()
  }
}

/** Fills the cache with what is kept for this person; all of it counts as old, so it is read again when shown. */
export const restoreAnswers = async (client: QueryClient): Promise<void> => {
  const mine = currentOwner()
  if (mine === null) return
  const patience = Math.max(PATIENCE_MS, LOADER_STANDS_MS - performance.now())
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), patience))
  const kept = await Promise.race([takeKeptAnswers<Kept>(), late])
  if (!kept) return
  if (kept.shape !== SHAPE || kept.owner !== mine || Date.now() - kept.at > FRESH_FOR_MS) {
    await forgetAnswers()
    return
  }
  hydrate(client, {
    ...kept.state,
    queries: kept.state.queries.map((query) => ({ ...query, state: { ...query.state, dataUpdatedAt: 0 } })),
  })
}
