/**
 * Moves what former builds kept into the device's database. Those builds had five databases; tabs of them may be open
 * and go on writing. Therefore:
 *
 * 1. Rows are copied in one transaction. A row that is there already is joined with the moved one (`old-layout.ts`).
 * 2. Only then they are removed from the old database, each only while it still is what was copied. What an old tab wrote
 *    in between stays for the next start, and a crash at any point repeats work whose repetition changes nothing.
 * 3. What old tabs, and the old service worker, still read stays for a day: cached responses, the keys that encrypt at
 *    sign-out, and whose push messages are shown. A sign-out takes these too.
 * 4. A database without rows is deleted, behind a version that no old tab can open: none writes to it in between.
 *
 * No old database is opened with another version before it is empty: that would wait for a frozen tab.
 */
import { deleteDB, openDB, type IDBPDatabase, type IDBPTransaction, type StoreNames } from 'idb'
import { createExclusive } from '#src/shared/lib/exclusive.ts'
import { isSameJson } from '#src/shared/lib/same-json.ts'
import { convertRow, type MovedRow } from './old-layout.ts'
import { MOVED, type DeviceDb, type DeviceSchema, type EncryptedPiece } from '../schema.ts'

/** Tabs of a former build ask to be loaded anew; a day later hardly one is left. */
export const SHARED_FOR_MS = 86_400_000
/** What old tabs, or the old worker, read. */
const isShared = ({ store, key }: OldRow) =>
  store === 'lms-sealed/keys' ||
  store.startsWith('lms_saved/') ||
  (store === 'lms/kv' && key === 'push_owner')

interface OldRow {
  /** `database/store`. */
  store: string
  key: IDBValidKey
  value: unknown
}

const oneTabAtATime = createExclusive(() => navigator.locks as LockManager | undefined, 'lms-old-databases')

/** Null when there is no such database: looking for one does not make it. */
const openOld = async (name: string): Promise<IDBPDatabase | null> => {
  try {
    return await openDB(name, undefined, {
      upgrade: (_db, _from, _to, transaction) => cancel(transaction),
      blocking: (_current, _wanted, event) => (event.target as IDBDatabase).close(),
    })
  } catch {
    return null
  }
}

const cancel = (transaction: { abort: () => void; done: Promise<void> }) => {
  transaction.done.catch(() => undefined)
  transaction.abort()
}

const readAll = async (db: IDBPDatabase): Promise<OldRow[]> => {
  const rows: OldRow[] = []
  for (const name of db.objectStoreNames) {
    const { store, done } = db.transaction(name)
    const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll(), done])
    for (const [index, key] of keys.entries())
      rows.push({ store: `${db.name}/${name}`, key, value: values[index] as unknown })
  }
  return rows
}

const isPiece = ({ store }: OldRow) => store === 'lms-sealed/pieces'

/** A row that cannot be read as what it should be is not moved. */
const convert = (row: OldRow): MovedRow[] => {
  try {
    return convertRow(row.store, typeof row.key === 'string' ? row.key : '', row.value)
  } catch {
    return []
  }
}

type CopyTransaction = IDBPTransaction<DeviceSchema, StoreNames<DeviceSchema>[], 'readwrite'>

const putMoved = async (transaction: CopyTransaction, { store, key, value, choose }: MovedRow) => {
  const target = transaction.objectStore(store)
  const present: unknown = await target.get(key as never)
  const chosen = present === undefined ? value : choose(present as never, value as never)
  await (target.keyPath === null ? target.put(chosen as never, key as never) : target.put(chosen as never))
}

/** Its number may be taken here; no two pieces have the same nonce. */
const addPiece = async (transaction: CopyTransaction, moved: EncryptedPiece) => {
  const { id: _, ...piece } = moved
  const target = transaction.objectStore('encrypted')
  const known = await target.index('owner').getAll(piece.owner)
  if (!known.some(({ nonce }) => isSameJson([...nonce], [...piece.nonce]))) await target.add(piece)
}

/** One transaction over everything: afterwards all rows are here, or none. */
const copy = async (device: DeviceDb, pieces: readonly OldRow[], rows: readonly MovedRow[]) => {
  const transaction: CopyTransaction = device.transaction([...device.objectStoreNames], 'readwrite', {
    durability: 'strict',
  })
  const work = async () => {
    for (const { value } of pieces) await addPiece(transaction, value as EncryptedPiece)
    for (const row of rows) await putMoved(transaction, row)
    const marks = transaction.objectStore('device')
    if ((await marks.get(MOVED)) === undefined) await marks.put(Date.now(), MOVED)
  }
  await Promise.all([work(), transaction.done])
}

/** Removes a row only while it is what was copied. Pieces never change except for a mark. */
const removeCopied = async (db: IDBPDatabase, rows: readonly OldRow[]) => {
  for (const name of db.objectStoreNames) {
    const copied = rows.filter(({ store }) => store === `${db.name}/${name}`)
    if (copied.length === 0) continue
    const { store, done } = db.transaction(name, 'readwrite', { durability: 'strict' })
    const remove = async (row: OldRow) => {
      if (isPiece(row) || isSameJson(await store.get(row.key), row.value)) await store.delete(row.key)
    }
    await Promise.all([...copied.map(remove), done])
  }
}

/** Higher than any version of it: from then on no old tab can write to it. */
const FENCE = 1000

const deleteIfEmpty = async (name: string) => {
  const db = await openDB(name, FENCE, {
    upgrade: (old, _from, _to, transaction) => {
      const stores = [...old.objectStoreNames].map((store) => transaction.objectStore(store))
      void Promise.all(stores.map((store) => store.count()))
        .then((counts) => counts.some((count) => count > 0) && cancel(transaction))
        .catch(() => undefined)
    },
  })
  db.close()
  await deleteDB(name)
}

const moveRows = async (device: DeviceDb, databases: readonly IDBPDatabase[], all: boolean) => {
  const rows = (await Promise.all(databases.map(readAll))).flat()
  const moved = new Map(rows.filter((row) => !isPiece(row)).map((row) => [row, convert(row)]))
  await copy(device, rows.filter(isPiece), [...moved.values()].flat())
  const isDone = (row: OldRow) => all || (!isShared(row) && moved.get(row)?.length !== 0)
  for (const db of databases) await removeCopied(db, rows.filter(isDone))
}

/**
 * Moves the rows of these databases. `all` takes what old tabs still read as well, and deletes what is empty then: at
 * a sign-out, and once the former build is a day old.
 */
export const moveFrom = (device: DeviceDb, names: readonly string[], all = false): Promise<void> =>
  oneTabAtATime(async () => {
    const movedAt = (await device.get('device', MOVED)) as number | undefined
    const isOver = all || (movedAt !== undefined && Date.now() - movedAt > SHARED_FOR_MS)
    const databases = (await Promise.all(names.map(openOld))).filter((db) => db !== null)
    try {
      await moveRows(device, databases, isOver)
    } finally {
      for (const db of databases) db.close()
    }
    // A frozen tab may hold one of them open: nothing waits for that.
    if (isOver) for (const name of names) void deleteIfEmpty(name).catch(() => undefined)
  })
