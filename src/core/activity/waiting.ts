/** Study time that has not reached the server: whoever shows what waits is told when it changes, and can have it sent. */
import type { SegmentStore } from './store.ts'

const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}
export const onStudyTime = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The same store, which tells of what ends in it and what leaves it. */
export const notifier = (store: SegmentStore): SegmentStore => ({
  all: store.all,
  put: async (kept) => {
    await store.put(kept)
    if (kept.phase === 'finished') tell()
  },
  remove: async (segmentId) => {
    await store.remove(segmentId)
    tell()
  },
})

/** Pauses between tries, which end early when there is a reason to try again. */
export const createPauses = () => {
  const pauses = new Set<() => void>()
  return {
    wait: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer)
          pauses.delete(end)
          resolve()
        }
        const timer = setTimeout(end, ms)
        pauses.add(end)
      }),
    end: () => {
      for (const end of pauses) end()
    },
  }
}

let send: (() => Promise<void>) | null = null
/** The page's one tracker says how. */
export const provideSending = (how: () => Promise<void>) => {
  send = how
}
export const sendStudyTime = (): Promise<void> => send?.() ?? Promise.resolve()
