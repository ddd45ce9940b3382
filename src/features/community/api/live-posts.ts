/** The tab's queue of posts and votes, bound to the person it belongs to; sealed (core/seal) while they are signed out. */
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
import { clientId } from '#src/core/client-config/runtime-config.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { isReachable, onConnectivity } from '#src/core/pwa/connectivity.ts'
import { createExclusive } from '#src/core/session/exclusive.ts'
import { beforeSignOut } from '#src/core/session/farewell.ts'
import { onBack, takeBack } from '#src/core/seal/back.ts'
import { storedUser } from '#src/core/session/session.ts'
import { registerWipe } from '#src/core/session/wipe.ts'
import { idbDelete, idbGet, idbPut } from '#src/core/storage/idb.ts'
import { keys } from '#src/core/storage/keys.ts'
import {
  besideOthers,
  createPostQueue,
  type Intent,
  type PostQueue,
  type Queued,
} from '../model/post-queue.ts'
import type { Vote } from '../model/posts.ts'

/** A thread with more comments than this is searched no further for one of them. */
const PAGES_MAX = 10

let live: { owner: string; queue: PostQueue } | null = null

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
const sendVote = async ({ threadId, commentId, want }: Extract<Queued, { kind: 'vote' }>) => {
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
const sendSwitch = async ({ kind, threadId, on }: Extract<Queued, { kind: 'bookmark' | 'follow' }>) => {
  if (kind === 'follow') await authedCall(followThread, { params: { threadId }, body: { following: on } })
  else await authedCall(on ? bookmarkThread : unbookmarkThread, { params: { threadId } })
}

const send = async (entry: Queued): Promise<unknown> => {
  // Read from the shelf, a vote's standing would be an old one.
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

const ownerNow = () => `${clientId()}:${storedUser()?.id ?? 0}`
const oneTab = createExclusive(() => navigator.locks as LockManager | undefined, 'lms-forum-queue')
const placeOf = (owner: string) => `${keys.forumQueue}:${owner}`

/** The signed-in person's queue; another person gets another one. */
export const postQueue = (): PostQueue => {
  const owner = ownerNow()
  if (live?.owner === owner) return live.queue
  live?.queue.close()
  const queue = createPostQueue({
    load: () => idbGet<readonly Queued[]>(placeOf(owner)),
    save: (entries, known) =>
      oneTab(async () => {
        const all = besideOthers(await idbGet<readonly Queued[]>(placeOf(owner)), entries, known)
        await (all.length === 0 ? idbDelete(placeOf(owner)) : idbPut(placeOf(owner), all))
      }),
    send: (entry) => {
      if (ownerNow() !== owner) throw new Error('somebody else is signed in')
      return send(entry)
    },
    later: (action, ms) => {
      const timer = setTimeout(action, ms)
      return () => clearTimeout(timer)
    },
  })
  live = { owner, queue }
  void takeIn(owner, queue)
  return queue
}

/** What was sealed while its owner was away. */
const takeIn = async (owner: string, queue: PostQueue) => {
  if (await takeBack<Queued>(keys.forumQueue, owner, queue.takeBack)) await queue.flush()
}
onBack(() => {
  if (live) void takeIn(live.owner, live.queue)
})

/** What waits, for who reads a thread: as it will stand once it has arrived. */
export const waitingPosts = async (): Promise<readonly Queued[]> => {
  const queue = postQueue()
  await queue.ready()
  return queue.entries()
}

onConnectivity(() => {
  if (isReachable()) void live?.queue.flush()
})
beforeSignOut(() => live?.queue.flush())
registerWipe(() => {
  live?.queue.close()
  live = null
})

/** For a deed that found no connection: it waits here instead, and the deed counts as done. Any other failure goes on. */
export const orWait =
  (id: string, intent: () => Intent) =>
  async (error: unknown): Promise<null> => {
    if (!isApiError(error) || error.code !== 'network') throw error
    await postQueue().add(id, intent(), Date.now())
    return null
  }
