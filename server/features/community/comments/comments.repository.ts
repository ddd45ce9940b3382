import { sql } from 'kysely'
import { PARTICIPANTS_MAX } from '#contract/community/community.ts'
import type { TenantDb } from '#server/core/db/database.ts'

export interface CommentHead {
  id: number
  thread_id: number
  parent_id: number | null
  author_id: number
  body: string
  live_replies: number
  deleted_at: Date | null
  deleted_by: number | null
}

/** The thread of a comment, without a lock. */
export const threadOfComment = async (
  db: TenantDb,
  clientId: number,
  commentId: number,
): Promise<number | null> => {
  const rows = await sql<{ thread_id: number }>`
    select thread_id from forum_comment where client_id = ${clientId} and id = ${commentId}`.execute(db)
  return rows.rows[0]?.thread_id ?? null
}

/** Locks a comment, deleted or not. When both are locked, its thread comes first. */
export const lockComment = async (
  db: TenantDb,
  clientId: number,
  commentId: number,
): Promise<CommentHead | null> => {
  const rows = await sql<CommentHead>`
    select id, thread_id, parent_id, author_id, body, live_replies, deleted_at, deleted_by from forum_comment
    where client_id = ${clientId} and id = ${commentId} for update`.execute(db)
  return rows.rows[0] ?? null
}

/** The comment that a repeated request created before. */
export const findDuplicateComment = async (
  db: TenantDb,
  input: {
    clientId: number
    authorId: number
    threadId: number
    key: string | null
    hash: Buffer
    since: Date
  },
): Promise<{ id: number; sameKey: boolean } | null> => {
  const rows = await sql<{ id: number; same_key: boolean }>`
    select id, idempotency_key is not distinct from ${input.key}::uuid and ${input.key}::uuid is not null as same_key
    from forum_comment
    where client_id = ${input.clientId} and author_id = ${input.authorId}
      and (idempotency_key = ${input.key}::uuid
        or (thread_id = ${input.threadId} and content_hash = ${input.hash} and created_at > ${input.since}
          and deleted_at is null))
    order by same_key desc, id limit 1`.execute(db)
  const [duplicate] = rows.rows
  return duplicate ? { id: duplicate.id, sameKey: duplicate.same_key } : null
}

export interface NewComment {
  clientId: number
  threadId: number
  parentId: number | null
  authorId: number
  body: string
  at: Date
  key: string | null
  hash: Buffer
  /** Users mentioned in the body. */
  mentionIds: readonly number[]
}

/** Inserts a comment into a locked thread and updates the counters. */
export const insertComment = async (db: TenantDb, comment: NewComment): Promise<number> => {
  const { clientId, threadId, parentId, authorId, at } = comment
  const rows = await sql<{ id: number }>`
    insert into forum_comment (client_id, thread_id, parent_id, author_id, body, created_at, idempotency_key, content_hash,
      mention_ids)
    values (${clientId}, ${threadId}, ${parentId}, ${authorId}, ${comment.body}, ${at}, ${comment.key}::uuid,
      ${comment.hash}, ${[...comment.mentionIds]}::int[]) returning id`.execute(db)
  const id = rows.rows[0]?.id
  if (id === undefined) throw new Error('the comment was not inserted')
  if (parentId !== null) await countReply(db, clientId, parentId, 1)
  await sql`
    update forum_thread t set comments_count = comments_count + 1, last_activity_at = greatest(last_activity_at, ${at}),
      participant_ids = (array[${authorId}::int] || array_remove(participant_ids, ${authorId}::int))[1:${sql.lit(PARTICIPANTS_MAX)}],
      participants_count = participants_count + case
        when t.author_id = ${authorId} or ${authorId}::int = any (participant_ids) or exists (
          select from forum_comment c where c.client_id = ${clientId} and c.thread_id = ${threadId}
            and c.author_id = ${authorId} and c.deleted_at is null and c.id <> ${id}) then 0 else 1 end
    where t.client_id = ${clientId} and t.id = ${threadId}`.execute(db)
  return id
}

const countReply = async (db: TenantDb, clientId: number, parentId: number, change: 1 | -1) => {
  await sql`update forum_comment set live_replies = live_replies + ${change}
    where client_id = ${clientId} and id = ${parentId}`.execute(db)
}

/** Marks a locked comment as deleted, or with null as restored, and recounts its locked thread. */
export const setCommentDeleted = async (
  db: TenantDb,
  input: { clientId: number; comment: CommentHead; deleted: { at: Date; by: number } | null },
): Promise<void> => {
  const { clientId, comment, deleted } = input
  await sql`update forum_comment set deleted_at = ${deleted?.at ?? null}, deleted_by = ${deleted?.by ?? null}
    where client_id = ${clientId} and id = ${comment.id}`.execute(db)
  if (comment.parent_id !== null) await countReply(db, clientId, comment.parent_id, deleted ? -1 : 1)
  const threadId = comment.thread_id
  await sql`
    with writers as (
      select author_id, max(id) as latest from (
        select author_id, id from forum_comment
        where client_id = ${clientId} and thread_id = ${threadId} and deleted_at is null
        union all select author_id, 0 from forum_thread where client_id = ${clientId} and id = ${threadId}) wrote
      group by author_id),
    live as (
      select count(*)::int as n, max(created_at) as at from forum_comment
      where client_id = ${clientId} and thread_id = ${threadId} and deleted_at is null)
    update forum_thread t set comments_count = live.n, last_activity_at = greatest(t.created_at, live.at),
      participants_count = (select count(*) from writers),
      participant_ids = array(select author_id from writers order by latest desc limit ${PARTICIPANTS_MAX})
    from live where t.client_id = ${clientId} and t.id = ${threadId}`.execute(db)
  if (deleted)
    await sql`update forum_thread set accepted_comment_id = null where client_id = ${clientId}
      and id = ${threadId} and accepted_comment_id = ${comment.id}`.execute(db)
}

/** Replaces the body of a comment; the old version goes to the moderators' history. */
export const updateComment = async (
  db: TenantDb,
  before: CommentHead,
  after: { clientId: number; body: string; editorId: number; at: Date; mentionIds: readonly number[] },
): Promise<void> => {
  await sql`insert into forum_revision (client_id, thread_id, comment_id, body, edited_by, edited_at)
    values (${after.clientId}, ${before.thread_id}, ${before.id}, ${before.body}, ${after.editorId}, ${after.at})`.execute(
    db,
  )
  await sql`update forum_comment set body = ${after.body}, edited_at = ${after.at},
      mention_ids = ${[...after.mentionIds]}::int[]
    where client_id = ${after.clientId} and id = ${before.id}`.execute(db)
}
