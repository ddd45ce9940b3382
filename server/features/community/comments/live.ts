/** What readers of a thread hear at once: that comments came or went. The words they read themselves. */
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

type Of = { clientId: number; threadId: number; commentId: number; authorId: number }

/** Told to every process on commit; who wrote it knows already. */
export const commentCame = (changes: ChangeFeed, db: TenantDb, of: Of): Promise<void> =>
  changes.announce(db, { ...changeOf(of), came: [of.commentId], gone: [] })

/** Nobody is shown the way to what was deleted. */
export const commentLeft = (changes: ChangeFeed, db: TenantDb, of: Of): Promise<void> =>
  changes.announce(db, { ...changeOf(of), came: [], gone: [of.commentId] })

const changeOf = ({ clientId, threadId, authorId }: Of) =>
  ({ kind: 'live', clientId, topic: threadTopic(threadId), by: authorId }) as const

/** Others' comments that came since each thread was looked at; an event for each, also where nothing came. */
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
  const found = rows as { thread_id: number; id: number }[]
  return threads.map(({ topic, threadId }) => ({
    topic,
    whole: true,
    came: found.flatMap((row) => (row.thread_id === threadId ? [row.id] : [])),
    gone: [],
  }))
}
