import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import type { ProgressResult } from '#contract/courses/progress.ts'
import { ApiError, networkError } from '#src/core/http/api-error.ts'
import type { Row } from '#src/core/offline/queue/queue-rows.ts'
import { keyOf, type Pending } from '#src/features/courses/learning/model/pending.ts'
import { progressRules, withLatest, type Sent } from '#src/features/courses/learning/model/progress-queue.ts'
import { totalSeconds, union, type Range } from '#src/features/courses/learning/model/ranges.ts'
import { aDisk, aQueue, twoTabs, untilNotified } from '#tests/src/core/offline/queue/queue-world.ts'

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
const refusal = (status: number) => new ApiError({ status, code: 'not_found', detail: 'It is gone.' })

/** A server that unites what it gets, and answers as the test says. */
const aServer = (answers: ('ok' | 'lost' | 'answer lost' | number)[] = []) => {
  const ranges: Range[] = []
  const sent: Pending[] = []
  const send = async (entry: Pending): Promise<Sent> => {
    await Promise.resolve()
    const answer = answers.shift() ?? 'ok'
    if (typeof answer === 'number') throw refusal(answer)
    if (answer === 'lost') throw networkError()
    sent.push(entry)
    if (entry.kind === 'video') ranges.push(...entry.ranges)
    if (answer === 'answer lost') throw networkError()
    return { progress: result(entry.itemId) }
  }
  return { send, ranges, sent }
}
const video = (from: number, to: number): Extract<Pending, { kind: 'video' }> => ({
  kind: 'video',
  itemId: 5,
  position: to,
  ranges: [[from, to]],
  clock: [[1000 + from, 1000 + to]],
})
const draft = (option: number): Pending => ({
  kind: 'draft',
  itemId: 6,
  attempt: 1,
  answers: [{ question_id: 1, option_ids: [option] }] as never,
})
const aProgressQueue = (parts: Parameters<typeof aQueue<Pending, Sent>>[1]) => aQueue(progressRules, parts)

describe('the queue of learning progress', () => {
  it('sends what is added, and then has nothing left', async () => {
    const server = aServer()
    const disk = aDisk<Pending>()
    const queue = aProgressQueue({ ...server, disk })
    await queue.add(video(0, 10))
    expect(disk.rows()).toHaveLength(1)
    await queue.flush()
    expect(server.ranges).toEqual([[0, 10]])
    expect(queue.state()).toBe('saved')
    expect(disk.rows()).toEqual([])
  })

  it('keeps what could not be sent on the disk, for the next tab', async () => {
    const server = aServer(['lost'])
    const disk = aDisk<Pending>()
    const queue = aProgressQueue({ ...server, disk })
    await queue.add(video(0, 10))
    await queue.flush()
    expect(queue.state()).toBe('waiting')
    // The tab is killed: a new one starts from the same disk.
    const next = aProgressQueue({ ...server, disk })
    await next.flush()
    expect(server.ranges).toEqual([[0, 10]])
    expect(next.state()).toBe('saved')
  })

  it('keeps only the rest of an entry that grew while it was under way', async () => {
    const server = aServer()
    const queue = aProgressQueue(server)
    await queue.add(video(0, 10))
    const flying = queue.flush()
    await queue.add(video(10, 14))
    await flying
    await queue.flush()
    expect(totalSeconds(server.ranges)).toBe(14)
    expect(queue.pending()).toEqual([])
  })

  it.each([404, 403, 422])(
    'keeps a finished lesson that was refused with %i, with the reason',
    async (status) => {
      const disk = aDisk<Pending>()
      const queue = aProgressQueue({ ...aServer([status]), disk })
      const told: number[] = []
      queue.subscribe({ refused: (entry) => told.push(entry.itemId) })
      await queue.add({ kind: 'article', itemId: 9 })
      await queue.flush()
      expect(told).toEqual([9])
      expect(queue.pending()).toEqual([])
      expect(queue.lines()).toMatchObject([{ entry: { itemId: 9 }, refused: 'It is gone.' }])
      expect(disk.rows()).toMatchObject([{ refused: 'It is gone.' }])
    },
  )

  it('drops a position and a half answered quiz that were refused', async () => {
    const queue = aProgressQueue(aServer([422, 422]))
    await queue.add({ kind: 'place', itemId: 9, paragraph: 2 })
    await queue.add(draft(1))
    await queue.flush()
    expect(queue.lines()).toEqual([])
  })

  it('sends a refused entry again when asked, and keeps it apart from what is learned since', async () => {
    const server = aServer([422])
    const queue = aProgressQueue(server)
    await queue.add(video(0, 10))
    await queue.flush()
    await queue.add(video(20, 30))
    const [refused] = queue.lines()
    expect(queue.lines()).toHaveLength(2)
    await queue.retry(refused?.id)
    expect(union(server.ranges)).toEqual([
      [0, 10],
      [20, 30],
    ])
    expect(queue.lines()).toEqual([])
  })

  it('tells a quiz in its pause (429) at once instead of waiting', async () => {
    const queue = aProgressQueue(aServer([429]))
    await queue.add({ kind: 'quiz', itemId: 6, key: 'a', answers: [] })
    await queue.flush()
    expect(queue.pending()).toEqual([])
    expect(queue.lines()).toMatchObject([{ refused: 'It is gone.' }])
  })

  it.each([401, 429, 500, 503])(
    'keeps an entry that was answered with %i, and tries again',
    async (status) => {
      const later: (() => void)[] = []
      const queue = aProgressQueue({
        ...aServer([status]),
        later: (action) => {
          later.push(action)
          return () => undefined
        },
      })
      await queue.add({ kind: 'article', itemId: 9 })
      await queue.flush()
      expect(queue.pending()).toHaveLength(1)
      expect(later).toHaveLength(1)
    },
  )

  it('knows for half a minute where this device last was', async () => {
    let now = 0
    const queue = withLatest(aProgressQueue({ ...aServer(), now: () => now }), () => now)
    await queue.add(video(0, 10))
    expect(queue.latest('video', 5)?.position).toBe(10)
    await queue.flush()
    now = 29_000
    expect(queue.latest('video', 5)?.position).toBe(10)
    now = 31_000
    // Another device may have gone on meanwhile: from here on the server is asked.
    expect(queue.latest('video', 5)).toBeUndefined()
  })

  it('sends nothing any more once somebody else is signed in', async () => {
    const server = aServer()
    const queue = aProgressQueue(server)
    await queue.add(video(0, 10))
    queue.close()
    await queue.flush()
    await queue.add(video(10, 20))
    expect(server.ranges).toEqual([])
  })

  it('loses no second in any order of watching, losses and crashes', async () => {
    const step = fc.oneof(
      fc.tuple(fc.constant('watch' as const), fc.nat(50), fc.integer({ min: 1, max: 9 })),
      fc.tuple(fc.constant('flush' as const), fc.nat(0), fc.nat(0)),
      fc.tuple(fc.constant('crash' as const), fc.nat(0), fc.nat(0)),
    )
    const answer = fc.constantFrom('ok' as const, 'lost' as const, 'answer lost' as const, 503)
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 20 }),
        fc.array(answer, { maxLength: 12 }),
        async (steps, answers) => {
          const server = aServer([...answers])
          const disk = aDisk<Pending>()
          const watched: Range[] = []
          let queue = aProgressQueue({ ...server, disk })
          for (const [kind, from, length] of steps) {
            if (kind === 'watch') {
              watched.push([from, from + length])
              await queue.add(video(from, from + length))
            } else if (kind === 'flush') await queue.flush()
            else queue = aProgressQueue({ ...server, disk })
          }
          for (let tries = 0; tries <= answers.length; tries += 1) await queue.flush()
          expect(union(server.ranges)).toEqual(union(watched))
        },
      ),
      { numRuns: 200 },
    )
  })

  it('control: a queue that forgets at the first loss misses seconds', async () => {
    const server = aServer(['lost'])
    const forgetful = { add: (entry: Pending) => server.send(entry).catch(() => undefined) }
    await forgetful.add(video(0, 10))
    expect(union(server.ranges)).not.toEqual([[0, 10]])
  })
})

describe('progress that was encrypted while its owner was away', () => {
  it('is sent together with what is learned since; the newer answer counts', async () => {
    const server = aServer()
    const disk = aDisk<Pending>()
    const queue = aProgressQueue({ ...server, disk })
    await queue.add(video(20, 30))
    await queue.add(draft(2))
    const returned = ([video(0, 10), draft(1), { kind: 'article', itemId: 4 }] as const).map(
      (entry): Row<Pending> => ({ id: `old ${keyOf(entry)}`, entry, at: 5, since: 5, refused: null }),
    )
    await disk.change((rows) => [...rows, ...returned])
    await queue.refresh()
    await queue.flush()
    expect(union(server.ranges)).toEqual([
      [0, 10],
      [20, 30],
    ])
    expect(server.sent.filter(({ kind }) => kind === 'draft')).toEqual([draft(2)])
    expect(server.sent.some(({ kind }) => kind === 'article')).toBe(true)
    expect(disk.rows()).toEqual([])
  })
})

describe('learning in two tabs', () => {
  it('sends what either kept when both are killed without a connection', async () => {
    const server = aServer()
    const disk = aDisk<Pending>()
    const [one, other] = [aProgressQueue({ ...server, disk }), aProgressQueue({ ...server, disk })]
    await one.add(video(0, 10))
    await other.add({ kind: 'article', itemId: 4 })
    await one.add(video(10, 12))
    await other.add(video(20, 30))
    const next = aProgressQueue({ ...server, disk })
    await next.ready()
    expect(next.pending().map(({ kind }) => kind)).toEqual(expect.arrayContaining(['video', 'article']))
    await next.flush()
    expect(union(server.ranges)).toEqual([
      [0, 12],
      [20, 30],
    ])
  })

  it('control: tabs that write without reading first lose what the other one kept', async () => {
    const server = aServer()
    const disk = aDisk<Pending>()
    const blind = {
      load: () => Promise.resolve([]),
      change: (change: (rows: readonly Row<Pending>[]) => readonly Row<Pending>[]) =>
        disk.change(() => change([])),
    }
    const aBlindTab = () => aProgressQueue({ ...server, disk: blind })
    const [one, other] = [aBlindTab(), aBlindTab()]
    await one.add(video(0, 10))
    await other.add(video(20, 30))
    await aProgressQueue({ ...server, disk }).flush()
    expect(union(server.ranges)).toEqual([[20, 30]])
  })

  it('neither sends nor keeps in one what the other one sent', async () => {
    const server = aServer()
    const tabs = twoTabs(progressRules, server)
    await tabs.one.add(video(0, 10))
    await untilNotified()
    expect(tabs.other.pending()).toEqual([video(0, 10)])
    await tabs.one.flush()
    await untilNotified()
    expect(tabs.other.pending()).toEqual([])
    await tabs.other.flush()
    expect(server.ranges).toEqual([[0, 10]])
    expect(tabs.disk.rows()).toEqual([])
  })

  it('sends an entry once when both tabs send at the same moment', async () => {
    const server = aServer()
    const tabs = twoTabs(progressRules, server)
    await tabs.one.add({ kind: 'article', itemId: 4 })
    await untilNotified()
    await Promise.all([tabs.one.flush(), tabs.other.flush()])
    expect(server.sent).toHaveLength(1)
  })

  it('sends the newer of two answers and never the older one after it', async () => {
    let now = 1000
    const server = aServer()
    const tabs = twoTabs(progressRules, { ...server, now: () => (now += 1) })
    await tabs.one.add(draft(1))
    await untilNotified()
    await tabs.one.add(draft(2))
    await untilNotified()
    await tabs.other.flush()
    await untilNotified()
    await tabs.one.flush()
    expect(server.sent).toEqual([draft(2)])
  })

  it('sends both attempts at a quiz that was handed in on two tabs', async () => {
    const server = aServer()
    const tabs = twoTabs(progressRules, server)
    await tabs.one.add({ kind: 'quiz', itemId: 6, key: 'a', answers: [] })
    await tabs.other.add({ kind: 'quiz', itemId: 6, key: 'b', answers: [] })
    await untilNotified()
    await tabs.one.flush()
    expect(new Set(server.sent.map((entry) => entry.kind === 'quiz' && entry.key))).toEqual(
      new Set(['a', 'b']),
    )
  })

  it('loses no second and leaves nothing behind in any order of watching, losses and crashes', async () => {
    const step = fc.tuple(
      fc.constantFrom('watch' as const, 'watch' as const, 'flush' as const, 'crash' as const),
      fc.nat(1),
      fc.nat(50),
      fc.integer({ min: 1, max: 9 }),
    )
    const answer = fc.constantFrom('ok' as const, 'lost' as const, 'answer lost' as const, 503)
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 24 }),
        fc.array(answer, { maxLength: 12 }),
        fc.array(fc.boolean(), { maxLength: 12 }),
        async (steps, answers, heard) => {
          const server = aServer([...answers])
          const watched: Range[] = []
          const tabs = twoTabs(progressRules, server, () => heard.shift() ?? true)
          for (const [kind, which, from, length] of steps) {
            const tab = which === 0 ? 'one' : 'other'
            if (kind === 'watch') {
              watched.push([from, from + length])
              await tabs[tab].add(video(from, from + length))
            } else if (kind === 'flush') await tabs[tab].flush()
            else tabs.crash(tab)
          }
          await untilNotified()
          const last = aProgressQueue({ ...server, disk: tabs.disk })
          for (let tries = 0; tries <= answers.length; tries += 1) await last.flush()
          expect(union(server.ranges)).toEqual(union(watched))
          expect(tabs.disk.rows()).toEqual([])
        },
      ),
      { numRuns: 200 },
    )
  })
})
