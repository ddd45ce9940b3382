import type { Comment, Lesson, Thread } from '#contract/community/community.ts'
import type { Actor } from '#server/core/http/scope.ts'
import { mayEdit } from './community.policy.ts'
import type { CommentRow } from './comments/comments.read.ts'
import type { PeopleCache, Person } from './people/people.cache.ts'
import type { ThreadRow } from './threads/threads.read.ts'

type PeopleById = Awaited<ReturnType<PeopleCache['get']>>

/** Parses an int[] as PostgreSQL writes it. */
export const idsOf = (array: string): number[] =>
  array === '{}' ? [] : array.slice(1, -1).split(',').map(Number)

/** The author always exists: posts are deleted together with their author. */
const personOf = (people: PeopleById, id: number): Person =>
  people.get(id) ?? { user_name: '', name: '', profile_pic_url: null }

const peopleIn = (people: PeopleById, array: string): Person[] =>
  array === '{}' ? [] : idsOf(array).flatMap((id) => people.get(id) ?? [])

/** Users mentioned in a body. */
export const mentionsIn = (people: PeopleById, array: string) =>
  peopleIn(people, array).map(({ user_name, name }) => ({ user_name, name }))

export const toVote = (value: number | null): 'upvote' | 'downvote' | null => {
  if (value === null) return null
  return value > 0 ? 'upvote' : 'downvote'
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

const lessonIn = (lessons: ReadonlyMap<number, Lesson>, row: ThreadRow): Lesson | null => {
  const lesson = row.lesson_topic_id === null ? undefined : lessons.get(row.lesson_topic_id)
  return lesson ? { ...lesson, item_id: row.lesson_item_id } : null
}

/** Maps field by field, so that no other column gets into the response. */
export const toThread = (
  row: ThreadRow,
  { actor, people, lessons }: { actor: Actor; people: PeopleById; lessons: ReadonlyMap<number, Lesson> },
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

interface CommentView {
  readonly actor: Actor
  readonly people: PeopleById
  /** The thread's accepted answer. */
  readonly accepted: number | null
}

const toReply = (row: CommentRow, { actor, people, accepted }: CommentView) => {
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
export const toComments = (rows: readonly CommentRow[], view: CommentView): Comment[] => {
  const replies = Map.groupBy(
    rows.filter((row) => row.parent_id !== null),
    (row) => row.parent_id,
  )
  return rows
    .filter((row) => row.parent_id === null)
    .map((row) => ({
      ...toReply(row, view),
      replies: (replies.get(row.id) ?? []).map((reply) => toReply(reply, view)),
    }))
}

/** One comment or reply, for the response to a write. */
export const toComment = (rows: readonly CommentRow[], id: number, view: CommentView): Comment | null => {
  const found = rows.find((row) => row.id === id)
  if (!found) return null
  if (found.parent_id !== null) return toReply(found, view)
  return toComments(rows, view).find((comment) => comment.id === id) ?? null
}
