/**
 * Posts, votes, bookmarks and follows that wait to be sent: a thread or comment under the key it was written with, a
 * vote as the state that it should have.
 */
import type { QueueRules } from '#src/core/offline/queue/queue-types.ts'
import type { Vote } from './posts.ts'

export interface Lesson {
  course_id: number
  topic_id: number
  item_id: number | null
}
export type Intent =
  | { kind: 'thread'; title: string; body: string; tags: number[]; lesson?: Lesson }
  | { kind: 'comment'; threadId: number; body: string; parent: number | null }
  /** `want`: how the vote should stand, null for none; `commentId` null for the thread's own. */
  | { kind: 'vote'; threadId: number; commentId: number | null; want: Vote | null }
  /** How it should stand; the last press counts. */
  | { kind: 'bookmark'; threadId: number; on: boolean }
  | { kind: 'follow'; threadId: number; on: boolean }

/** `id`: the idempotency key of what is posted. */
export type Post = Intent & { id: string }

export type Queued = Post & {
  /** ms since 1970. */
  since: number
  /** Why the server refused it; null while it waits. */
  refused: string | null
}

/** A press on the same switch takes the place of the one that waits. */
export const keyOf = (post: Post): string => {
  switch (post.kind) {
    case 'vote':
      return `vote:${post.threadId}:${post.commentId ?? ''}`
    case 'bookmark':
    case 'follow':
      return `${post.kind}:${post.threadId}`
    default:
      return post.id
  }
}

export const postRules: QueueRules<Post> = { keyOf }
