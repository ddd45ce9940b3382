import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProgressResult } from '#contract/courses/progress.ts'
import { ApiError, networkError } from '#src/core/http/api-error.ts'
import type { Pending } from '#src/features/courses/learning/model/pending.ts'
import {
  createProgressQueue,
  type QueueParts,
  type Sent,
} from '#src/features/courses/learning/model/progress-queue.ts'
import { totalSeconds, union, type Range } from '#src/features/courses/learning/model/ranges.ts'
import type { KeptRow } from '#src/features/courses/learning/model/rows.ts'

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
  let disk: readonly KeptRow[] = []
  const parts = {
    load: () => Promise.resolve(structuredClone(disk)),
    change: (action: (there: readonly KeptRow[]) => readonly KeptRow[]) => {
      disk = structuredClone(action(structuredClone(disk)))
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
    later: (action: () => void) => {
      later.push(action)
      return () => undefined
    },
  }
  return { parts, server, later, disk: () => disk }
}
const video = (from: number, to: number): Pending => ({
  kind: 'video',
  itemId: 5,
  position: to,
  ranges: [[from, to]],
  clock: [[1000 + from, 1000 + to]],
})

/** A word between tabs has arrived. */
const untilHeard = () => new Promise((resolve) => setTimeout(resolve, 0))

/** Tabs that hear of each other, as far as `arrives` lets them; a crashed one starts anew from the disk. */
const twoTabs = (parts: Omit<QueueParts, 'tellOthers'>, arrives = () => true) => {
  const start = (other: 'one' | 'other') =>
    createProgressQueue({
      ...parts,
      tellOthers: (over) => {
        if (arrives()) void tabs[other].heard(over)
      },
    })
  const tabs = { one: start('other'), other: start('one') }
  const crash = (tab: 'one' | 'other') => {
    tabs[tab].close()
    tabs[tab] = start(tab === 'one' ? 'other' : 'one')
  }
  return {
    get one() {
      return tabs.one
    },
    get other() {
      return tabs.other
    },
    crash,
  }
}

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
    expect(totalSeconds(server)).toBe(14)
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

  it('given two tabs without a connection, when both learn and both are killed, then the next one sends what either kept', async () => {
    const { parts, server } = world()
    const [one, other] = [createProgressQueue(parts), createProgressQueue(parts)]
    await one.add(video(0, 10))
    await other.add({ kind: 'article', itemId: 4 })
    await one.add(video(10, 12))
    await other.add(video(20, 30))
    const next = createProgressQueue(parts)
    await next.ready()
    expect(next.pending().map(({ kind }) => kind)).toEqual(expect.arrayContaining(['video', 'article']))
    await next.flush()
    expect(union(server)).toEqual([
      [0, 12],
      [20, 30],
    ])
  })

  it('given tabs that write without looking, when the same happens, then the last one has taken the first one’s place', async () => {
    const { parts, server } = world()
    const blind = { ...parts, load: () => Promise.resolve([]) }
    const write = (queue: typeof blind) => ({
      ...queue,
      change: (action: (there: readonly KeptRow[]) => readonly KeptRow[]) => parts.change(() => action([])),
    })
    const [one, other] = [createProgressQueue(write(blind)), createProgressQueue(write(blind))]
    await one.add(video(0, 10))
    await other.add(video(20, 30))
    await createProgressQueue(parts).flush()
    expect(union(server)).toEqual([[20, 30]])
  })

  it('given two tabs, when one sends what both know, then the other neither sends nor keeps it', async () => {
    const { parts, server, disk } = world()
    const { one, other } = twoTabs(parts)
    await one.add(video(0, 10))
    await untilHeard()
    expect(other.pending()).toEqual([video(0, 10)])
    await one.flush()
    await untilHeard()
    expect(other.pending()).toEqual([])
    await other.flush()
    expect(server).toEqual([[0, 10]])
    expect(disk()).toEqual([])
  })

  it('given an answer changed in one tab, when the other one sends, then the newer word goes and the older never follows', async () => {
    let now = 1000
    const sent: Pending[] = []
    const { parts } = world()
    const send = (entry: Pending) => {
      sent.push(entry)
      return Promise.resolve({ progress: null })
    }
    const { one, other } = twoTabs({ ...parts, send, now: () => (now += 1) })
    const draft = (option: number): Pending => ({
      kind: 'draft',
      itemId: 6,
      attempt: 1,
      answers: [{ question_id: 1, option_ids: [option] }] as never,
    })
    await one.add(draft(1))
    await untilHeard()
    await one.add(draft(2))
    await untilHeard()
    await other.flush()
    await untilHeard()
    await one.flush()
    expect(sent).toEqual([draft(2)])
  })

  it('given a quiz handed in on two tabs without a connection, when it is back, then both attempts go', async () => {
    const sent: Pending[] = []
    const { parts } = world()
    const send = (entry: Pending) => {
      sent.push(entry)
      return Promise.resolve({ progress: null })
    }
    const { one, other } = twoTabs({ ...parts, send })
    await one.add({ kind: 'quiz', itemId: 6, key: 'a', answers: [] })
    await other.add({ kind: 'quiz', itemId: 6, key: 'b', answers: [] })
    await untilHeard()
    await one.flush()
    expect(new Set(sent.map((entry) => entry.kind === 'quiz' && entry.key))).toEqual(new Set(['a', 'b']))
  })

  it('given what an older build left on the disk, when a tab goes on, then it is sent and leaves the disk', async () => {
    const { parts, server, disk } = world()
    await parts.change(() => [video(0, 10)])
    const queue = createProgressQueue(parts)
    await queue.add(video(10, 20))
    expect(disk()).toHaveLength(1)
    await queue.flush()
    expect(union(server)).toEqual([[0, 20]])
    expect(disk()).toEqual([])
  })

  it('given any order of watching, losses and crashes in two tabs, when all is sent, then not a second is missing and nothing stays', async () => {
    const step = fc.tuple(
      fc.constantFrom('watch' as const, 'watch' as const, 'flush' as const, 'crash' as const),
      fc.nat(1),
      fc.nat(50),
      fc.integer({ min: 1, max: 9 }),
    )
    const answer = fc.constantFrom('ok' as const, 'lost' as const, 'gone' as const, 503)
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 24 }),
        fc.array(answer, { maxLength: 12 }),
        fc.array(fc.boolean(), { maxLength: 12 }),
        async (steps, answers, heard) => {
          const { parts, server, disk } = world([...answers])
          const watched: Range[] = []
          const tabs = twoTabs(parts, () => heard.shift() ?? true)
          for (const [kind, which, from, length] of steps) {
            const tab = which === 0 ? 'one' : 'other'
            if (kind === 'watch') {
              watched.push([from, from + length])
              await tabs[tab].add(video(from, from + length))
            } else if (kind === 'flush') await tabs[tab].flush()
            else tabs.crash(tab)
          }
          await untilHeard()
          const last = createProgressQueue(parts)
          for (let tries = 0; tries <= answers.length; tries += 1) await last.flush()
          expect(union(server)).toEqual(union(watched))
          expect(disk()).toEqual([])
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
