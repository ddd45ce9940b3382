/**
 * Stretches that wait for the server, in a database of their own: sign-out wipes what is private, but time that was
 * studied stays, sealed for its owner (core/seal), until that person is back (trust reading 2, D11).
 */
import { ACTIVITY_DB, ACTIVITY_STORE } from '#src/core/storage/databases.ts'
import { memoryStore, type Kept, type SegmentStore } from './store.ts'

const BY_OWNER = 'owner'

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(ACTIVITY_DB, 1)
    request.onupgradeneeded = () => {
      request.result
        .createObjectStore(ACTIVITY_STORE, { keyPath: 'segment.id' })
        .createIndex(BY_OWNER, 'owner')
    }
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close()
      resolve(request.result)
    }
    request.onerror = () => reject(request.error ?? new Error('IndexedDB refused'))
    request.onblocked = () => reject(new Error('IndexedDB blocked'))
  })

const done = <T>(transaction: IDBTransaction, request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error ?? new Error('aborted'))
    transaction.onerror = () => reject(transaction.error ?? new Error('failed'))
  })

/** Falls back to memory, for this page's life, where the browser keeps nothing. */
export const idbSegmentStore = (): SegmentStore => {
  const memory = memoryStore()
  let opening: Promise<IDBDatabase> | null = null
  const store = async (mode: IDBTransactionMode) => {
    opening ??= open()
    opening.catch(() => (opening = null))
    const transaction = (await opening).transaction(ACTIVITY_STORE, mode, { durability: 'strict' })
    return { transaction, rows: transaction.objectStore(ACTIVITY_STORE) }
  }
  const attempt = async <T>(action: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> => {
    try {
      return await action()
    } catch {
      opening = null
      return otherwise()
    }
  }
  return {
    put: (kept) =>
      attempt(
        async () => {
          const { transaction, rows } = await store('readwrite')
          await done(transaction, rows.put(kept))
        },
        () => memory.put(kept),
      ),
    remove: async (segmentId) => {
      await memory.remove(segmentId)
      await attempt(
        async () => {
          const { transaction, rows } = await store('readwrite')
          await done(transaction, rows.delete(segmentId))
        },
        () => Promise.resolve(),
      )
    },
    all: async (owner) => {
      const remembered = await memory.all(owner)
      const stored = await attempt(
        async () => {
          const { transaction, rows } = await store('readonly')
          return done(transaction, rows.index(BY_OWNER).getAll(owner) as IDBRequest<Kept[]>)
        },
        () => Promise.resolve<Kept[]>([]),
      )
      return [...stored, ...remembered]
    },
  }
}
