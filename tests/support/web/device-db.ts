/** The device's database in memory, for tests of what is stored there. Importing this gives the page an IndexedDB. */
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { vi } from 'vitest'
import { openDevice, transact } from '#src/core/offline/db.ts'
import type { OutboxRow } from '#src/core/offline/schema.ts'

/** Everything that is on the device goes. */
export const emptyDevice = async (): Promise<void> => {
  const { objectStoreNames } = await openDevice()
  await transact([...objectStoreNames], 'readwrite', (transaction) =>
    Promise.all([...objectStoreNames].map((name) => transaction.objectStore(name).clear())),
  )
}

/** Databases of their own, as on another device: for modules that are imported anew afterwards. */
export const anotherDevice = (): IDBFactory => {
  const factory = new IDBFactory()
  globalThis.indexedDB = factory
  return factory
}

export const outboxRows = (): Promise<OutboxRow[]> =>
  transact(['outbox'], 'readonly', (transaction) => transaction.objectStore('outbox').getAll())

type Method = (...given: never[]) => unknown
type Methods<T> = { [K in keyof T]-?: T[K] extends Method ? K : never }[keyof T]
type Given<T, K extends keyof T> = T[K] extends (...given: infer P) => unknown ? P : never
type Result<T, K extends keyof T> = T[K] extends (...given: never[]) => infer R ? R : never

/**
 * Puts `instead` in the place of a method of IndexedDB; `run` is the method itself, on the same object.
 * `vi.restoreAllMocks()` takes it back.
 */
export const intercept = <T extends object, K extends Methods<T>>(
  prototype: T,
  name: K,
  instead: (run: (...given: Given<T, K>) => Result<T, K>, target: T, ...given: Given<T, K>) => Result<T, K>,
): void => {
  const method = Object.getOwnPropertyDescriptor(prototype, name)?.value as Method
  const spied = vi.spyOn(prototype, name as never) as unknown as {
    mockImplementation: (replacement: (this: T, ...given: Given<T, K>) => Result<T, K>) => void
  }
  spied.mockImplementation(function (this: T, ...given) {
    const run = (...passed: Given<T, K>) => Reflect.apply(method, this, passed) as Result<T, K>
    return instead(run, this, ...given)
  })
}
