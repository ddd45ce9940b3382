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
  /** People by id, as PostgreSQL writes an array. */
  mention_ids: string
}
/** The thread's own facts stand in every row; one row without a comment says that there is none to show. */
export interface FoundComment extends Omit<CommentRow, 'id'> {
  id: number | null
  accepted_comment_id: number | null
  /** Null where the page has room left: then it is the last one, and its own rows say how many there are. */
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
 * The thread's facts and the chosen comments with their replies; no row when the thread is not there. Where a counter
 * knows of no reply or no vote, none is looked for.
 */
const read = (top: string, total: string): string => `
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

/** Comments `c` that stand in a thread by themselves; a deleted one as long as it has replies. */
const STANDING = `c.client_id = $1 and c.thread_id = $3
      and c.parent_id is null and (c.deleted_at is null or c.live_replies > 0)`

const pageText = (limit: number, offset: number) =>
  // Numbers and no places: the planner has to see how few rows are wanted.
  read(
    `select c.* from forum_comment c where ${STANDING}
      order by c.id desc limit ${Math.trunc(limit)} offset ${Math.trunc(offset)}`,
    // Counted where the page does not say it by itself (`commentPageOf`).
    `case when (select count(*) from top) in (${offset === 0 ? '' : '0, '}${Math.trunc(limit)})
      then (select count(*)::int from forum_comment c where ${STANDING}) end`,
  )
const FIRST_PAGE = pageText(COMMENTS_PER_PAGE, 0)

/** One page of a thread's comments, newest first. */
export const commentsQuery = (
  { clientId, userId }: Viewer,
  of: { threadId: number; limit: number; offset: number },
): Query => {
  const values = [clientId, userId, of.threadId]
  return of.offset === 0 && of.limit === COMMENTS_PER_PAGE
    ? { name: 'forum-comments', text: FIRST_PAGE, values }
    : { text: pageText(of.limit, of.offset), values }
}

const ONE = read(
  'select c.* from forum_comment c where c.client_id = $1 and c.thread_id = $3 and c.id = $4',
  // What answers a write counts nothing.
  'null::int',
)

/** One comment (with its replies) or one reply, for the answer to a write. */
export const commentQuery = (
  { clientId, userId }: Viewer,
  of: { threadId: number; commentId: number },
): Query => ({ text: ONE, values: [clientId, userId, of.threadId, of.commentId] })

/** What was found beyond the comments before it; null when the thread is not there. */
export const commentPageOf = (found: readonly FoundComment[], offset = 0): CommentPage | null => {
  const [first] = found
  if (!first) return null
  const rows = found.filter((row): row is FoundComment & CommentRow => row.id !== null)
  const standing = rows.filter((row) => row.parent_id === null).length
  return { rows, accepted: first.accepted_comment_id, total: first.total ?? offset + standing }
}
