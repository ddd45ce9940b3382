/**
 * Pending entries shared by several tabs of one person. Each version of an entry has an id: by it a tab knows whether
 * a stored row is one it already had (and sent or changed since) or one that another tab wrote.
 */
import { joined, keyOf, type Pending } from './pending.ts'

/** One version of an entry. */
export interface Row {
  entry: Pending
  id: string
  /** When it was last changed, and when it was first queued (epoch ms). */
  at: number
  since: number
}
/** A stored row; rows of older builds have neither id nor times. */
export type KeptRow = Pending & { id?: string | undefined; at?: number; since?: number }

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

export const createRows = (now: () => number) => {
  const rows = new Map<string, Row>()
  /** Ids of every version that this tab has seen. */
  const known = new Set<string>()
  /** Ids of finished versions that other tabs have not been notified of. */
  let finished: string[] = []
  const tabId = Math.random().toString(36).slice(2)
  let count = 0

  const store = (row: Row) => {
    known.add(row.id)
    rows.set(keyOf(row.entry), row)
  }
  const createRow = (entry: Pending, at: number, since: number): Row => ({
    entry,
    id: `${tabId}-${(count += 1)}`,
    at,
    since,
  })
  const finish = (id: string) => {
    known.add(id)
    finished.push(id)
  }
  const remove = (key: string): boolean => {
    const row = rows.get(key)
    if (row) finish(row.id)
    return rows.delete(key)
  }

  /** Merges a version that this tab has not seen; the newer of the two wins. */
  const adopt = ({ id, at = 0, since = now(), ...entry }: KeptRow) => {
    const current = rows.get(keyOf(entry))
    if (!current) return store(id === undefined ? createRow(entry, at, since) : { entry, id, at, since })
    const merged = current.at > at ? joined(entry, current.entry) : joined(current.entry, entry)
    if (id !== undefined) finish(id)
    if (isSame(merged, current.entry)) return undefined
    finish(current.id)
    return store(createRow(merged, Math.max(current.at, at), Math.min(current.since, since)))
  }

  return {
    all: () => [...rows.values()],
    keys: () => [...rows.keys()],
    get: (key: string): Pending | undefined => rows.get(key)?.entry,
    remove,
    /** Merges a new entry into the pending one. */
    add: (entry: Pending) => {
      const old = rows.get(keyOf(entry))
      if (old) finish(old.id)
      store(createRow(old ? joined(old.entry, entry) : entry, now(), old?.since ?? now()))
    },
    /** Replaces an entry by the part that is still unsent. */
    replace: (entry: Pending) => {
      const old = rows.get(keyOf(entry))
      if (old?.entry === entry) return
      if (old) finish(old.id)
      store(createRow(entry, old?.at ?? now(), old?.since ?? now()))
    },
    /** Takes in rows that other tabs wrote. */
    takeIn: (disk: readonly KeptRow[]) => {
      for (const row of disk) if (row.id === undefined || !known.has(row.id)) adopt(row)
    },
    /** Drops versions that another tab sent, changed or discarded. */
    forget: (ids: readonly string[]) => {
      const dropped = new Set(ids)
      for (const id of ids) known.add(id)
      for (const [key, { id }] of rows) if (dropped.has(id)) rows.delete(key)
    },
    /** Returns the ids of finished versions and clears the list. */
    takeOver: (): readonly string[] => {
      const ids = finished
      finished = []
      return ids
    },
    toDisk: (): readonly KeptRow[] => [...rows.values()].map(({ entry, ...row }) => ({ ...entry, ...row })),
    clear: () => rows.clear(),
  }
}
