/**
 * A small key-value store in IndexedDB for what must survive a crash: localStorage written seconds before one is
 * lost, IndexedDB with strict durability is not (trust facts). Never throws and never hangs: when the
 * browser has no working IndexedDB, reads are null and writes say false.
 */
import { KV_DB, KV_STORE } from './databases.ts'

/** A frozen tab may hold the database: nobody waits for it longer than this. */
const PATIENCE_MS = 1000

export const within = <T>(work: Promise<T>, otherwise: T): Promise<T> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(otherwise), PATIENCE_MS)
    const settle = (value: T) => {
      clearTimeout(timer)
      resolve(value)
    }
    work.then(settle, () => settle(otherwise))
  })

let opening: Promise<IDBDatabase> | null = null

/** Open from the first use on: what is written while the page goes away must not wait for that. */
export const open = (): Promise<IDBDatabase> => {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(KV_DB, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(KV_STORE)
    request.onsuccess = () => {
      const db = request.result
      // Another tab wants to delete or upgrade: make room, open again when needed.
      db.onversionchange = () => {
        db.close()
        opening = null
      }
      db.onclose = () => (opening = null)
      resolve(db)
    }
    request.onerror = () => reject(request.error ?? new Error('IndexedDB refused'))
    request.onblocked = () => reject(new Error('IndexedDB blocked'))
  }).catch((error: unknown) => {
    opening = null
    throw error
  })
  return opening
}

const run = async <T>(
  mode: IDBTransactionMode,
  action: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | null> => {
  const db = await open()
  return new Promise<T | null>((resolve, reject) => {
    const transaction = db.transaction(KV_STORE, mode, { durability: 'strict' })
    const request = action(transaction.objectStore(KV_STORE))
    transaction.oncomplete = () => resolve(request.result ?? null)
    transaction.onabort = () => reject(transaction.error ?? new Error('aborted'))
    transaction.onerror = () => reject(transaction.error ?? new Error('failed'))
  })
}

export const idbGet = <T>(key: string): Promise<T | null> =>
  within(
    run<unknown>('readonly', (store) => store.get(key)).then((value) => value as T | null),
    null,
  )

/** True once the value is on disk. */
export const idbPut = (key: string, value: unknown): Promise<boolean> =>
  within(
    run('readwrite', (store) => store.put(value, key)).then(() => true),
    false,
  )

export const idbDelete = (key: string): Promise<boolean> =>
  within(
    run<undefined>('readwrite', (store) => store.delete(key)).then(() => true),
    false,
  )
