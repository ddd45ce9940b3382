import type { Rows } from '#server/core/db/query.ts'
import type { Change, ChangeFeed } from '#server/core/core.ts'

export interface Person {
  readonly user_name: string
  readonly name: string
  readonly profile_pic_url: string | null
}

/** A cache of names: the same few dozen people appear on every page, so they are not read again for each post. */
export interface PeopleCache {
  /** The users with these ids that exist; reads those that are not cached through `rows`. */
  readonly get: (rows: Rows, clientId: number, ids: Iterable<number>) => Promise<ReadonlyMap<number, Person>>
}

/** Announced changes invalidate entries at once; this covers changes made directly in the database. */
const CACHE_TTL_MS = 10_000
/** About 5 MB. */
const CACHE_MAX = 20_000

const QUERY = {
  name: 'forum-people',
  text: `select id, username as user_name, full_name as name, profile_picture as profile_pic_url
    from app_user where client_id = $1 and id = any ($2::int[])`,
}

const affectsPeople = (change: Change): boolean => change.kind === 'user'

/** Invalidated by the change feed; bypassed while the feed is down. */
export const createPeopleCache = (feed: Pick<ChangeFeed, 'subscribe' | 'live'>): PeopleCache => {
  const cache = new Map<string, { person: Person; readAt: number }>()
  // A read that began before an invalidation must not bring the old name back.
  let epoch = 0
  feed.subscribe((change) => {
    if (change !== null && change.kind !== 'user') return
    epoch += 1
    if (change === null) cache.clear()
    else cache.delete(`${change.clientId}/${change.userId}`)
  })

  const remember = (key: string, person: Person, readAt: number) => {
    cache.delete(key)
    if (cache.size >= CACHE_MAX) cache.delete(cache.keys().next().value ?? '')
    cache.set(key, { person, readAt })
  }

  return {
    get: async (rows, clientId, ids) => {
      const found = new Map<number, Person>()
      const missing = new Set<number>()
      const now = performance.now()
      const isLive = feed.live(affectsPeople)
      for (const id of ids) {
        if (found.has(id) || missing.has(id)) continue
        const entry = isLive ? cache.get(`${clientId}/${id}`) : undefined
        if (entry && now - entry.readAt < CACHE_TTL_MS) found.set(id, entry.person)
        else missing.add(id)
      }
      if (missing.size === 0) return found
      const epochBefore = epoch
      const read = await rows<Person & { id: number }>({
        ...QUERY,
        values: [clientId, `{${[...missing].join()}}`],
      })
      const mayCache = isLive && feed.live(affectsPeople) && epoch === epochBefore
      for (const { id, ...person } of read) {
        found.set(id, person)
        if (mayCache) remember(`${clientId}/${id}`, person, now)
      }
      return found
    },
  }
}
