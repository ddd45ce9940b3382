import { sql } from 'kysely'
import type { Tag } from '#contract/community/community.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { viewerOf } from '../community.context.ts'
import { tagKey } from './tag-key.ts'

/** A client's tags are a small vocabulary: no more than these are listed. */
const TAGS_MAX = 2_000

/** All tags, most used first. */
export const allTags = (scope: MemberScope): Promise<Tag[]> =>
  scope.tx(async (db) => {
    const rows = await sql<Tag>`select id, name from forum_tag where client_id = ${scope.tenant.clientId}
      order by threads_count desc, name_key limit ${TAGS_MAX}`.execute(db)
    return rows.rows
  })

/** Creates a tag, or returns the existing one with that name. */
export const addTag = (scope: MemberScope, name: string): Promise<Tag> =>
  scope.tx(async (db) => {
    const { clientId, userId } = viewerOf(scope)
    const key = tagKey(name)
    const inserted = await sql<Tag>`
      insert into forum_tag (client_id, name, name_key, created_by, created_at)
      values (${clientId}, ${name}, ${key}, ${userId}, ${scope.clock.now()})
      on conflict (client_id, name_key) do nothing returning id, name`.execute(db)
    const [tag] = inserted.rows
    if (tag) return tag
    const existing = await sql<Tag>`select id, name from forum_tag
      where client_id = ${clientId} and name_key = ${key}`.execute(db)
    const [found] = existing.rows
    if (!found) throw new Error('the existing tag was not found')
    return found
  })
