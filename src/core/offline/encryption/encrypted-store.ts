/** Encrypted pieces on this device, and the keys of the signed-in person. No sign-out clears these stores. */
import { inStore } from '../db.ts'
import type { DeviceKeys, StoredPiece } from '../schema.ts'
import type { EncryptedStore } from './encrypt-outbox.ts'

/** A database that cannot be read has nothing for anybody. */
const orElse = <T>(work: Promise<T>, fallback: T): Promise<T> => work.catch(() => fallback)

/** Rejects where the browser keeps none. */
export const putKeys = (keys: DeviceKeys): Promise<unknown> =>
  inStore('keys', 'readwrite', (store) => store.put(keys))

export const encryptedStore: EncryptedStore = {
  keys: () =>
    orElse(
      inStore('keys', 'readonly', (store) => store.getAll()),
      [],
    ),
  add: (piece) => inStore('encrypted', 'readwrite', (store) => store.add(piece)),
  any: () =>
    orElse(
      inStore('encrypted', 'readonly', async (store) => (await store.count()) > 0),
      false,
    ),
  of: (owner) =>
    orElse(
      inStore(
        'encrypted',
        'readonly',
        (store) => store.index('owner').getAll(owner) as Promise<StoredPiece[]>,
      ),
      [],
    ),
  change: (piece) => inStore('encrypted', 'readwrite', (store) => store.put(piece)),
  remove: (id) => inStore('encrypted', 'readwrite', (store) => store.delete(id)),
  dropKeys: (person) => inStore('keys', 'readwrite', (store) => store.delete(person)),
}
