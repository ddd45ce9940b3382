import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'

export interface ThreadHead {
  id: number
  author_id: number
  title: string
  body: string
  tag_ids: number[]
  deleted_at: Date | null
  deleted_by: number | null
}
export interface ThreadWrite {
  title: string
  body: string
  tagIds: readonly number[]
  tags: readonly string[]
  /** Users mentioned in the body. */
  mentionIds: readonly number[]
}
/** The lesson a question is about. */
export interface LessonRef {
  courseId: number
  topicId: number
  itemId: number | null
}

/**
 * Locks a thread's row, deleted or not. Whoever changes a thread, its comments, votes or counters takes this lock first,
 * so that counters stay equal to rows and no deadlock is possible.
 */
export const lockThread = async (
  db: TenantDb,
  clientId: number,
  threadId: number,
): Promise<ThreadHead | null> => {
  const rows = await sql<ThreadHead>`
    select id, author_id, title, body, tag_ids, deleted_at, deleted_by from forum_thread
    where client_id = ${clientId} and id = ${threadId} for update`.execute(db)
  return rows.rows[0] ?? null
}

/** The thread that a repeated request created before. */
export const findDuplicate = async (
  db: TenantDb,
  input: { clientId: number; authorId: number; key: string | null; hash: Buffer; since: Date },
): Promise<{ id: number; sameKey: boolean } | null> => {
  const rows = await sql<{ id: number; same_key: boolean }>`
    select id, idempotency_key is not distinct from ${input.key}::uuid and ${input.key}::uuid is not null as same_key
    from forum_thread
    where client_id = ${input.clientId} and author_id = ${input.authorId}
      and (idempotency_key = ${input.key}::uuid
        or (content_hash = ${input.hash} and created_at > ${input.since} and deleted_at is null))
    order by same_key desc, id limit 1`.execute(db)
  const [duplicate] = rows.rows
  return duplicate ? { id: duplicate.id, sameKey: duplicate.same_key } : null
}

/** Names of the client's tags by id; unknown ids are missing. */
export const tagsById = async (
  db: TenantDb,
  clientId: number,
  ids: readonly number[],
): Promise<{ id: number; name: string }[]> => {
  if (ids.length === 0) return []
  const rows = await sql<{ id: number; name: string }>`
    select t.id, t.name from unnest(${[...ids]}::int[]) with ordinality wanted (id, position)
    join forum_tag t on t.client_id = ${clientId} and t.id = wanted.id
    order by wanted.position`.execute(db)
  return rows.rows
}

/** Inserts a thread without updating the counters. */
export const insertThread = async (
  db: TenantDb,
  thread: ThreadWrite & {
    clientId: number
    authorId: number
    at: Date
    key: string | null
    hash: Buffer
    lesson: LessonRef | null
  },
): Promise<number> => {
  const rows = await sql<{ id: number }>`
    insert into forum_thread (client_id, author_id, title, body, tag_ids, tags, participant_ids, created_at,
      last_activity_at, idempotency_key, content_hash, mention_ids, lesson_course_id, lesson_topic_id, lesson_item_id)
    values (${thread.clientId}, ${thread.authorId}, ${thread.title}, ${thread.body}, ${[...thread.tagIds]}::int[],
      ${[...thread.tags]}::text[], array[${thread.authorId}]::int[], ${thread.at}, ${thread.at},
      ${thread.key}::uuid, ${thread.hash}, ${[...thread.mentionIds]}::int[], ${thread.lesson?.courseId ?? null},
      ${thread.lesson?.topicId ?? null}, ${thread.lesson?.itemId ?? null}) returning id`.execute(db)
  const id = rows.rows[0]?.id
  if (id === undefined) throw new Error('the thread was not inserted')
  return id
}

/** Adds an active thread to the counters and its tags, or with `by` -1 removes it. */
export const countThread = async (
  db: TenantDb,
  input: { clientId: number; threadId: number; tagIds: readonly number[]; by: 1 | -1 },
): Promise<void> => {
  await retag(db, {
    ...input,
    before: input.by === 1 ? [] : input.tagIds,
    after: input.by === 1 ? input.tagIds : [],
  })
  await sql`insert into forum_stats (client_id, threads) values (${input.clientId}, greatest(${input.by}, 0))
    on conflict (client_id) do update set threads = forum_stats.threads + ${input.by}`.execute(db)
}

/** Changes the tags of an active thread. Tags are locked in the order of their ids. */
export const retag = async (
  db: TenantDb,
  input: { clientId: number; threadId: number; before: readonly number[]; after: readonly number[] },
): Promise<void> => {
  const removed = input.before.filter((id) => !input.after.includes(id))
  const added = input.after.filter((id) => !input.before.includes(id))
  for (const id of [...removed, ...added].toSorted((a, b) => a - b)) {
    const by = added.includes(id) ? 1 : -1
    await sql`update forum_tag set threads_count = threads_count + ${by}
      where client_id = ${input.clientId} and id = ${id}`.execute(db)
  }
  if (removed.length > 0)
    await sql`delete from forum_thread_tag
      where client_id = ${input.clientId} and thread_id = ${input.threadId} and tag_id = any (${removed}::int[])`.execute(
      db,
    )
  if (added.length > 0)
    await sql`insert into forum_thread_tag (client_id, tag_id, thread_id)
      select ${input.clientId}, id, ${input.threadId} from unnest(${added}::int[]) id`.execute(db)
}

/** Replaces title and body of a thread; the old version goes to the moderators' history. */
export const updateThread = async (
  db: TenantDb,
  before: ThreadHead,
  after: ThreadWrite & { clientId: number; editorId: number; at: Date },
): Promise<void> => {
  const { clientId } = after
  await sql`insert into forum_revision (client_id, thread_id, title, body, edited_by, edited_at)
    values (${clientId}, ${before.id}, ${before.title}, ${before.body}, ${after.editorId}, ${after.at})`.execute(
    db,
  )
  await sql`update forum_thread set title = ${after.title}, body = ${after.body}, edited_at = ${after.at},
      tag_ids = ${[...after.tagIds]}::int[], tags = ${[...after.tags]}::text[],
      mention_ids = ${[...after.mentionIds]}::int[]
    where client_id = ${clientId} and id = ${before.id}`.execute(db)
}

/** Marks a locked thread as deleted, or with null as restored. */
export const setThreadDeleted = async (
  db: TenantDb,
  input: { clientId: number; threadId: number; deleted: { at: Date; by: number } | null },
): Promise<void> => {
  await sql`update forum_thread set deleted_at = ${input.deleted?.at ?? null}, deleted_by = ${input.deleted?.by ?? null}
    where client_id = ${input.clientId} and id = ${input.threadId}`.execute(db)
}

/** Follows a thread that the user wrote in, unless they muted it before. */
export const followAsWriter = async (
  db: TenantDb,
  input: { clientId: number; threadId: number; userId: number },
): Promise<void> => {
  await sql`insert into forum_follow (client_id, thread_id, user_id, following)
    values (${input.clientId}, ${input.threadId}, ${input.userId}, true) on conflict do nothing`.execute(db)
}

/** Follows or mutes a thread. */
export const setFollowing = async (
  db: TenantDb,
  input: { clientId: number; threadId: number; userId: number; following: boolean },
): Promise<void> => {
  await sql`insert into forum_follow (client_id, thread_id, user_id, following)
    values (${input.clientId}, ${input.threadId}, ${input.userId}, ${input.following})
    on conflict (client_id, thread_id, user_id) do update set following = excluded.following`.execute(db)
}

/** Sets or removes a bookmark of a locked thread and returns the new count. */
export const setBookmark = async (
  db: TenantDb,
  input: { clientId: number; threadId: number; userId: number; on: boolean; at: Date },
): Promise<number> => {
  const changed = input.on
    ? await sql`insert into forum_bookmark (client_id, thread_id, user_id, created_at)
        values (${input.clientId}, ${input.threadId}, ${input.userId}, ${input.at}) on conflict do nothing`.execute(
        db,
      )
    : await sql`delete from forum_bookmark
        where client_id = ${input.clientId} and thread_id = ${input.threadId} and user_id = ${input.userId}`.execute(
        db,
      )
  const by = Number(changed.numAffectedRows ?? 0n) * (input.on ? 1 : -1)
  const rows = await sql<{ n: number }>`
    update forum_thread set bookmarks_count = bookmarks_count + ${by}
    where client_id = ${input.clientId} and id = ${input.threadId} returning bookmarks_count as n`.execute(db)
  return rows.rows[0]?.n ?? 0
}

export const acceptedOf = async (
  db: TenantDb,
  clientId: number,
  threadId: number,
): Promise<number | null> => {
  const rows = await sql<{ id: number | null }>`select accepted_comment_id as id from forum_thread
    where client_id = ${clientId} and id = ${threadId}`.execute(db)
  return rows.rows[0]?.id ?? null
}

/** Sets the accepted answer of a locked thread; null for none. */
export const setAccepted = async (
  db: TenantDb,
  input: { clientId: number; threadId: number; commentId: number | null },
): Promise<void> => {
  await sql`update forum_thread set accepted_comment_id = ${input.commentId}
    where client_id = ${input.clientId} and id = ${input.threadId}`.execute(db)
}
