/** Entries that wait to be sent, one row each, so that tabs of one person do not write over each other. */
import { isSameJson } from '#src/shared/lib/same-json.ts'
import { inStore, withPatience } from './db.ts'
import type { OutboxRow } from './schema.ts'

/** An array sorts after every string: the bound includes all rows below. */
const END: string[] = []
export const rowsOf = (owner: string) => IDBKeyRange.bound([owner], [owner, END])
const rowsIn = (owner: string, queue: string) => IDBKeyRange.bound([owner, queue], [owner, queue, END])

export type QueueRow = Pick<OutboxRow, 'id' | 'value'>

/** Rejects when the disk cannot be read. */
export const readRows = (owner: string, queue: string): Promise<readonly QueueRow[]> =>
  inStore('outbox', 'readonly', (store) => store.getAll(rowsIn(owner, queue)))

/**
 * Stores what `change` makes of the queue's rows, read and written in one transaction: what another tab wrote meanwhile
 * is seen, not lost. True once it is on the disk; without a working IndexedDB `change` may never be called.
 */
export const changeRows = (
  owner: string,
  queue: string,
  change: (rows: readonly QueueRow[]) => readonly QueueRow[],
): Promise<boolean> =>
  withPatience(
    inStore('outbox', 'readwrite', async (store) => {
      const before = await store.getAll(rowsIn(owner, queue))
      const after = change(before)
      const kept = new Set(after.map(({ id }) => id))
      const former = new Map(before.map((row) => [row.id, row.value]))
      await Promise.all([
        ...before.filter(({ id }) => !kept.has(id)).map(({ id }) => store.delete([owner, queue, id])),
        ...after
          .filter(({ id, value }) => !former.has(id) || !isSameJson(former.get(id), value))
          .map(({ id, value }) => store.put({ owner, queue, id, value })),
      ])
      return true
    }),
    false,
  )

/** Writes or removes (null) one row; true once that is on the disk. */
export const writeRow = (owner: string, queue: string, id: string, value: unknown): Promise<boolean> =>
  withPatience(
    inStore('outbox', 'readwrite', async (store) => {
      if (value === null) await store.delete([owner, queue, id])
      else await store.put({ owner, queue, id, value })
      return true
    }),
    false,
  )

/** Null when there is none, or the disk cannot be read. */
export const readRow = <T>(owner: string, queue: string, id: string): Promise<T | null> =>
  withPatience(
    inStore('outbox', 'readonly', async (store) => {
      return ((await store.get([owner, queue, id]))?.value ?? null) as T | null
    }),
    null,
  )
