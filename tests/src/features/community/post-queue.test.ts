import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '#src/core/http/api-error.ts'
import { createPostQueue, type Intent, type Queued } from '#src/features/community/model/post-queue.ts'

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
