/**
 * The device's one database, for what must survive a crash: local storage written seconds before one is lost, IndexedDB
 * with strict durability is not (trust: Facts measured). Its functions never hang, and `readValue` and the other short
 * forms never throw: without a working IndexedDB they read null and write nothing (F5).
 */
import { openDB, type IDBPObjectStore, type IDBPTransaction, type StoreNames } from 'idb'
import { MOVED, type DeviceDb, type DeviceSchema } from './schema.ts'

type Store = StoreNames<DeviceSchema>
type Transaction<S extends Store, M extends IDBTransactionMode> = IDBPTransaction<DeviceSchema, S[], M>

const NAME = 'lms-device'
/**
 * The version history. A step only ever adds: tabs of an older build go on with a database of a newer one, so nothing
 * that they write to may go or change its shape.
 */
const VERSIONS: readonly ((db: DeviceDb) => void)[] = [
  (db) => {
    db.createObjectStore('outbox', { keyPath: ['owner', 'queue', 'id'] })
    db.createObjectStore('encrypted', { keyPath: 'id', autoIncrement: true }).createIndex('owner', 'owner')
    db.createObjectStore('keys', { keyPath: 'person' })
    db.createObjectStore('device')
    db.createObjectStore('personal')
    db.createObjectStore('responses', { keyPath: 'key' }).createIndex('course', ['owner', 'course'])
    db.createObjectStore('courses')
  },
]

/** Databases of the builds before this one; their rows move here (`old-databases.ts`). */
const OLD_NAMES = ['lms', 'lms-activity', 'lms-attempts', 'lms-sealed', 'lms_saved']

/** A frozen tab may hold the database: nothing waits for it longer than this. */
const PATIENCE_MS = 1000
/** The first start of this build may have saved courses to move. */
const MOVING_PATIENCE_MS = 8000

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

let moving: Promise<unknown> | null = null

/** `fallback` when the work fails or takes too long; while rows of a former build are moved, it may take longer. */
export const withPatience = <T>(work: Promise<T>, fallback: T, ms = PATIENCE_MS): Promise<T> =>
  new Promise((resolve) => {
    const giveUp = () => resolve(fallback)
    const late = () => (moving ? void moving.then(() => setTimeout(giveUp, ms)) : giveUp())
    const timer = setTimeout(late, ms)
    void work.then(resolve, giveUp).finally(() => clearTimeout(timer))
  })

/** Names of old databases that are on this device; all of them where the browser does not tell. */
export const oldDatabases = async (): Promise<readonly string[]> => {
  if (!('databases' in indexedDB)) return OLD_NAMES
  const found = await indexedDB.databases()
  return OLD_NAMES.filter((name) => found.some((database) => database.name === name))
}

const openAnyVersion = async (): Promise<DeviceDb> => {
  const callbacks: Parameters<typeof openDB<DeviceSchema>>[2] = {
    upgrade: (db, from) => {
      for (const step of VERSIONS.slice(from)) step(db)
    },
    // A newer build wants to add stores: this tab opens it again with them.
    blocking: (_current, _wanted, event) => {
      ;(event.target as IDBDatabase).close()
      opening = null
    },
    terminated: () => {
      opening = null
    },
  }
  try {
    return await openDB<DeviceSchema>(NAME, VERSIONS.length, callbacks)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'VersionError')
      return openDB<DeviceSchema>(NAME, undefined, callbacks)
    throw error
  }
}

const hasMoved = async (db: DeviceDb): Promise<boolean> => {
  const transaction = db.transaction('device')
  // The request reports the failure; nothing else listens to this promise.
  transaction.done.catch(() => undefined)
  return (await transaction.store.get(MOVED)) !== undefined
}

const open = async (): Promise<DeviceDb> => {
  const db = await openAnyVersion()
  if (!(await hasMoved(db))) {
    moving = Promise.race([moveOldRows(db).catch(() => undefined), sleep(MOVING_PATIENCE_MS)])
    await moving
    moving = null
  }
  return db
}

/** Rows that cannot be moved now are moved by the next start: the old databases keep them. */
const moveOldRows = async (db: DeviceDb) => {
  const names = await oldDatabases()
  if (names.length === 0) return db.put('device', Date.now(), MOVED)
  const { moveFrom } = await import('./migration/old-databases.ts')
  return moveFrom(db, names)
}

let opening: Promise<DeviceDb> | null = null
/** Stays open from the first use: a write while the page unloads must not wait for opening. */
export const openDevice = (): Promise<DeviceDb> => {
  opening ??= open().catch((error: unknown) => {
    opening = null
    throw error
  })
  return opening
}

const begin = async <S extends Store, M extends 'readonly' | 'readwrite'>(
  stores: readonly S[],
  mode: M,
  durability: 'strict' | 'relaxed',
): Promise<Transaction<S, M>> => {
  const opened = openDevice()
  const db = await opened
  try {
    return db.transaction([...stores], mode, { durability })
  } catch (error) {
    if (opening === opened) opening = null
    throw error
  }
}

/**
 * One transaction; what it wrote is on the disk when the promise is fulfilled, unless `relaxed` says that it may be
 * lost with a crash. Rejects without a working IndexedDB.
 */
export const transact = async <T, S extends Store, M extends 'readonly' | 'readwrite'>(
  stores: readonly S[],
  mode: M,
  work: (transaction: Transaction<S, M>) => Promise<T>,
  durability: 'strict' | 'relaxed' = 'strict',
): Promise<T> => {
  // Closed under it, by the browser or for a newer build, the database is opened once more.
  const transaction = await begin(stores, mode, durability).catch(() => begin(stores, mode, durability))
  // If the work throws at once, nothing listens to this promise yet.
  transaction.done.catch(() => undefined)
  try {
    const [result] = await Promise.all([work(transaction), transaction.done])
    return result
  } catch (error) {
    abort(transaction)
    throw error
  }
}

const abort = (transaction: { abort: () => void }) => {
  try {
    transaction.abort()
  } catch {
    // It has ended already.
  }
}

type ObjectStore<S extends Store, M extends IDBTransactionMode> = IDBPObjectStore<DeviceSchema, S[], S, M>

/** {@link transact} for one store. */
export const inStore = <T, S extends Store, M extends 'readonly' | 'readwrite'>(
  name: S,
  mode: M,
  work: (store: ObjectStore<S, M>) => Promise<T>,
  durability?: 'strict' | 'relaxed',
): Promise<T> => transact([name], mode, (transaction) => work(transaction.objectStore(name)), durability)

type ValueStore = 'device' | 'personal'

export const readValue = <T>(name: ValueStore, key: string): Promise<T | null> =>
  withPatience(
    inStore(name, 'readonly', async (store) => ((await store.get(key)) ?? null) as T | null),
    null,
  )

/** True once the value is on the disk. */
export const writeValue = (name: ValueStore, key: string, value: unknown): Promise<boolean> =>
  withPatience(
    inStore(name, 'readwrite', (store) => store.put(value, key)).then(() => true),
    false,
  )

export const deleteValue = (name: ValueStore, key: string): Promise<boolean> =>
  withPatience(
    inStore(name, 'readwrite', (store) => store.delete(key)).then(() => true),
    false,
  )
