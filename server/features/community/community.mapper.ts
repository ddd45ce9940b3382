import type { Comment, Lesson, Thread } from '#contract/community/community.ts'
import type { Actor } from '#server/core/http/scope.ts'
import { mayEdit } from './community.policy.ts'
import type { CommentRow } from './comments/comments.read.ts'
import type { People, Person } from './people/people.cache.ts'
import type { ThreadRow } from './threads/threads.read.ts'

type Known = Awaited<ReturnType<People['of']>>

/** The numbers of an int[] as PostgreSQL writes it. */
export const idsOf = (array: string): number[] =>
  array === '{}' ? [] : array.slice(1, -1).split(',').map(Number)

/** Who wrote is always there: posts go with their people. */
const personOf = (people: Known, id: number): Person =>
  people.get(id) ?? { user_name: '', name: '', profile_pic_url: null }

const peopleIn = (people: Known, array: string): Person[] =>
  array === '{}' ? [] : idsOf(array).flatMap((id) => people.get(id) ?? [])

/** People named in a body. */
export const mentionsIn = (people: Known, array: string) =>
  peopleIn(people, array).map(({ user_name, name }) => ({ user_name, name }))

/** The caller's own vote in the contract's words. */
export const toVote = (value: number | null): 'upvote' | 'downvote' | null => {
  if (value === null) return null
  return value > 0 ? 'upvote' : 'downvote'
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

const lessonIn = (lessons: ReadonlyMap<number, Lesson>, row: ThreadRow): Lesson | null => {
  const lesson = row.lesson_topic_id === null ? undefined : lessons.get(row.lesson_topic_id)
  return lesson ? { ...lesson, item_id: row.lesson_item_id } : null
}

/** Field by field what the contract names, so that no column gets out beside it. */
export const toThread = (
  row: ThreadRow,
  { actor, people, lessons }: { actor: Actor; people: Known; lessons: ReadonlyMap<number, Lesson> },
): Thread => ({
  id: row.id,
  title: row.title,
  body: row.body,
  tags: row.tags,
  author: personOf(people, row.author_id),
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
  participants: peopleIn(people, row.participant_ids),
  participants_count: row.participants_count,
  mentions: mentionsIn(people, row.mention_ids),
  lesson: lessonIn(lessons, row),
})

interface Seen {
  readonly actor: Actor
  readonly people: Known
  /** The thread's accepted answer. */
  readonly accepted: number | null
}

const toReply = (row: CommentRow, { actor, people, accepted }: Seen) => {
  const deleted = row.deleted_at !== null
  return {
    id: row.id,
    body: deleted ? '' : row.body,
    parent: row.parent_id,
    author: deleted ? null : personOf(people, row.author_id),
    created_at: row.created_at.toISOString(),
    upvotes: row.upvotes,
    downvotes: row.downvotes,
    edited_at: deleted ? null : iso(row.edited_at),
    my_vote: toVote(row.my_vote),
    can_edit: !deleted && mayEdit(actor, row.author_id),
    accepted: row.id === accepted,
    deleted,
    mentions: deleted ? [] : mentionsIn(people, row.mention_ids),
    replies: [],
  }
}

/** Top-level comments with their replies, both in the order of the rows. */
export const toComments = (rows: readonly CommentRow[], seen: Seen): Comment[] => {
  const replies = Map.groupBy(
    rows.filter((row) => row.parent_id !== null),
    (row) => row.parent_id,
  )
  return rows
    .filter((row) => row.parent_id === null)
    .map((row) => ({
      ...toReply(row, seen),
      replies: (replies.get(row.id) ?? []).map((reply) => toReply(reply, seen)),
    }))
}

/** One comment or reply as the answer to a write. */
export const toComment = (rows: readonly CommentRow[], id: number, seen: Seen): Comment | null => {
  const own = rows.find((row) => row.id === id)
  if (!own) return null
  if (own.parent_id !== null) return toReply(own, seen)
  return toComments(rows, seen).find((comment) => comment.id === id) ?? null
}
