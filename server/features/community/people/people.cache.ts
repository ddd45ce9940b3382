import type { Rows } from '#server/core/db/query.ts'
import type { ChangeFeed } from '#server/core/core.ts'

export interface Person {
  readonly user_name: string
  readonly name: string
  readonly profile_pic_url: string | null
}

/** The same few dozen people stand on every page: their names are read once and not again for each of their posts. */
export interface People {
  /** Those of the ids that exist, read through `rows` where they are not known. */
  readonly of: (rows: Rows, clientId: number, ids: Iterable<number>) => Promise<ReadonlyMap<number, Person>>
}

/** A change is announced and forgets them at once; this is for what was changed past the product. */
const BELIEVED_FOR_MS = 10_000
/** About 5 MB. */
const REMEMBERED_MAX = 20_000

const QUERY = {
  name: 'forum-people',
  text: `select id, username as user_name, full_name as name, profile_picture as profile_pic_url
    from app_user where client_id = $1 and id = any ($2::int[])`,
}

/** Forgets on the change feed and never answers from memory while the feed is away. */
export const createPeople = (feed: Pick<ChangeFeed, 'subscribe' | 'live'>): People => {
  const known = new Map<string, { person: Person; readAt: number }>()
  // A read that began before something was forgotten must not bring the old name back.
  let epoch = 0
  feed.subscribe((change) => {
    if (change !== null && change.kind !== 'user') return
    epoch += 1
    if (change === null) known.clear()
    else known.delete(`${change.clientId}/${change.userId}`)
  })

  const remember = (key: string, person: Person, readAt: number) => {
    known.delete(key)
    if (known.size >= REMEMBERED_MAX) known.delete(known.keys().next().value ?? '')
    known.set(key, { person, readAt })
  }

  return {
    of: async (rows, clientId, ids) => {
      const found = new Map<number, Person>()
      const missing = new Set<number>()
      const now = performance.now()
      const isLive = feed.live()
      for (const id of ids) {
        if (found.has(id) || missing.has(id)) continue
        const entry = isLive ? known.get(`${clientId}/${id}`) : undefined
        if (entry && now - entry.readAt < BELIEVED_FOR_MS) found.set(id, entry.person)
        else missing.add(id)
      }
      if (missing.size === 0) return found
      const before = epoch
      const read = await rows<Person & { id: number }>({
        ...QUERY,
        values: [clientId, `{${[...missing].join()}}`],
      })
      const mayKeep = isLive && feed.live() && epoch === before
      for (const { id, ...person } of read) {
        found.set(id, person)
        if (mayKeep) remember(`${clientId}/${id}`, person, now)
      }
      return found
    },
  }
}
