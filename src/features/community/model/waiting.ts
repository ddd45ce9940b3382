/** What a reader did without a connection stands on the screen also after the page was loaded again. */
import type { Queued } from './queued-posts.ts'
import type { Comment, Thread } from './posts.ts'
import { votedAs, type Voted } from './vote.ts'

/** Refused ones count no more: the server has said how it stands. */
const standing = (entries: readonly Queued[]) => entries.filter(({ refused }) => refused === null)

export const bookmarkedAs = (thread: Thread, on: boolean): Thread => ({
  ...thread,
  bookmarked: on,
  bookmarks_count: Math.max(0, thread.bookmarks_count + Number(on) - Number(thread.bookmarked)),
})

/** The thread as it will be once everything has arrived. */
export const threadWithWaiting = (thread: Thread, entries: readonly Queued[]): Thread =>
  standing(entries).reduce((now, entry) => {
    if (entry.kind === 'thread' || entry.kind === 'comment' || entry.threadId !== thread.id) return now
    if (entry.kind === 'vote') return entry.commentId === null ? votedAs(now, entry.want) : now
    return entry.kind === 'bookmark' ? bookmarkedAs(now, entry.on) : { ...now, following: entry.on }
  }, thread)

/** The same for a comment and its replies. */
export const commentWithWaiting = (comment: Comment, entries: readonly Queued[]): Comment => {
  const wants = new Map(
    standing(entries).flatMap((entry) =>
      entry.kind === 'vote' && entry.commentId !== null ? [[entry.commentId, entry.want] as const] : [],
    ),
  )
  if (wants.size === 0) return comment
  const voted = <T extends Voted & { id: number }>(post: T): T => {
    const want = wants.get(post.id)
    return want === undefined ? post : votedAs(post, want)
  }
  return { ...voted(comment), replies: comment.replies.map(voted) }
}
