import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import { ApiError } from '#src/core/http/api-error.ts'
import type { Row } from '#src/core/offline/queue/queue-rows.ts'
import { postRules, type Intent, type Post, type Queued } from '#src/features/community/model/queued-posts.ts'
import { commentWithWaiting, threadWithWaiting } from '#src/features/community/model/waiting.ts'
import { aDisk, aQueue, twoTabs, untilNotified } from '#tests/src/core/offline/queue/queue-world.ts'
import { aComment, aThread } from './factory.ts'

const noConnection = () => new ApiError({ status: null, code: 'network', detail: null })
const refusal = (status: number) => new ApiError({ status, code: 'unknown', detail: 'The thread is closed.' })

const comment = (id: string, words = id): Post => ({
  kind: 'comment',
  id,
  threadId: 3,
  body: words,
  parent: null,
})
const vote = (id: string, want: 'upvote' | 'downvote' | null): Post => ({
  kind: 'vote',
  id,
  threadId: 3,
  commentId: null,
  want,
})
const follow = (id: string, on: boolean): Post => ({ kind: 'follow', id, threadId: 3, on })
const bookmark = (id: string, threadId: number, on: boolean): Post => ({ kind: 'bookmark', id, threadId, on })

/** A server that takes a key once; a call may be lost before it arrives, or its answer after. */
const aServer = () => {
  const posts: string[] = []
  const keys = new Set<string>()
  return {
    posts,
    take: (post: Post) => {
      if (keys.has(post.id)) return
      keys.add(post.id)
      posts.push(post.kind === 'comment' ? post.body : post.id)
    },
  }
}
const aPostQueue = (send: (post: Post) => Promise<unknown>, disk = aDisk<Post>()) => ({
  queue: aQueue<Post, unknown>(postRules, { send, disk }),
  disk,
})

describe('posts written without a connection', () => {
  it('arrive once and in order in any pattern of lost calls and lost answers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('arrives', 'lost before', 'lost after'), { maxLength: 40 }),
        fc.integer({ min: 1, max: 6 }),
        async (pattern, count) => {
          const server = aServer()
          const fates = [...pattern]
          const { queue } = aPostQueue(async (post) => {
            const fate = fates.shift() ?? 'arrives'
            if (fate === 'lost before') throw noConnection()
            server.take(post)
            if (fate === 'lost after') throw noConnection()
          })
          const words = Array.from({ length: count }, (_, index) => `post ${index}`)
          for (const text of words) await queue.add(comment(`key ${text}`, text), 1)
          for (let round = 0; queue.lines().length > 0 && round < 100; round += 1) await queue.flush()
          expect(server.posts).toEqual(words)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('control: arrive twice at a server without keys when an answer is lost', async () => {
    const posts: string[] = []
    let lost = true
    const { queue } = aPostQueue(async (post) => {
      posts.push(post.id)
      if (lost) {
        lost = false
        throw noConnection()
      }
    })
    await queue.add(comment('a'))
    await queue.flush()
    await queue.flush()
    expect(posts).toEqual(['a', 'a'])
  })

  it('stay with the reason when the server refuses them, while the others arrive', async () => {
    const sent: string[] = []
    const { queue, disk } = aPostQueue(async (post) => {
      if (post.id === 'a') throw refusal(403)
      sent.push(post.id)
    })
    await queue.add(comment('a', 'too late'), 1)
    await queue.add(comment('b', 'in time'), 2)
    await queue.flush()
    expect(sent).toEqual(['b'])
    expect(disk.rows()).toMatchObject([{ entry: { id: 'a' }, refused: 'The thread is closed.' }])

    // By the key that it was written with.
    await queue.discard('a')
    expect(disk.rows()).toEqual([])
  })

  it('are sent again by the key that they were written with after a refusal', async () => {
    let closed = true
    const server = aServer()
    const { queue } = aPostQueue(async (post) => {
      if (closed) throw refusal(403)
      server.take(post)
    })
    await queue.add(comment('a', 'once more'))
    await queue.flush()
    closed = false
    await queue.flush()
    expect(server.posts).toEqual([])
    await queue.retry('a')
    expect(server.posts).toEqual(['once more'])
    expect(queue.lines()).toEqual([])
  })

  it.each([401, 429, 503])('wait when a call is answered with %i', async (status) => {
    const { queue } = aPostQueue(() => Promise.reject(refusal(status)))
    await queue.add(comment('a'))
    await queue.flush()
    expect(queue.lines()).toMatchObject([{ entry: { id: 'a' }, refused: null }])
  })

  it('are on the disk for the next page', async () => {
    const before = aPostQueue(() => Promise.reject(noConnection()))
    await before.queue.add(comment('a'))
    await before.queue.flush()

    const sent: string[] = []
    const after = aPostQueue(async (post) => sent.push(post.id), before.disk)
    await after.queue.flush()
    expect(sent).toEqual(['a'])
    expect(after.disk.rows()).toEqual([])
  })
})

describe('votes and switches pressed without a connection', () => {
  it('send only how a vote should stand in the end', async () => {
    const sent: Post[] = []
    const { queue } = aPostQueue(async (post) => sent.push(post))
    await queue.add(vote('1', 'upvote'), 1)
    await queue.add(vote('2', null), 2)
    await queue.add(vote('3', 'downvote'), 3)
    await queue.flush()
    expect(sent).toMatchObject([{ kind: 'vote', want: 'downvote' }])
  })

  it('send a vote again that was moved while it was under way', async () => {
    const sent: unknown[] = []
    const { queue } = aPostQueue(async (post) => {
      sent.push(post.kind === 'vote' && post.want)
      if (sent.length === 1) await queue.add(vote('2', 'downvote'))
    })
    await queue.add(vote('1', 'upvote'))
    await queue.flush()
    expect(sent).toEqual(['upvote', 'downvote'])
    expect(queue.lines()).toEqual([])
  })

  it('send only how a bookmark and a follow should stand in the end, the last press last', async () => {
    const sent: Post[] = []
    const { queue } = aPostQueue(async (post) => sent.push(post))
    await queue.add(bookmark('1', 3, true), 1)
    await queue.add(follow('2', false), 2)
    await queue.add(bookmark('3', 3, false), 3)
    await queue.add(bookmark('4', 4, true), 4)
    await queue.flush()
    expect(sent.map(({ id }) => id)).toEqual(['2', '3', '4'])
  })
})

describe('posts in two tabs', () => {
  it('do not take each other’s place, and what one gave up stays given up', async () => {
    let now = 0
    const tabs = twoTabs<Post, unknown>(postRules, {
      send: () => Promise.reject(noConnection()),
      now: () => (now += 1),
    })
    const onDisk = () => tabs.disk.entries().map(({ id }) => id)
    await tabs.one.add(comment('a'))
    await tabs.other.add(comment('b'))
    await tabs.one.add(comment('c'))
    expect(onDisk()).toEqual(['a', 'b', 'c'])
    await tabs.one.discard('a')
    await tabs.other.add(comment('d'))
    expect(onDisk()).toEqual(['b', 'c', 'd'])
  })

  it('press a vote once when both tabs send at the same moment', async () => {
    let stands: 'upvote' | null = null
    // As the server's: a press toggles, and between looking and pressing time passes.
    const send = async () => {
      const before = stands
      await untilNotified()
      if (before !== 'upvote') stands = stands === 'upvote' ? null : 'upvote'
    }
    const tabs = twoTabs<Post, unknown>(postRules, { send })
    await tabs.one.add(vote('1', 'upvote'))
    await untilNotified()
    await Promise.all([tabs.one.flush(), tabs.other.flush()])
    expect(stands).toBe('upvote')
  })
})

describe('posts that were encrypted while their owner was away', () => {
  it('go first, and nothing goes twice or against a later press', async () => {
    const sent: string[] = []
    const { queue, disk } = aPostQueue(async (post) => sent.push(post.id))
    const returned = (entry: Post, since: number): Row<Post> => ({
      id: `row ${entry.id}`,
      entry,
      at: since,
      since,
      refused: null,
    })
    await queue.add(comment('new', 'since then'), 9)
    await queue.add(follow('now', false), 10)
    await disk.change((rows) => [
      ...rows,
      returned(comment('old', 'before'), 1),
      returned(follow('was', true), 2),
      returned(comment('new', 'since then'), 9),
    ])
    await queue.refresh()
    await queue.flush()
    expect(sent).toEqual(['old', 'new', 'now'])
    expect(disk.rows()).toEqual([])
  })
})

describe('what waits, shown after a reload', () => {
  const queued = (intent: Intent, refused: string | null = null): Queued => ({
    ...intent,
    id: 'k',
    since: 1,
    refused,
  })

  it('shows a thread with the vote, bookmark and mute that wait', () => {
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

  it('shows a thread as the server has it when its vote was refused', () => {
    const thread = aThread({ my_vote: null })
    const refused = queued({ kind: 'vote', threadId: thread.id, commentId: null, want: 'upvote' }, 'closed')
    expect(threadWithWaiting(thread, [refused])).toEqual(thread)
  })

  it('shows a vote that waits on its comment and on no other', () => {
    const comment = aComment({ upvotes: 1, my_vote: 'upvote' })
    const vote = queued({ kind: 'vote', threadId: 3, commentId: comment.id, want: null })
    expect(commentWithWaiting(comment, [vote])).toMatchObject({ upvotes: 0, my_vote: null })
    const other = queued({ kind: 'vote', threadId: 3, commentId: comment.id + 99, want: null })
    expect(commentWithWaiting(comment, [other])).toEqual(comment)
  })
})
