import { COMMENTS_PER_PAGE } from '#contract/community/community.ts'
import type { Query } from '#server/core/db/query.ts'
import type { Viewer } from '../community.context.ts'

export interface CommentRow {
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
  /** User ids as PostgreSQL writes an array. */
  mention_ids: string
}
/** Every row repeats the thread's columns; a single row without a comment means that there are none. */
export interface CommentQueryRow extends Omit<CommentRow, 'id'> {
  id: number | null
  accepted_comment_id: number | null
  /** Null on a page that is not full: it is the last one, so its own rows tell the total. */
  total: number | null
}
export interface CommentPage {
  rows: CommentRow[]
  accepted: number | null
  total: number
}

const FIELDS = `c.id, c.parent_id, c.author_id, c.body, c.upvotes, c.downvotes, c.created_at, c.edited_at, c.deleted_at,
  c.mention_ids`

/**
 * The thread's columns and the selected comments with their replies; no row when the thread does not exist. Replies and
 * votes are looked up only where a counter says that there are some.
 */
const commentsSql = (top: string, total: string): string => `
  with top as materialized (${top}),
  shown as (
    select ${FIELDS} from top c
    union all
    select c.* from top cross join lateral (
      select ${FIELDS} from forum_comment c
      where c.client_id = $1 and c.parent_id = top.id and c.deleted_at is null offset 0) c
    where top.live_replies > 0)
  select t.accepted_comment_id, c.id, c.parent_id, c.author_id, c.body, c.upvotes, c.downvotes, c.created_at,
    c.edited_at, c.deleted_at, c.mention_ids::text as mention_ids,
    case when c.upvotes + c.downvotes > 0 then (select value from forum_comment_vote v
      where v.client_id = $1 and v.comment_id = c.id and v.user_id = $2) end as my_vote,
    ${total} as total
  from forum_thread t
  left join shown c on true
  where t.client_id = $1 and t.id = $3 and t.deleted_at is null
  order by c.id desc`

/** Top-level comments `c` of a thread; a deleted one stays while it has replies. */
const TOP_LEVEL = `c.client_id = $1 and c.thread_id = $3
      and c.parent_id is null and (c.deleted_at is null or c.live_replies > 0)`

const pageText = (limit: number, offset: number) =>
  // Literal numbers instead of parameters: the planner must see how few rows are wanted.
  commentsSql(
    `select c.* from forum_comment c where ${TOP_LEVEL}
      order by c.id desc limit ${Math.trunc(limit)} offset ${Math.trunc(offset)}`,
    // Counted only where the page does not tell the total (`commentPageOf`).
    `case when (select count(*) from top) in (${offset === 0 ? '' : '0, '}${Math.trunc(limit)})
      then (select count(*)::int from forum_comment c where ${TOP_LEVEL}) end`,
  )
const FIRST_PAGE = pageText(COMMENTS_PER_PAGE, 0)

/** One page of a thread's comments, newest first. */
export const commentsQuery = (
  { clientId, userId }: Viewer,
  page: { threadId: number; limit: number; offset: number },
): Query => {
  const values = [clientId, userId, page.threadId]
  return page.offset === 0 && page.limit === COMMENTS_PER_PAGE
    ? { name: 'forum-comments', text: FIRST_PAGE, values }
    : { text: pageText(page.limit, page.offset), values }
}

const ONE_COMMENT = commentsSql(
  'select c.* from forum_comment c where c.client_id = $1 and c.thread_id = $3 and c.id = $4',
  // The response to a write has no count.
  'null::int',
)

/** One comment with its replies, or one reply, for the response to a write. */
export const commentQuery = (
  { clientId, userId }: Viewer,
  target: { threadId: number; commentId: number },
): Query => ({ text: ONE_COMMENT, values: [clientId, userId, target.threadId, target.commentId] })

/** Builds the page from the query's rows; null when the thread does not exist. */
export const commentPageOf = (queryRows: readonly CommentQueryRow[], offset = 0): CommentPage | null => {
  const [first] = queryRows
  if (!first) return null
  const rows = queryRows.filter((row): row is CommentQueryRow & CommentRow => row.id !== null)
  const topLevel = rows.filter((row) => row.parent_id === null).length
  return { rows, accepted: first.accepted_comment_id, total: first.total ?? offset + topLevel }
}
