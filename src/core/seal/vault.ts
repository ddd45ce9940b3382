/** Where sealed pieces lie, with the keys of who is signed in: a database that no sign-out deletes. */
import { SEALED_DB } from '#src/core/storage/databases.ts'
import type { PersonsKeys } from './cipher.ts'
import { transact } from './rows.ts'
import type { KeptPiece, Vault } from './sealing.ts'

const KEYS = 'keys'
const PIECES = 'pieces'
const BY_OWNER = 'owner'

const make = (db: IDBDatabase) => {
  db.createObjectStore(KEYS, { keyPath: 'person' })
  db.createObjectStore(PIECES, { keyPath: 'id', autoIncrement: true }).createIndex(BY_OWNER, 'owner')
}
const there = (store: string) => ({ db: SEALED_DB, store })
/** A database that cannot be read has nothing for anybody. */
const read = <T>(
  store: string,
  nothing: T,
  action: (rows: IDBObjectStore, give: (found: T) => void) => void,
) => transact(there(store), 'readonly', nothing, action).catch(() => nothing)

/** Keeps keys for this device until their owner leaves; rejects where the browser keeps none. */
export const putKeys = (mine: PersonsKeys): Promise<null> =>
  transact<null>({ ...there(KEYS), make }, 'readwrite', null, (rows) => rows.put(mine))

export const vault: Vault = {
  keys: () =>
    read<readonly PersonsKeys[]>(KEYS, [], (rows, give) => {
      const all = rows.getAll() as IDBRequest<PersonsKeys[]>
      all.onsuccess = () => give(all.result)
    }),
  add: async (piece) => {
    const added = await transact(there(PIECES), 'readwrite', false, (rows, give) => {
      rows.add(piece)
      give(true)
    })
    if (!added) throw new Error('nowhere to seal it')
  },
  any: () =>
    read(PIECES, false, (rows, give) => {
      const count = rows.count()
      count.onsuccess = () => give(count.result > 0)
    }),
  of: (owner) =>
    read<readonly KeptPiece[]>(PIECES, [], (rows, give) => {
      const all = rows.index(BY_OWNER).getAll(owner) as IDBRequest<KeptPiece[]>
      all.onsuccess = () => give(all.result)
    }),
  change: (piece) => transact<null>(there(PIECES), 'readwrite', null, (rows) => rows.put(piece)),
  remove: (id) => transact<null>(there(PIECES), 'readwrite', null, (rows) => rows.delete(id)),
  dropKeys: (person) => transact<null>(there(KEYS), 'readwrite', null, (rows) => rows.delete(person)),
}
