import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProgressResult } from '#contract/courses.ts'
import { ApiError, networkError } from '#src/core/http/api-error.ts'
import {
  createProgressQueue,
  type Pending,
  type Sent,
} from '#src/features/course-player/model/progress-queue.ts'
import { lengthOf, union, type Range } from '#src/features/course-player/model/ranges.ts'

const result = (itemId: number): ProgressResult => ({
  item: { id: itemId, state: 'in_progress' },
  topic: { id: 1, state: 'in_progress' },
  course: {
    course_id: 1,
    state: 'in_progress',
    completed_items: 0,
    total_items: 1,
    percent: 0,
    enrolled_at: '2026-11-01T00:00:00Z',
    last_activity_at: null,
  },
})
const refused = (status: number) => new ApiError({ status, code: 'not_found', detail: null })

/** A disk, a server and a clock in the hand. */
const world = (answers: ('ok' | 'lost' | 'gone' | number)[] = []) => {
  const server: Range[] = []
  const later: (() => void)[] = []
  let disk: Pending[] | null = null
  let kept = 0
  const parts = {
    load: () => Promise.resolve(disk),
    save: (entries: readonly Pending[]) => {
      disk = structuredClone([...entries])
      kept += 1
      return Promise.resolve(true)
    },
    send: async (entry: Pending): Promise<Sent> => {
      await Promise.resolve()
      const answer = answers.shift() ?? 'ok'
      if (typeof answer === 'number') throw refused(answer)
      if (answer === 'lost') throw networkError()
      if (entry.kind === 'video') server.push(...entry.ranges)
      // Arrived, but the answer was lost on the way back.
      if (answer === 'gone') throw networkError()
      return { progress: result(entry.itemId) }
    },
    later: (deed: () => void) => {
      later.push(deed)
      return () => undefined
    },
  }
  return { parts, server, later, disk: () => disk, kept: () => kept }
}
const video = (from: number, to: number): Pending => ({
  kind: 'video',
  itemId: 5,
  position: to,
  ranges: [[from, to]],
  clock: [[1000 + from, 1000 + to]],
})

describe('queue of learning progress', () => {
  it('given progress that comes back out of the seal, when the lesson goes on already, then both are sent and the newer word counts', async () => {
    const { parts, server, disk } = world()
    const sent: Pending[] = []
    const queue = createProgressQueue({
      ...parts,
      send: (entry) => {
        sent.push(entry)
        return parts.send(entry)
      },
    })
    const draft = (option: number): Pending => ({
      kind: 'draft',
      itemId: 6,
      attempt: 1,
      answers: [{ question_id: 1, option_ids: [option] }] as never,
    })
    await queue.add(video(20, 30))
    await queue.add(draft(2))
    await queue.takeBack([video(0, 10), draft(1), { kind: 'article', itemId: 4 }])
    expect(disk()).toHaveLength(3)
    await queue.flush()
    expect(union(server)).toEqual([
      [0, 10],
      [20, 30],
    ])
    expect(sent.find(({ kind }) => kind === 'draft')).toEqual(draft(2))
    expect(disk()).toEqual([])
  })

  it('given a connection, when something is added and flushed, then the server has it and nothing waits', async () => {
    const { parts, server, disk } = world()
    const queue = createProgressQueue(parts)
    await queue.add(video(0, 10))
    expect(disk()).toHaveLength(1)
    await queue.flush()
    expect(server).toEqual([[0, 10]])
    expect(queue.state()).toBe('saved')
    expect(disk()).toEqual([])
  })

  it('given no connection, when flushed, then it waits, stays on disk, and goes with the next tab', async () => {
    const first = world(['lost'])
    const queue = createProgressQueue(first.parts)
    await queue.add(video(0, 10))
    await queue.flush()
    expect(queue.state()).toBe('waiting')
    // The tab is killed: a new one starts from the same disk.
    const next = createProgressQueue(first.parts)
    await next.flush()
    expect(first.server).toEqual([[0, 10]])
    expect(next.state()).toBe('saved')
  })

  it('given stretches added while one is under way, when it arrives, then only the rest is left', async () => {
    const { parts, server } = world()
    const queue = createProgressQueue(parts)
    await queue.add(video(0, 10))
    const flying = queue.flush()
    await queue.add(video(10, 14))
    await flying
    await queue.flush()
    expect(lengthOf(server)).toBe(14)
    expect(queue.pending()).toEqual([])
  })

  it.each([404, 403, 422])(
    'given a refusal with %i, when flushed, then it is dropped and told',
    async (status) => {
      const { parts } = world([status])
      const queue = createProgressQueue(parts)
      const told: number[] = []
      queue.subscribe({ refused: (entry) => told.push(entry.itemId) })
      await queue.add({ kind: 'article', itemId: 9 })
      await queue.flush()
      expect(told).toEqual([9])
      expect(queue.pending()).toEqual([])
    },
  )

  it.each([401, 429, 500, 503])(
    'given an answer %i, when flushed, then the entry is kept',
    async (status) => {
      const { parts, later } = world([status])
      const queue = createProgressQueue(parts)
      await queue.add({ kind: 'article', itemId: 9 })
      await queue.flush()
      expect(queue.pending()).toHaveLength(1)
      expect(later).toHaveLength(1)
    },
  )

  it('given a position just sent, when asked where the device was, then it is known for half a minute', async () => {
    let now = 0
    const queue = createProgressQueue({ ...world().parts, now: () => now })
    await queue.add(video(0, 10))
    expect(queue.latest('video', 5)?.position).toBe(10)
    await queue.flush()
    now = 29_000
    expect(queue.latest('video', 5)?.position).toBe(10)
    now = 31_000
    // Another device may have gone on meanwhile: from here on the server is asked.
    expect(queue.latest('video', 5)).toBeUndefined()
  })

  it('given somebody else signs in, when closed, then nothing is sent any more', async () => {
    const { parts, server } = world()
    const queue = createProgressQueue(parts)
    await queue.add(video(0, 10))
    queue.close()
    await queue.flush()
    await queue.add(video(10, 20))
    expect(server).toEqual([])
  })

  it('given any order of watching, losses and crashes, when all is sent, then not a second is missing', async () => {
    const step = fc.oneof(
      fc.tuple(fc.constant('watch' as const), fc.nat(50), fc.integer({ min: 1, max: 9 })),
      fc.tuple(fc.constant('flush' as const), fc.nat(0), fc.nat(0)),
      fc.tuple(fc.constant('crash' as const), fc.nat(0), fc.nat(0)),
    )
    const answer = fc.constantFrom('ok' as const, 'lost' as const, 'gone' as const, 503)
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 20 }),
        fc.array(answer, { maxLength: 12 }),
        async (steps, answers) => {
          const { parts, server } = world([...answers])
          const watched: Range[] = []
          let queue = createProgressQueue(parts)
          for (const [kind, from, length] of steps) {
            if (kind === 'watch') {
              watched.push([from, from + length])
              await queue.add(video(from, from + length))
            } else if (kind === 'flush') await queue.flush()
            else queue = createProgressQueue(parts)
          }
          for (let tries = 0; tries <= answers.length; tries += 1) await queue.flush()
          expect(union(server)).toEqual(union(watched))
        },
      ),
      { numRuns: 200 },
    )
  })

  it('given a queue that forgets at the first loss, when the same happens, then seconds are missing', async () => {
    const { parts, server } = world(['lost'])
    const forgetful = { add: (entry: Pending) => parts.send(entry).catch(() => undefined) }
    await forgetful.add(video(0, 10))
    expect(union(server)).not.toEqual([[0, 10]])
  })
})
