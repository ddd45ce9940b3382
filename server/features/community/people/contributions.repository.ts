import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'

/** A user's contributions: active threads, and upvotes by others for active threads and comments. */
export const forumFacts = async (
  db: TenantDb,
  userId: number,
): Promise<{ threads: number; upvotesReceived: number }> => {
  const result = await sql<{ threads: number; upvotes: number }>`
    with threads as (
      select count(*) as written, coalesce(sum(t.upvotes), 0) as ups,
        count(v.value) filter (where v.value = 1) as own
      from forum_thread t
      left join forum_thread_vote v
        on v.client_id = t.client_id and v.thread_id = t.id and v.user_id = t.author_id
      where t.client_id = current_client_id() and t.author_id = ${userId} and t.deleted_at is null),
    comments as (
      select coalesce(sum(c.upvotes), 0) as ups, count(v.value) filter (where v.value = 1) as own
      from forum_comment c
      left join forum_comment_vote v
        on v.client_id = c.client_id and v.comment_id = c.id and v.user_id = c.author_id
      where c.client_id = current_client_id() and c.author_id = ${userId} and c.deleted_at is null)
    select t.written::integer as threads, (t.ups - t.own + c.ups - c.own)::integer as upvotes
    from threads t, comments c`.execute(db)
  const [row] = result.rows
  if (!row) throw new Error('forumFacts: no row')
  return { threads: row.threads, upvotesReceived: row.upvotes }
}
