/**
 * Live events for readers of a thread: ids of new and deleted comments. The content is fetched separately.
 */
import {
  CAUGHT_UP_MAX,
  threadOfTopic,
  threadTopic,
  type LiveEvent,
  type Watched,
} from '#contract/notifications/live.ts'
import type { ChangeFeed } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { viewerOf } from '../community.context.ts'

type CommentRef = { clientId: number; threadId: number; commentId: number; authorId: number }

/** Announces a new comment to every process on commit. The author already has it. */
export const announceNewComment = (changes: ChangeFeed, db: TenantDb, comment: CommentRef): Promise<void> =>
  changes.announce(db, { ...liveChange(comment), came: [comment.commentId], gone: [] })

/** Announces a deleted comment, so that no reader is led to it. */
export const announceDeletedComment = (
  changes: ChangeFeed,
  db: TenantDb,
  comment: CommentRef,
): Promise<void> => changes.announce(db, { ...liveChange(comment), came: [], gone: [comment.commentId] })

const liveChange = ({ clientId, threadId, authorId }: CommentRef) =>
  ({ kind: 'live', clientId, topic: threadTopic(threadId), by: authorId }) as const

/**
 * Comments by others since each thread was last viewed; one event for each thread, even without new comments.
 */
export const cameSince = async (
  scope: MemberScope,
  watched: readonly Watched[],
): Promise<readonly LiveEvent[]> => {
  const threads = watched.flatMap(({ topic, since }) => {
    const threadId = threadOfTopic(topic)
    return threadId === null ? [] : [{ topic, threadId, since }]
  })
  if (threads.length === 0) return []
  const { clientId, userId } = viewerOf(scope)
  const [rows] = await scope.read({
    name: 'forum-came-since',
    text: `select w.thread_id, c.id
      from unnest($3::int[], $4::int[]) as w (thread_id, since)
      cross join lateral (
        select k.id from forum_comment k
        where k.client_id = $1 and k.thread_id = w.thread_id and k.id > w.since and k.author_id <> $2
          and k.deleted_at is null
        order by k.id desc limit ${CAUGHT_UP_MAX}) c`,
    values: [
      clientId,
      userId,
      `{${threads.map(({ threadId }) => threadId).join()}}`,
      `{${threads.map(({ since }) => since).join()}}`,
    ],
  })
  const newComments = rows as { thread_id: number; id: number }[]
  return threads.map(({ topic, threadId }) => ({
    topic,
    whole: true,
    came: newComments.flatMap((row) => (row.thread_id === threadId ? [row.id] : [])),
    gone: [],
  }))
}
