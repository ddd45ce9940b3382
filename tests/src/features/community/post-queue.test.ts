import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '#src/core/http/api-error.ts'
import {
  besideOthers,
  createPostQueue,
  type Intent,
  type Queued,
} from '#src/features/community/model/post-queue.ts'
import { commentWithWaiting, threadWithWaiting } from '#src/features/community/model/waiting.ts'
import { aComment, aThread } from './factory.ts'

const noConnection = () => new ApiError({ status: null, code: 'network', detail: null })
const refusal = (status: number) => new ApiError({ status, code: 'unknown', detail: 'The thread is closed.' })

const comment = (words: string): Intent => ({ kind: 'comment', threadId: 3, body: words, parent: null })

/** A server that takes a key once; a call may be lost before it arrives, or its answer after. */
const aServer = () => {
  const posts: string[] = []
  const keys = new Set<string>()
  return {
    posts,
    take: (entry: Queued) => {
      if (keys.has(entry.id)) return
      keys.add(entry.id)
      posts.push(entry.kind === 'comment' ? entry.body : entry.id)
    },
  }
}
const aQueue = (
  send: (entry: Queued) => Promise<unknown>,
  disk: { kept: readonly Queued[] } = { kept: [] },
) => {
  const queue = createPostQueue({
    load: async () => disk.kept,
    save: async (entries) => {
      disk.kept = entries
    },
    send,
    later: () => () => undefined,
  })
  return { queue, disk }
}

describe('posts written without a connection', () => {
  it('given any pattern of lost calls and lost answers, when it is tried until nothing waits, then each post is there once and in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('arrives', 'lost before', 'lost after'), { maxLength: 40 }),
        fc.integer({ min: 1, max: 6 }),
        async (pattern, count) => {
          const server = aServer()
          const fates = [...pattern]
          const { queue } = aQueue(async (entry) => {
            const fate = fates.shift() ?? 'arrives'
            if (fate === 'lost before') throw noConnection()
            server.take(entry)
            if (fate === 'lost after') throw noConnection()
          })
          const words = Array.from({ length: count }, (_, index) => `post ${index}`)
          for (const text of words) await queue.add(`key ${text}`, comment(text), 1)
          for (let round = 0; queue.entries().length > 0 && round < 100; round += 1) await queue.flush()
          expect(server.posts).toEqual(words)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('given a server without keys, when an answer is lost, then the same check finds a post twice (the control)', async () => {
    const posts: string[] = []
    let lost = true
    const { queue } = aQueue(async (entry) => {
      posts.push(entry.id)
      if (lost) {
        lost = false
        throw noConnection()
      }
    })
    await queue.add('a', comment('once'), 1)
    await queue.flush()
    await queue.flush()

    expect(posts).toEqual(['a', 'a'])
  })

  it('given a post that the server refuses, when the queue goes on, then it stays with its reason and the others arrive', async () => {
    const sent: string[] = []
    const { queue, disk } = aQueue(async (entry) => {
      if (entry.id === 'a') throw refusal(403)
      sent.push(entry.id)
    })
    await queue.add('a', comment('too late'), 1)
    await queue.add('b', comment('in time'), 2)
    await queue.flush()

    expect(sent).toEqual(['b'])
    expect(disk.kept).toMatchObject([{ id: 'a', refused: 'The thread is closed.' }])

    await queue.discard('a')
    expect(disk.kept).toEqual([])
  })

  it('given a session that must be renewed or a limit, when a call is refused, then nothing is given up', async () => {
    for (const status of [401, 429, 503]) {
      const { queue } = aQueue(() => Promise.reject(refusal(status)))
      await queue.add('a', comment('later'), 1)
      await queue.flush()
      expect(queue.entries()).toMatchObject([{ id: 'a', refused: null }])
    }
  })

  it('given several votes on one post, when they wait, then only how it should stand is sent', async () => {
    const sent: Queued[] = []
    const { queue } = aQueue(async (entry) => sent.push(entry))
    const vote = (want: 'upvote' | 'downvote' | null): Intent => ({
      kind: 'vote',
      threadId: 3,
      commentId: null,
      want,
    })
    await queue.add('1', vote('upvote'), 1)
    await queue.add('2', vote(null), 2)
    await queue.add('3', vote('downvote'), 3)
    await queue.flush()

    expect(sent).toMatchObject([{ kind: 'vote', want: 'downvote' }])
  })

  it('given a bookmark and a follow switched to and fro, when they wait, then only how each should stand is sent', async () => {
    const sent: Queued[] = []
    const { queue } = aQueue(async (entry) => sent.push(entry))
    await queue.add('1', { kind: 'bookmark', threadId: 3, on: true }, 1)
    await queue.add('2', { kind: 'follow', threadId: 3, on: false }, 2)
    await queue.add('3', { kind: 'bookmark', threadId: 3, on: false }, 3)
    await queue.add('4', { kind: 'bookmark', threadId: 4, on: true }, 4)
    await queue.flush()

    expect(sent.map(({ id }) => id)).toEqual(['2', '3', '4'])
  })

  it('given two tabs of one person, when both keep posts, then neither writes over the other’s', async () => {
    const disk: { kept: readonly Queued[] } = { kept: [] }
    const aTab = () =>
      createPostQueue({
        load: async () => disk.kept,
        save: async (entries, known) => {
          disk.kept = besideOthers(disk.kept, entries, known)
        },
        send: () => Promise.reject(noConnection()),
        later: () => () => undefined,
      })
    const [one, two] = [aTab(), aTab()]
    await one.add('a', comment('first'), 1)
    await two.add('b', comment('second'), 2)
    await one.add('c', comment('third'), 3)
    expect(disk.kept.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    // What one of them gave up stays given up.
    await one.discard('a')
    await two.add('d', comment('fourth'), 4)
    expect(disk.kept.map(({ id }) => id)).toEqual(['b', 'c', 'd'])
  })

  it('given posts that come back out of the seal, when the queue is in use already, then they go first and nothing goes twice', async () => {
    const sent: string[] = []
    const { queue, disk } = aQueue(async (entry) => sent.push(entry.id))
    const queued = (id: string, intent: Intent, since: number): Queued => ({
      ...intent,
      id,
      since,
      refused: null,
    })
    const follow = (on: boolean): Intent => ({ kind: 'follow', threadId: 3, on })
    await queue.add('new', comment('since then'), 9)
    await queue.add('now', follow(false), 10)
    await queue.takeBack([
      queued('old', comment('before'), 1),
      queued('was', follow(true), 2),
      queued('old', comment('before'), 1),
      queued('new', comment('since then'), 9),
    ])
    expect(disk.kept.map(({ id }) => id)).toEqual(['old', 'new', 'now'])
    await queue.flush()
    expect(sent).toEqual(['old', 'new', 'now'])
  })

  it('given a queue on disk, when the next page loads, then it goes on from there', async () => {
    const disk: { kept: readonly Queued[] } = { kept: [] }
    const before = aQueue(() => Promise.reject(noConnection()), disk)
    await before.queue.add('a', comment('kept'), 1)
    await before.queue.flush()

    const sent: string[] = []
    const after = aQueue(async (entry) => sent.push(entry.id), disk)
    await after.queue.flush()

    expect(sent).toEqual(['a'])
    expect(disk.kept).toEqual([])
  })
})

describe('what waits, on the screen again after a reload', () => {
  const queued = (intent: Intent, refused: string | null = null): Queued => ({
    ...intent,
    id: 'k',
    since: 1,
    refused,
  })

  it('given a vote, a bookmark and a mute that wait, when the kept thread is read, then it stands as it will', () => {
    const thread = aThread({
      upvotes: 2,
      my_vote: null,
      bookmarked: true,
      bookmarks_count: 3,
      following: true,
    })
    const entries = [
      queued({ kind: 'vote', threadId: thread.id, commentId: null, want: 'upvote' }),
      queued({ kind: 'bookmark', threadId: thread.id, on: false }),
      queued({ kind: 'follow', threadId: thread.id, on: false }),
      queued({ kind: 'vote', threadId: thread.id + 1, commentId: null, want: 'downvote' }),
    ]
    expect(threadWithWaiting(thread, entries)).toMatchObject({
      upvotes: 3,
      my_vote: 'upvote',
      bookmarked: false,
      bookmarks_count: 2,
      following: false,
    })
    // What the server had counted already is not counted twice.
    const arrived = threadWithWaiting(thread, entries)
    expect(threadWithWaiting(arrived, entries)).toEqual(arrived)
  })

  it('given a vote that the server refused, when the thread is read, then it stands as the server has it', () => {
    const thread = aThread({ my_vote: null })
    const refused = queued({ kind: 'vote', threadId: thread.id, commentId: null, want: 'upvote' }, 'closed')
    expect(threadWithWaiting(thread, [refused])).toEqual(thread)
  })

  it('given a vote on a comment that waits, when the comments are read, then that one shows it and no other', () => {
    const comment = aComment({ upvotes: 1, my_vote: 'upvote' })
    const vote = queued({ kind: 'vote', threadId: 3, commentId: comment.id, want: null })
    expect(commentWithWaiting(comment, [vote])).toMatchObject({ upvotes: 0, my_vote: null })
    const other = queued({ kind: 'vote', threadId: 3, commentId: comment.id + 99, want: null })
    expect(commentWithWaiting(comment, [other])).toEqual(comment)
  })
})
