/** Where something may wait on this device: queues, study time, exams, changes to courses, and what is being written. */
import { keys } from '#src/core/storage/keys.ts'
import {
  ACTIVITY_DB,
  ACTIVITY_STORE,
  ATTEMPTS_DB,
  ATTEMPTS_STORE,
  KV_DB,
  KV_STORE,
} from '#src/core/storage/databases.ts'
import { backPlace } from './back.ts'
import { draftsPlace } from './drafts-place.ts'
import { transact } from './rows.ts'
import type { Place, Plain } from './sealing.ts'

interface Rows {
  db: string
  store: string
  mine: (person: string, key: string, value: unknown) => boolean
  /** Where it is put back; where it was unless said. */
  back?: (key: string) => string
  /** What stands there together with what comes back; what stands there unless said. */
  join?: (there: unknown, back: unknown) => unknown
  /** What stands there goes first; until then the other stays sealed. */
  waits?: boolean
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const rowsPlace = (
  name: string,
  { db, store, mine, back = (key) => key, join, waits = false }: Rows,
): Place => {
  const at = { db, store }
  return {
    name,
    of: (person) =>
      transact<readonly Plain[]>(at, 'readonly', [], (rows, give) => {
        const found: Plain[] = []
        const request = rows.openCursor()
        request.onsuccess = () => {
          const row = request.result
          if (!row) return give(found)
          const { key } = row
          const value = row.value as unknown
          if (typeof key === 'string' && mine(person, key, value)) found.push({ key, value })
          row.continue()
        }
      }),
    remove: ({ key, value }) =>
      transact<null>(at, 'readwrite', null, (rows) => {
        const request = rows.get(key)
        request.onsuccess = () => {
          if (same(request.result, value)) rows.delete(key)
        }
      }),
    putBack: (_person, { key, value }) =>
      transact(at, 'readwrite', false, (rows, give) => {
        const place = back(key)
        const put = (what: unknown) => (rows.keyPath === null ? rows.put(what, place) : rows.put(what))
        const request = rows.get(place)
        request.onsuccess = () => {
          const found = request.result as unknown
          if (found === undefined) put(value)
          else if (join) put(join(found, value))
          give(!waits || found === undefined || same(found, value))
        }
      }),
  }
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
/** What comes back was there first. */
const inFront = (there: unknown, back: unknown) => [...list(back), ...list(there)]

/** A queue has what it sends in memory: what comes back waits beside it until the queue takes it in. */
const queuePlace = (name: string, queue: string): Place =>
  rowsPlace(name, {
    db: KV_DB,
    store: KV_STORE,
    mine: (person, key) => key === `${queue}:${person}` || key === backPlace(queue, person),
    back: (key) => backPlace(queue, key.split(':').slice(-2).join(':')),
    join: inFront,
  })

const ownerOf = (value: unknown) => (value as { owner?: unknown } | null)?.owner

interface CourseChanges {
  courses: Record<string, unknown>
}

export const places: readonly Place[] = [
  queuePlace('forum', keys.forumQueue),
  queuePlace('progress', keys.progressQueue),
  rowsPlace('refused', {
    db: KV_DB,
    store: KV_STORE,
    mine: (person, key) => key === `${keys.progressQueue}_refused:${person}`,
    join: inFront,
  }),
  rowsPlace('course-changes', {
    db: KV_DB,
    store: KV_STORE,
    mine: (person, key, value) => key === keys.builderChanges && ownerOf(value) === person,
    join: (there, back) =>
      ownerOf(there) === ownerOf(back)
        ? {
            ...(there as object),
            courses: { ...(back as CourseChanges).courses, ...(there as CourseChanges).courses },
          }
        : back,
  }),
  rowsPlace('study-time', {
    db: ACTIVITY_DB,
    store: ACTIVITY_STORE,
    mine: (person, _key, value) => ownerOf(value) === person,
  }),
  rowsPlace('attempts', {
    db: ATTEMPTS_DB,
    store: ATTEMPTS_STORE,
    mine: (person, key) => key.startsWith(`${person}:`),
    waits: true,
  }),
  draftsPlace,
]
