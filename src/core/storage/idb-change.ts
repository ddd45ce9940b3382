/** Reading and writing one key in one transaction: what another tab wrote meanwhile is seen, not lost. */
import { KV_STORE } from './databases.ts'
import { open, within } from './idb.ts'

/**
 * Puts what `deed` makes of what is there; null removes it. True once it is on the disk. Without a working IndexedDB the
 * deed may never be called.
 */
export const idbChange = <T>(key: string, action: (there: T | null) => T | null): Promise<boolean> =>
  within(
    open().then(
      (db) =>
        new Promise<boolean>((resolve, reject) => {
          const transaction = db.transaction(KV_STORE, 'readwrite', { durability: 'strict' })
          const rows = transaction.objectStore(KV_STORE)
          const request = rows.get(key)
          request.onsuccess = () => {
            const made = action((request.result ?? null) as T | null)
            if (made === null) rows.delete(key)
            else rows.put(made, key)
          }
          transaction.oncomplete = () => resolve(true)
          transaction.onabort = () => reject(transaction.error ?? new Error('aborted'))
          transaction.onerror = () => reject(transaction.error ?? new Error('failed'))
        }),
    ),
    false,
  )
