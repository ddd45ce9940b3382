/**
 * Intervals that wait for the server, as rows of the outbox: time that was studied outlives a sign-out, encrypted for its
 * owner, until that person is back (trust reading 2, D11).
 */
import { inStore } from '#src/core/offline/db.ts'
import { readRows } from '#src/core/offline/outbox-rows.ts'
import { memoryStore, type IntervalStore, type StoredInterval } from './store.ts'

/** The part of the outbox; the app's list of parts has the same name. */
export const STUDY_TIME = 'study-time'

const orElse = <T>(work: Promise<T>, fallback: () => Promise<T>): Promise<T> => work.catch(fallback)

/** Falls back to memory, for this page's life, where the browser keeps nothing. */
export const deviceIntervalStore = (): IntervalStore => {
  const memory = memoryStore()
  return {
    put: (interval) =>
      orElse(
        inStore('outbox', 'readwrite', async (store) => {
          const { owner, segment } = interval
          await store.put({ owner, queue: STUDY_TIME, id: segment.id, value: interval })
        }),
        () => memory.put(interval),
      ),
    remove: async (interval) => {
      await memory.remove(interval)
      await orElse(
        inStore('outbox', 'readwrite', (store) =>
          store.delete([interval.owner, STUDY_TIME, interval.segment.id]),
        ),
        () => Promise.resolve(),
      )
    },
    all: async (owner) => {
      const stored = await orElse(
        readRows(owner, STUDY_TIME).then((rows) => rows.map(({ value }) => value as StoredInterval)),
        () => Promise.resolve([]),
      )
      return [...stored, ...(await memory.all(owner))]
    },
  }
}
