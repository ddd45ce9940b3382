/** The queue of posts and votes in this tab, for whoever is signed in. */
import {
  bookmarkThread,
  createComment,
  createThread,
  followThread,
  getThread,
  listComments,
  unbookmarkThread,
  voteComment,
  voteThread,
} from '#contract/community/community.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { isReachable } from '#src/core/http/connectivity.ts'
import { registerQueue } from '#src/core/offline/queue/register-queue.ts'
import { keys } from '#src/core/storage/keys.ts'
import type { Vote } from '../model/posts.ts'
import { keyOf, postRules, type Intent, type Post, type Queued } from '../model/queued-posts.ts'
import { describePosts } from './describe-posts.ts'

/** A thread with more comments than this is searched no further for one of them. */
const PAGES_MAX = 10

const commentVote = async (threadId: number, commentId: number): Promise<Vote | null> => {
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const { results, next } = await authedCall(listComments, { params: { threadId }, query: { page } })
    const found = results
      .flatMap((comment) => [comment, ...comment.replies])
      .find((post) => post.id === commentId)
    if (found) return found.my_vote
    if (next === null) break
  }
  return null
}

/**
 * A press toggles, so a press whose answer was lost must not be pressed again: how the vote stands is read first, and
 * only what differs from what the person wanted is pressed.
 */
const sendVote = async ({ threadId, commentId, want }: Extract<Post, { kind: 'vote' }>) => {
  const stands =
    commentId === null
      ? (await authedCall(getThread, { params: { threadId } })).my_vote
      : await commentVote(threadId, commentId)
  const press = want ?? stands
  if (stands === want || press === null) return
  const body = { vote_type: press }
  if (commentId === null) await authedCall(voteThread, { params: { threadId }, body })
  else await authedCall(voteComment, { params: { commentId }, body })
}

/** Both are told how it should stand, so that a repeat changes nothing. */
const sendSwitch = async ({ kind, threadId, on }: Extract<Post, { kind: 'bookmark' | 'follow' }>) => {
  if (kind === 'follow') await authedCall(followThread, { params: { threadId }, body: { following: on } })
  else await authedCall(on ? bookmarkThread : unbookmarkThread, { params: { threadId } })
}

const send = async (entry: Post): Promise<unknown> => {
  // Read from the cache, a vote's standing would be an old one.
  if (!isReachable()) throw new Error('not connected')
  if (entry.kind === 'vote') return sendVote(entry)
  if (entry.kind === 'bookmark' || entry.kind === 'follow') return sendSwitch(entry)
  if (entry.kind === 'thread') {
    const { title, body, tags, lesson, id } = entry
    return authedCall(createThread, {
      body: { title, body, tags, idempotency_key: id, ...(lesson && { lesson }) },
    })
  }
  const { threadId, body, parent, id } = entry
  return authedCall(createComment, { params: { threadId }, body: { body, parent, idempotency_key: id } })
}

const registered = registerQueue<Post, unknown>({
  ...postRules,
  name: 'forum',
  channel: keys.forumQueue,
  send,
  describe: describePosts,
})

/** The signed-in person's queue; another person gets another one. */
export const postQueue = registered.queue
export const forumOutbox = registered.source

/** What waits or was refused, by the id that `retry` and `discard` know it by. */
export const queuedPosts = (): readonly Queued[] =>
  postQueue()
    .lines()
    .map(({ entry, since, refused }) => ({ ...entry, id: keyOf(entry), since, refused }))

/** The same once it is read from the disk, for who reads a thread: as it will stand once it has arrived. */
export const waitingPosts = async (): Promise<readonly Queued[]> => {
  await postQueue().ready()
  return queuedPosts()
}

/** For an action that found no connection: it waits here instead and counts as done. Any other failure goes on. */
export const orWait =
  (id: string, intent: () => Intent) =>
  async (error: unknown): Promise<null> => {
    if (!isApiError(error) || error.code !== 'network') throw error
    await postQueue().add({ ...intent(), id })
    return null
  }
