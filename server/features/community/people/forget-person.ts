import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import { commentKey, threadKey } from '../notifications.ts'

interface Person {
  clientId: number
  userId: number
  username: string
  becomes: { name: string; username: string }
}

/** A mention: the name as a whole word after an @. User names consist of letters, digits, dots, dashes and underscores. */
const mentionOf = (username: string) =>
  new RegExp(`@${username.replaceAll(/\./g, '\\$&')}(?![\\p{L}\\p{M}\\p{N}_-]|\\.[\\p{L}\\p{N}])`, 'giu')

const rename = async (
  db: TenantDb,
  table: 'forum_thread' | 'forum_comment' | 'forum_revision',
  { username, becomes }: Person,
): Promise<void> => {
  const named = `%@${username.replaceAll(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<{ id: number; body: string }>`
    select id, body from ${sql.table(table)}
    where client_id = current_client_id() and body ilike ${named}`.execute(db)
  for (const { id, body } of rows)
    await sql`update ${sql.table(table)} set body = ${body.replaceAll(mentionOf(username), `@${becomes.username}`)}
      where client_id = current_client_id() and id = ${id}`.execute(db)
}

/**
 * Takes a deleted member's name out of what others wrote and were notified of. Their own posts stay as they wrote them,
 * under the name of a deleted member.
 */
export const forgetPerson = async (db: TenantDb, person: Person): Promise<void> => {
  for (const table of ['forum_thread', 'forum_comment', 'forum_revision'] as const)
    await rename(db, table, person)
  await sql`
    update notification n set params = jsonb_set(n.params, '{who}', to_jsonb(${person.becomes.name}::text))
    where n.client_id = current_client_id() and n.params ? 'who' and n.dedupe_key in (
      select ${commentKey('')} || id from forum_comment
      where client_id = current_client_id() and author_id = ${person.userId}
      union all
      select ${threadKey('')} || id from forum_thread
      where client_id = current_client_id() and author_id = ${person.userId})`.execute(db)
}
