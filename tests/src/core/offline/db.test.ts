/** The device's database in browsers that work, and in those that do not (F5). */
import { openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type * as Db from '#src/core/offline/db.ts'
import { anotherDevice, intercept } from '#tests/support/web/device-db.ts'

const NAME = 'lms-device'
const freshModule = async (): Promise<typeof Db> => {
  vi.resetModules()
  return import('#src/core/offline/db.ts')
}

beforeEach(() => void anotherDevice())
// A rejection that nobody handles fails the run.
afterEach(() => void vi.restoreAllMocks())

describe('the database of a device', () => {
  it('gives back what was written, after a new start too', async () => {
    const first = await freshModule()
    expect(await first.writeValue('personal', 'a', { b: 1 })).toBe(true)
    const next = await freshModule()
    expect(await next.readValue('personal', 'a')).toEqual({ b: 1 })
    expect(await next.deleteValue('personal', 'a')).toBe(true)
    expect(await next.readValue('personal', 'a')).toBeNull()
  })

  it('keeps nothing of a transaction whose work fails', async () => {
    const { inStore, readValue } = await freshModule()
    const broken = inStore('personal', 'readwrite', async (store) => {
      await store.put(1, 'a')
      throw new Error('no')
    })
    await expect(broken).rejects.toThrow('no')
    expect(await readValue('personal', 'a')).toBeNull()
  })

  it('goes on in a tab of an older build after a newer one added a store', async () => {
    const before = await freshModule()
    await before.writeValue('personal', 'a', 1)
    const newer = await openDB(NAME, 2, { upgrade: (db) => void db.createObjectStore('added') })
    newer.close()
    // The open tab let the newer build in, and opens the database again.
    expect(await before.readValue('personal', 'a')).toBe(1)
    const after = await freshModule()
    expect(await after.writeValue('personal', 'b', 2)).toBe(true)
    expect(await after.readValue('personal', 'a')).toBe(1)
  })

  it('is opened again when its connection was closed', async () => {
    const { openDevice, readValue, writeValue } = await freshModule()
    await writeValue('personal', 'a', 1)
    const db = await openDevice()
    db.close()
    expect(await readValue('personal', 'a')).toBe(1)
  })
})

describe('a browser without a working IndexedDB', () => {
  const expectNothing = async (db: typeof Db) => {
    expect(await db.readValue('personal', 'a')).toBeNull()
    expect(await db.writeValue('personal', 'a', 1)).toBe(false)
    expect(await db.deleteValue('personal', 'a')).toBe(false)
    await expect(db.inStore('personal', 'readonly', (store) => store.get('a'))).rejects.toBeInstanceOf(Error)
  }

  it('reads null and writes nothing where there is none', async () => {
    const { indexedDB: present } = globalThis
    try {
      Object.defineProperty(globalThis, 'indexedDB', { value: undefined, configurable: true, writable: true })
      await expectNothing(await freshModule())
    } finally {
      Object.defineProperty(globalThis, 'indexedDB', { value: present, configurable: true, writable: true })
    }
  })

  it('reads null and writes nothing where opening is refused', async () => {
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    await expectNothing(await freshModule())
  })

  it('waits a second for one that never answers, and no longer', async () => {
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(
      () =>
        Object.create(IDBOpenDBRequest.prototype, {
          addEventListener: { value: () => undefined },
        }) as IDBOpenDBRequest,
    )
    const db = await freshModule()
    const began = performance.now()
    expect(await db.readValue('personal', 'a')).toBeNull()
    expect(performance.now() - began).toBeGreaterThan(900)
    expect(performance.now() - began).toBeLessThan(2000)
  })

  it('reads null and writes nothing where every transaction aborts', async () => {
    const db = await freshModule()
    await db.openDevice()
    intercept(IDBDatabase.prototype, 'transaction', (run, _db, ...given) => {
      const transaction = run(...given)
      transaction.abort()
      return transaction
    })
    await expectNothing(db)
  })
})
