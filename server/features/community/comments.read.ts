import { sql, type RawBuilder } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Viewer } from './community.context.ts'
import type { AuthorRow } from './threads.read.ts'

export interface CommentRow extends AuthorRow {
  id: number
  author_id: number
  parent_id: number | null
  body: string
  upvotes: number
  downvotes: number
  created_at: Date
  edited_at: Date | null
  deleted_at: Date | null
  my_vote: number | null
}
interface Found extends Omit<CommentRow, 'id'> {
  id: number | null
  accepted_comment_id: number | null
  total: number
}
export interface CommentPage {
  rows: CommentRow[]
  accepted: number | null
  total: number
}

const FIELDS = sql`c.id, c.parent_id, c.author_id, c.body, c.upvotes, c.downvotes, c.created_at, c.edited_at, c.deleted_at`

/** The thread's facts and the chosen comments with their replies; null when the thread is not there. */
const read = async (
  db: TenantDb,
  viewer: Viewer,
  threadId: number,
  top: RawBuilder<unknown>,
): Promise<CommentPage | null> => {
  const { clientId, userId } = viewer
  const result = await sql<Found>`
    with top as materialized (${top}),
    shown as (
      select ${FIELDS} from top c
      union all
      select c.* from top cross join lateral (
        select ${FIELDS} from forum_comment c
        where c.client_id = ${clientId} and c.parent_id = top.id and c.deleted_at is null offset 0) c)
    select t.accepted_comment_id, c.*,
      u.username as user_name, u.full_name as name, u.profile_picture as profile_pic_url,
      (select value from forum_comment_vote v
        where v.client_id = ${clientId} and v.comment_id = c.id and v.user_id = ${userId}) as my_vote,
      (select count(*)::int from forum_comment k where k.client_id = ${clientId} and k.thread_id = ${threadId}
        and k.parent_id is null and (k.deleted_at is null or k.live_replies > 0)) as total
    from forum_thread t
    left join (shown c join app_user u on u.client_id = ${clientId} and u.id = c.author_id) on true
    where t.client_id = ${clientId} and t.id = ${threadId} and t.deleted_at is null
    order by c.id desc`.execute(db)
  const [first] = result.rows
  if (!first) return null
  return {
    rows: result.rows.filter((row): row is Found & CommentRow => row.id !== null),
    accepted: first.accepted_comment_id,
    total: first.total,
  }
}

/** One page of a thread's comments, newest first. */
export const readComments = (
  db: TenantDb,
  viewer: Viewer,
  of: { threadId: number; limit: number; offset: number },
): Promise<CommentPage | null> =>
  read(
    db,
    viewer,
    of.threadId,
    sql`select c.* from forum_comment c
      where c.client_id = ${viewer.clientId} and c.thread_id = ${of.threadId}
        and c.parent_id is null and (c.deleted_at is null or c.live_replies > 0)
      order by c.id desc limit ${of.limit} offset ${of.offset}`,
  )

/** One comment (with its replies) or one reply, for the answer to a write. */
export const readComment = (
  db: TenantDb,
  viewer: Viewer,
  of: { threadId: number; commentId: number },
): Promise<CommentPage | null> =>
  read(
    db,
    viewer,
    of.threadId,
    sql`select c.* from forum_comment c
      where c.client_id = ${viewer.clientId} and c.thread_id = ${of.threadId} and c.id = ${of.commentId}`,
  )
