import type { Comment, Thread } from '#contract/community.ts'
import type { Actor } from '#server/core/http/scope.ts'
import { mayEdit } from './community.policy.ts'
import type { CommentRow } from './comments.read.ts'
import type { AuthorRow, ThreadRow } from './threads.read.ts'

const toAuthor = ({ user_name, name, profile_pic_url }: AuthorRow) => ({ user_name, name, profile_pic_url })

/** The caller's own vote in the contract's words. */
export const toVote = (value: number | null): 'upvote' | 'downvote' | null => {
  if (value === null) return null
  return value > 0 ? 'upvote' : 'downvote'
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

export const toThread = (row: ThreadRow, actor: Actor): Thread => ({
  id: row.id,
  title: row.title,
  body: row.body,
  tags: row.tags,
  author: toAuthor(row),
  created_at: row.created_at.toISOString(),
  upvotes: row.upvotes,
  downvotes: row.downvotes,
  bookmarks_count: row.bookmarks_count,
  comments_count: row.comments_count,
  edited_at: iso(row.edited_at),
  my_vote: toVote(row.my_vote),
  bookmarked: row.bookmarked,
  following: row.following ?? false,
  can_edit: mayEdit(actor, row.author_id),
  accepted_comment_id: row.accepted_comment_id,
  participants: row.participants ?? [],
  participants_count: row.participants_count,
  mentions: row.mentions ?? [],
  lesson: row.lesson,
})

const toReply = (row: CommentRow, actor: Actor, accepted: number | null) => {
  const deleted = row.deleted_at !== null
  return {
    id: row.id,
    body: deleted ? '' : row.body,
    parent: row.parent_id,
    author: deleted ? null : toAuthor(row),
    created_at: row.created_at.toISOString(),
    upvotes: row.upvotes,
    downvotes: row.downvotes,
    edited_at: deleted ? null : iso(row.edited_at),
    my_vote: toVote(row.my_vote),
    can_edit: !deleted && mayEdit(actor, row.author_id),
    accepted: row.id === accepted,
    deleted,
    mentions: (deleted ? null : row.mentions) ?? [],
    replies: [],
  }
}

/** Top-level comments with their replies, both in the order of the rows. */
export const toComments = (rows: readonly CommentRow[], actor: Actor, accepted: number | null): Comment[] => {
  const replies = Map.groupBy(
    rows.filter((row) => row.parent_id !== null),
    (row) => row.parent_id,
  )
  return rows
    .filter((row) => row.parent_id === null)
    .map((row) => ({
      ...toReply(row, actor, accepted),
      replies: (replies.get(row.id) ?? []).map((reply) => toReply(reply, actor, accepted)),
    }))
}

/** One comment or reply as the answer to a write. */
export const toComment = (
  rows: readonly CommentRow[],
  id: number,
  actor: Actor,
  accepted: number | null,
): Comment | null => {
  const own = rows.find((row) => row.id === id)
  if (!own) return null
  if (own.parent_id !== null) return toReply(own, actor, accepted)
  return toComments(rows, actor, accepted).find((comment) => comment.id === id) ?? null
}
