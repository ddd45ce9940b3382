/**
 * What waits, as several tabs of one person share it. Each version of an entry has a name of its own: a tab knows by the
 * name whether a row on the disk is one it had (and sent, or changed since) or one that another tab wrote meanwhile.
 */
import { joined, keyOf, type Pending } from './pending.ts'

/** One version of an entry. */
export interface Row {
  entry: Pending
  id: string
  /** When it was changed last, and since when it waits; ms since 1970. */
  at: number
  since: number
}
/** On the disk; what an older build left there has neither name nor moment. */
export type KeptRow = Pending & { id?: string | undefined; at?: number; since?: number }

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

export const createRows = (now: () => number) => {
  const rows = new Map<string, Row>()
  /** Every version that this tab ever had. */
  const known = new Set<string>()
  /** Versions that are over and of which other tabs have not been told. */
  let over: string[] = []
  const tab = Math.random().toString(36).slice(2)
  let count = 0

  const put = (row: Row) => {
    known.add(row.id)
    rows.set(keyOf(row.entry), row)
  }
  const next = (entry: Pending, at: number, since: number): Row => ({
    entry,
    id: `${tab}-${(count += 1)}`,
    at,
    since,
  })
  const end = (id: string) => {
    known.add(id)
    over.push(id)
  }
  const remove = (key: string): boolean => {
    const row = rows.get(key)
    if (row) end(row.id)
    return rows.delete(key)
  }

  /** A version that this tab has not seen: it joins what is here by which of the two is younger. */
  const adopt = ({ id, at = 0, since = now(), ...entry }: KeptRow) => {
    const mine = rows.get(keyOf(entry))
    if (!mine) return put(id === undefined ? next(entry, at, since) : { entry, id, at, since })
    const both = mine.at > at ? joined(entry, mine.entry) : joined(mine.entry, entry)
    if (id !== undefined) end(id)
    if (same(both, mine.entry)) return undefined
    end(mine.id)
    return put(next(both, Math.max(mine.at, at), Math.min(mine.since, since)))
  }

  return {
    all: () => [...rows.values()],
    keys: () => [...rows.keys()],
    get: (key: string): Pending | undefined => rows.get(key)?.entry,
    remove,
    /** What is learned now joins what waits. */
    add: (entry: Pending) => {
      const old = rows.get(keyOf(entry))
      if (old) end(old.id)
      put(next(old ? joined(old.entry, entry) : entry, now(), old?.since ?? now()))
    },
    /** What is left of it after a part arrived. */
    replace: (entry: Pending) => {
      const old = rows.get(keyOf(entry))
      if (old?.entry === entry) return
      if (old) end(old.id)
      put(next(entry, old?.at ?? now(), old?.since ?? now()))
    },
    /** What other tabs wrote since this one looked last. */
    takeIn: (disk: readonly KeptRow[]) => {
      for (const row of disk) if (row.id === undefined || !known.has(row.id)) adopt(row)
    },
    /** Another tab sent, changed or gave up these versions. */
    forget: (ids: readonly string[]) => {
      const gone = new Set(ids)
      for (const id of ids) known.add(id)
      for (const [key, { id }] of rows) if (gone.has(id)) rows.delete(key)
    },
    /** Names of what is over, once. */
    takeOver: (): readonly string[] => {
      const told = over
      over = []
      return told
    },
    toDisk: (): readonly KeptRow[] => [...rows.values()].map(({ entry, ...row }) => ({ ...entry, ...row })),
    clear: () => rows.clear(),
  }
}
