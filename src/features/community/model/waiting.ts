/** Applies the reader's unsent votes, bookmarks and follows to loaded data, also after a reload. */
import type { Queued } from './post-queue.ts'
import type { Comment, Thread } from './posts.ts'
import { votedAs, type Voted } from './vote.ts'

/** Refused entries do not count: the server's state holds. */
const pendingOf = (entries: readonly Queued[]) => entries.filter(({ refused }) => refused === null)

export const bookmarkedAs = (thread: Thread, on: boolean): Thread => ({
  ...thread,
  bookmarked: on,
  bookmarks_count: Math.max(0, thread.bookmarks_count + Number(on) - Number(thread.bookmarked)),
})

/** The thread as it will be once everything is sent. */
export const threadWithWaiting = (thread: Thread, entries: readonly Queued[]): Thread =>
  pendingOf(entries).reduce((current, entry) => {
    if (entry.kind === 'thread' || entry.kind === 'comment' || entry.threadId !== thread.id) return current
    if (entry.kind === 'vote') return entry.commentId === null ? votedAs(current, entry.want) : current
    return entry.kind === 'bookmark' ? bookmarkedAs(current, entry.on) : { ...current, following: entry.on }
  }, thread)

/** The same for a comment and its replies. */
export const commentWithWaiting = (comment: Comment, entries: readonly Queued[]): Comment => {
  const wantedVotes = new Map(
    pendingOf(entries).flatMap((entry) =>
      entry.kind === 'vote' && entry.commentId !== null ? [[entry.commentId, entry.want] as const] : [],
    ),
  )
  if (wantedVotes.size === 0) return comment
  const withWantedVote = <T extends Voted & { id: number }>(post: T): T => {
    const want = wantedVotes.get(post.id)
    return want === undefined ? post : votedAs(post, want)
  }
  return { ...withWantedVote(comment), replies: comment.replies.map(withWantedVote) }
}
