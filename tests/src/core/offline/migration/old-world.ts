/** A device as the builds before this one left it, and starts of this build that may be killed before any write. */
import { vi } from 'vitest'
import type * as Db from '#src/core/offline/db.ts'
import type * as TakeOver from '#src/core/offline/migration/take-over.ts'
import { anotherDevice, intercept } from '#tests/support/web/device-db.ts'

type Rows = Record<string, unknown>

/** By `database/store`; values with keys of their own by any name. */
export type OldRows = Partial<Record<keyof typeof STORES, Rows>>

const STORES = {
  'lms/kv': { keyPath: null, index: null },
  'lms-activity/segments': { keyPath: 'segment.id', index: 'owner' },
  'lms-attempts/records': { keyPath: null, index: null },
  'lms-sealed/keys': { keyPath: 'person', index: null },
  'lms-sealed/pieces': { keyPath: 'id', index: 'owner' },
  'lms_saved/answers': { keyPath: 'key', index: null },
  'lms_saved/courses': { keyPath: null, index: null },
} as const
type StoreName = keyof typeof STORES

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('failed'))
  })

/** As a former build opens one of its databases: it makes room when another one wants to change it. */
export const openAsBefore = (database: string, { frozen = false } = {}): Promise<IDBDatabase> => {
  const request = indexedDB.open(database, 1)
  request.onupgradeneeded = () => {
    for (const [name, { keyPath, index }] of Object.entries(STORES)) {
      const [owner = '', store = ''] = name.split('/')
      if (owner !== database) continue
      const made = request.result.createObjectStore(store, { keyPath, autoIncrement: keyPath === 'id' })
      if (index) made.createIndex(index, index)
    }
  }
  return done(request).then((db) => {
    if (!frozen) db.onversionchange = () => db.close()
    return db
  })
}

/** Writes as a tab of a former build does. */
export const writeAsBefore = async (store: StoreName, rows: Rows): Promise<void> => {
  const [database = '', name = ''] = store.split('/')
  const db = await openAsBefore(database)
  const transaction = db.transaction(name, 'readwrite')
  for (const [key, value] of Object.entries(rows))
    transaction.objectStore(name).put(value, STORES[store].keyPath === null ? key : undefined)
  await new Promise((resolve) => {
    transaction.oncomplete = resolve
  })
  db.close()
}

const namesOnDevice = async () => (await indexedDB.databases()).map(({ name }) => name ?? '')

/** What is left in databases of former builds, by `database/store`; empty stores are left out. */
export const leftInOldDatabases = async (): Promise<Record<string, unknown[]>> => {
  const left: Record<string, unknown[]> = {}
  for (const database of await namesOnDevice()) {
    if (database === 'lms-device') continue
    const db = await done(indexedDB.open(database))
    for (const store of db.objectStoreNames) {
      const values = await done<unknown[]>(db.transaction(store).objectStore(store).getAll())
      if (values.length > 0) left[`${database}/${store}`] = values
    }
    db.close()
  }
  return left
}
export const oldDatabaseNames = async () =>
  (await namesOnDevice()).filter((name) => name !== 'lms-device').toSorted()

/** Bytes as numbers: those of two realms are never equal. */
export const withNumbers = (value: unknown): unknown => {
  const { nonce, data, ...rest } = value as { nonce: Uint8Array; data: ArrayBuffer }
  return { ...rest, nonce: [...nonce], data: [...new Uint8Array(data)] }
}

/** Everything that is in the device's database, by store. */
export const onDevice = async (): Promise<Record<string, unknown[]>> => {
  const db = await done(indexedDB.open('lms-device'))
  const found: Record<string, unknown[]> = {}
  for (const store of db.objectStoreNames) {
    const rows = db.transaction(store).objectStore(store)
    const [keys, values] = await Promise.all([done(rows.getAllKeys()), done<unknown[]>(rows.getAll())])
    found[store] = keys.flatMap((key, index) =>
      key === 'moved_at' ? [] : [rows.keyPath === null ? [key, values[index]] : values[index]],
    )
  }
  db.close()
  return { ...found, encrypted: (found['encrypted'] ?? []).map(withNumbers) }
}

export class Killed extends Error {}

/** The browser dies before the write transaction of this number, and everything after it fails. */
const dieAt = (number: number) => {
  let writes = 0
  const write = () => {
    writes += 1
    if (writes >= number) throw new Killed(`killed at write ${writes}`)
  }
  intercept(IDBDatabase.prototype, 'transaction', (run, _db, ...given) => {
    if (given[1] === 'readwrite') write()
    return run(...given)
  })
  intercept(IDBFactory.prototype, 'deleteDatabase', (run, _factory, name) => {
    write()
    return run(name)
  })
  return () => writes
}

interface Start {
  db: typeof Db
  takeOver: typeof TakeOver
}

/** A page of this build, from its beginning: modules are loaded anew, connections of the page before are gone. */
export const start = async (): Promise<Start> => {
  const before = opened.splice(0)
  for (const db of before) db.close()
  vi.resetModules()
  const page: Start = {
    db: await import('#src/core/offline/db.ts'),
    takeOver: await import('#src/core/offline/migration/take-over.ts'),
  }
  opened.push(await page.db.openDevice())
  return page
}
const opened: { close: () => void }[] = []

/** Starts, and takes over what is there; answers how many write transactions that took. */
export const startAndDie = async (atWrite = Number.POSITIVE_INFINITY): Promise<number> => {
  const writes = dieAt(atWrite)
  try {
    const { takeOver } = await start()
    await takeOver.takeOverOldRows()
  } catch (error) {
    if (!(error instanceof Killed)) throw error
  } finally {
    vi.restoreAllMocks()
  }
  return writes()
}

export const aFormerDevice = async (rows: OldRows) => {
  anotherDevice()
  for (const [store, given] of Object.entries(rows)) await writeAsBefore(store as StoreName, given)
}
