/** Study time that has not reached the server: listeners hear when it changes, and can have it sent. */
import type { IntervalStore } from './store.ts'

const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}
export const onStudyTime = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The same store, which notifies when an interval ends in it or leaves it. */
export const notifyingStore = (store: IntervalStore): IntervalStore => ({
  all: store.all,
  put: async (interval) => {
    await store.put(interval)
    if (interval.phase === 'finished') notify()
  },
  remove: async (interval) => {
    await store.remove(interval)
    notify()
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
