/** Reading and changing databases that others made: one that is not there is not made by looking for it. */

/** Null where there is none, or no working IndexedDB. */
export const openThere = (name: string, make?: (db: IDBDatabase) => void): Promise<IDBDatabase | null> =>
  new Promise((resolve) => {
    try {
      const request = indexedDB.open(name)
      request.onupgradeneeded = () => {
        if (make) make(request.result)
        else request.transaction?.abort()
      }
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => resolve(null)
      request.onblocked = () => resolve(null)
    } catch {
      resolve(null)
    }
  })

/** One transaction, on the disk when the promise is done; `give` hands on what it found. */
export const transact = async <T>(
  { db: name, store, make }: { db: string; store: string; make?: (db: IDBDatabase) => void },
  mode: IDBTransactionMode,
  nothing: T,
  action: (rows: IDBObjectStore, give: (found: T) => void) => void,
): Promise<T> => {
  const db = await openThere(name, make)
  if (!db?.objectStoreNames.contains(store)) {
    db?.close()
    return nothing
  }
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = db.transaction(store, mode, { durability: 'strict' })
      let found = nothing
      transaction.oncomplete = () => resolve(found)
      transaction.onabort = () => reject(transaction.error ?? new Error('aborted'))
      transaction.onerror = () => reject(transaction.error ?? new Error('failed'))
      action(transaction.objectStore(store), (value) => {
        found = value
      })
    })
  } finally {
    db.close()
  }
}
