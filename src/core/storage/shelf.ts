/**
 * What a device keeps for the time without a connection: answers of the server by the address they came from, and
 * the courses that somebody saved. All of it belongs to one person of one client; signing out deletes the database
 * (forget-saved.ts). Like idb.ts it never throws for want of a working IndexedDB: then nothing is kept.
 */
import { SAVED_DB } from './forget-saved.ts'

export interface KeptAnswer {
  /** `owner` and the address. */
  key: string
  owner: string
  /** When it came, in ms. */
  at: number
  /** The saved course that it belongs to; 0 for what was merely visited. */
  course: number
  answer: unknown
}

const ANSWERS = 'answers'
const COURSES = 'courses'
/** Visited pages beyond these go, the oldest first. */
export const VISITED_MAX = 150

let opening: Promise<IDBDatabase> | null = null

const open = (): Promise<IDBDatabase> => {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(SAVED_DB, 1)
    request.onupgradeneeded = () => {
      const answers = request.result.createObjectStore(ANSWERS, { keyPath: 'key' })
      answers.createIndex('course', ['owner', 'course'])
      request.result.createObjectStore(COURSES)
    }
    request.onsuccess = () => {
      const db = request.result
      // Signing out deletes it, in whichever tab.
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
  store: typeof ANSWERS | typeof COURSES,
  mode: IDBTransactionMode,
  action: (store: IDBObjectStore) => IDBRequest<T> | null,
): Promise<T | null> => {
  const db = await open()
  return new Promise<T | null>((resolve, reject) => {
    const transaction = db.transaction(store, mode)
    const request = action(transaction.objectStore(store))
    transaction.oncomplete = () => resolve(request ? (request.result ?? null) : null)
    transaction.onabort = () => reject(transaction.error ?? new Error('aborted'))
    transaction.onerror = () => reject(transaction.error ?? new Error('failed'))
  })
}
const otherwise = <T>(work: Promise<T>, instead: T): Promise<T> => work.catch(() => instead)

const keyOf = (owner: string, address: string) => `${owner} ${address}`

/** Null when nothing is kept from there. */
export const keptFrom = (owner: string, address: string): Promise<KeptAnswer | null> =>
  otherwise(
    run<KeptAnswer>(ANSWERS, 'readonly', (store) => store.get(keyOf(owner, address))),
    null,
  )

/** Keeps an answer; one of a saved course stays that course's. Rejects where there is no room for a saved course. */
export const keepAnswer = async (
  owner: string,
  address: string,
  { answer, course = 0 }: { answer: unknown; course?: number },
): Promise<void> => {
  const key = keyOf(owner, address)
  const work = run(ANSWERS, 'readwrite', (store) => {
    const before = store.get(key) as IDBRequest<KeptAnswer | undefined>
    before.onsuccess = () => {
      const kept = course === 0 ? (before.result?.course ?? 0) : course
      store.put({ key, owner, at: Date.now(), course: kept, answer } satisfies KeptAnswer)
    }
    return null
  })
  await (course === 0 ? otherwise(work, null) : work)
}

/** Everything kept from addresses that match, the newest last. */
export const keptWhere = (owner: string, address: RegExp): Promise<readonly unknown[]> =>
  otherwise(
    run<KeptAnswer[]>(ANSWERS, 'readonly', (store) =>
      store.getAll(IDBKeyRange.bound(`${owner} `, `${owner} \uffff`)),
    ).then((all) =>
      (all ?? [])
        .filter(({ key }) => address.test(key))
        .toSorted((a, b) => a.at - b.at)
        .map(({ answer }) => answer),
    ),
    [],
  )

const deleteWhere = (owner: string, course: number, leave: number) =>
  run(ANSWERS, 'readwrite', (store) => {
    const all = store.index('course').getAll(IDBKeyRange.only([owner, course])) as IDBRequest<KeptAnswer[]>
    all.onsuccess = () => {
      const old = all.result.toSorted((a, b) => b.at - a.at).slice(leave)
      for (const { key } of old) store.delete(key)
    }
    return null
  })

/** Of the pages that were merely visited the newest stay. */
export const trimVisited = (owner: string) => otherwise(deleteWhere(owner, 0, VISITED_MAX), null)
export const forgetAnswersOf = (owner: string, course: number) =>
  otherwise(deleteWhere(owner, course, 0), null)

/** Saved courses of this person, as whoever keeps them wrote them. */
export const savedRecords = <T>(owner: string): Promise<T[]> =>
  otherwise(
    run<T[]>(COURSES, 'readonly', (store) =>
      store.getAll(IDBKeyRange.bound(`${owner} `, `${owner} \uffff`)),
    ).then((all) => all ?? []),
    [],
  )
export const putSavedRecord = (owner: string, course: number, record: unknown): Promise<unknown> =>
  run(COURSES, 'readwrite', (store) => store.put(record, keyOf(owner, String(course))))
export const deleteSavedRecord = (owner: string, course: number): Promise<unknown> =>
  otherwise(
    run<undefined>(COURSES, 'readwrite', (store) => store.delete(keyOf(owner, String(course)))),
    null,
  )
