import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import { firstMentioned, namesIn } from './mentions.ts'

/** Ids of the users mentioned in a sanitized body. */
export const mentionedUserIds = async (db: TenantDb, clientId: number, html: string): Promise<number[]> => {
  const names = namesIn(html)
  if (names.length === 0) return []
  const rows = await sql<{ id: number; username_key: string }>`
    select id, username_key from app_user
    where client_id = ${clientId} and username_key = any (${names}::text[]) and disabled_at is null`.execute(
    db,
  )
  return firstMentioned(names, new Map(rows.rows.map((row) => [row.username_key, row.id])))
}

/**
 * Stores the mentions of a post and removes those that an edit took out. For a user who muted the thread the mention is
 * listed, but as seen.
 */
export const saveMentions = async (
  db: TenantDb,
  input: {
    clientId: number
    threadId: number
    /** Null means the thread itself. */
    commentId: number | null
    authorId: number
    mentionedIds: readonly number[]
    at: Date
  },
): Promise<void> => {
  const { clientId, threadId, authorId } = input
  const commentId = input.commentId ?? 0
  const others = input.mentionedIds.filter((id) => id !== authorId)
  await sql`delete from forum_mention where client_id = ${clientId} and thread_id = ${threadId}
    and comment_id = ${commentId} and user_id <> all (${others}::int[])`.execute(db)
  if (others.length === 0) return
  await sql`
    insert into forum_mention (client_id, user_id, author_id, thread_id, comment_id, created_at, seen_at)
    select ${clientId}, named, ${authorId}, ${threadId}, ${commentId}, ${input.at},
      case when exists (select from forum_follow f where f.client_id = ${clientId} and f.thread_id = ${threadId}
        and f.user_id = named and not f.following) then ${input.at}::timestamptz end
    from unnest(${others}::int[]) named
    on conflict do nothing`.execute(db)
}

export interface MentionRow {
  id: number
  thread_id: number
  comment_id: number
  title: string
  body: string
  created_at: Date
  seen_at: Date | null
  user_name: string
  name: string
  profile_pic_url: string | null
}

/** Active posts that mention the user. */
const activeMentions = (clientId: number, userId: number, unseen: boolean) => sql`
  from forum_mention m
  join forum_thread t on t.client_id = ${clientId} and t.id = m.thread_id and t.deleted_at is null
  left join forum_comment c on c.client_id = ${clientId} and c.id = m.comment_id and c.deleted_at is null
  where m.client_id = ${clientId} and m.user_id = ${userId} and (m.comment_id = 0 or c.id is not null)
    ${unseen ? sql`and m.seen_at is null` : sql``}`

/** How many posts mention the user, counted up to `max`. */
export const countMentions = async (
  db: TenantDb,
  input: { clientId: number; userId: number; unseen: boolean; max: number },
): Promise<number> => {
  const rows = await sql<{ n: number }>`
    select count(*)::int as n from (select 1 ${activeMentions(input.clientId, input.userId, input.unseen)} limit ${input.max}) found`.execute(
    db,
  )
  return rows.rows[0]?.n ?? 0
}

/** One page of mentions, newest first. */
export const readMentions = async (
  db: TenantDb,
  input: { clientId: number; userId: number; unseen: boolean; limit: number; offset: number },
): Promise<MentionRow[]> => {
  const rows = await sql<MentionRow>`
    select page.*, u.username as user_name, u.full_name as name, u.profile_picture as profile_pic_url
    from (
      select m.id, m.thread_id, m.comment_id, m.author_id, m.created_at, m.seen_at, t.title,
        coalesce(c.body, t.body) as body ${activeMentions(input.clientId, input.userId, input.unseen)}
      order by m.id desc limit ${input.limit} offset ${input.offset}) page
    join app_user u on u.client_id = ${input.clientId} and u.id = page.author_id
    order by page.id desc`.execute(db)
  return rows.rows
}

/** Marks mentions up to an id as seen. */
export const markSeen = async (
  db: TenantDb,
  input: { clientId: number; userId: number; upTo: number; at: Date },
): Promise<void> => {
  await sql`update forum_mention set seen_at = ${input.at} where client_id = ${input.clientId}
    and user_id = ${input.userId} and seen_at is null and id <= ${input.upTo}`.execute(db)
}
