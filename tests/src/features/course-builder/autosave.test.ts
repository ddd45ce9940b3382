import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createAutosave,
  SAVE_AFTER_MS,
  SAVE_AT_LATEST_MS,
  type Kept,
  type SaveState,
} from '#src/features/course-builder/model/autosave.ts'

type Change = { field: string; value: string }
const noAnswer = new Error('network')
const conflict = new Error('conflict')
const refused = new Error('refused')

/** The later value of a field is the one that counts. */
const merge = (changes: readonly Change[]): Change[] => [
  ...new Map(changes.map((change) => [change.field, change])).values(),
]

let batches = 0
const setUp = (answers: (Error | 'ok' | 'lost')[] = [], from: Kept<Change> | null = null) => {
  const server = { revision: 1, last: '', fields: {} as Record<string, string>, calls: [] as Change[][] }
  const states: SaveState[] = []
  const device: { kept: Kept<Change> | null } = { kept: null }
  const autosave = createAutosave<Change, string>({
    revision: 1,
    kept: from,
    newId: () => `batch-${(batches += 1)}`,
    batchMax: 3,
    send: async ({ id, changes }, revision) => {
      await Promise.resolve()
      server.calls.push([...changes])
      const answer = answers.shift() ?? 'ok'
      if (answer instanceof Error) throw answer
      if (id === server.last) return { revision: server.revision, result: 'ok' }
      if (revision !== server.revision) throw conflict
      for (const { field, value } of changes) server.fields[field] = value
      server.revision += 1
      server.last = id
      if (answer === 'lost') throw noAnswer
      return { revision: server.revision, result: 'ok' }
    },
    judge: (error) => (error === conflict ? 'conflict' : error === refused ? 'refused' : 'passing'),
    merge,
    keep: (kept) => {
      device.kept = kept
    },
    onState: (state) => states.push(state),
    onSaved: () => undefined,
    now: () => Date.now(),
    later: (action, ms) => {
      const timer = setTimeout(action, ms)
      return () => clearTimeout(timer)
    },
  })
  const phase = () => states.at(-1)?.phase
  return { autosave, server, states, device, phase }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('autosave', () => {
  it('given letters in a row, when one pauses, then they are sent together once', async () => {
    const { autosave, server, phase } = setUp()
    for (const value of ['S', 'SQ', 'SQL']) {
      autosave.change({ field: 'title', value })
      await vi.advanceTimersByTimeAsync(200)
    }
    expect(server.calls).toEqual([])
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
    expect(server.calls).toEqual([[{ field: 'title', value: 'SQL' }]])
    expect(phase()).toBe('saved')
  })

  it('given writing without a pause, when it goes on, then it is saved at the latest after a while', async () => {
    const { autosave, server } = setUp()
    for (let spent = 0; spent <= SAVE_AT_LATEST_MS; spent += 500) {
      autosave.change({ field: 'html', value: `${spent}` })
      await vi.advanceTimersByTimeAsync(500)
    }
    expect(server.calls.length).toBeGreaterThan(0)
  })

  it('given a change, when the browser crashes before it is sent, then the device has it with its revision', () => {
    const { autosave, device } = setUp()
    autosave.change({ field: 'title', value: 'Kept' })
    expect(device.kept).toEqual({ revision: 1, batch: null, changes: [{ field: 'title', value: 'Kept' }] })
  })

  it('given no connection, when it returns, then everything arrives in its last form and the device forgets', async () => {
    const { autosave, server, phase, device } = setUp([noAnswer, noAnswer])
    autosave.change({ field: 'title', value: 'One' })
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
    expect(phase()).toBe('waiting')
    autosave.change({ field: 'title', value: 'Two' })
    expect(device.kept?.changes).toEqual([{ field: 'title', value: 'Two' }])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.fields).toEqual({ title: 'Two' })
    expect(phase()).toBe('saved')
    expect(device.kept).toBeNull()
  })

  it('given an answer that got lost, when it is sent again, then it counts once and is no conflict with oneself', async () => {
    const { autosave, server, phase } = setUp(['lost'])
    autosave.change({ field: 'title', value: 'One' })
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
    autosave.change({ field: 'tags', value: 'x' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(phase()).toBe('saved')
    expect(server.fields).toEqual({ title: 'One', tags: 'x' })
    expect(server.revision).toBe(3)
  })

  it('given what the device kept over a crash, when opened again, then it goes on with the batch that was under way', async () => {
    const before = setUp(['lost'])
    before.autosave.change({ field: 'title', value: 'One' })
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
    before.autosave.change({ field: 'tags', value: 'x' })
    before.autosave.stop()
    const after = setUp([], before.device.kept)
    after.server.revision = before.server.revision
    after.server.last = before.server.last
    after.autosave.flush()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(after.phase()).toBe('saved')
    expect({ ...before.server.fields, ...after.server.fields }).toEqual({ title: 'One', tags: 'x' })
  })

  it('given more changes than a batch holds, when saved, then they go in several', async () => {
    const { autosave, server } = setUp()
    for (const field of ['a', 'b', 'c', 'd', 'e']) autosave.change({ field, value: '1' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.calls.map((call) => call.length)).toEqual([3, 2])
  })

  it('given somebody else saved, when ours is refused, then nothing is sent until it is decided', async () => {
    const { autosave, server, phase, device } = setUp()
    server.revision = 5
    autosave.change({ field: 'title', value: 'Mine' })
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
    expect(phase()).toBe('conflict')
    autosave.change({ field: 'tags', value: 'x' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.calls).toHaveLength(1)
    expect(device.kept?.changes).toHaveLength(2)
    await expect(autosave.settled()).rejects.toThrow('conflict')
  })

  it('given a conflict, when theirs is taken, then ours is gone; when ours is made again, then it is saved', async () => {
    const taken = setUp()
    taken.server.revision = 5
    taken.autosave.change({ field: 'title', value: 'Mine' })
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
    taken.autosave.drop(5)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(taken.server.fields).toEqual({})
    expect(taken.device.kept).toBeNull()

    const kept = setUp()
    kept.server.revision = 5
    kept.autosave.change({ field: 'title', value: 'Mine' })
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
    kept.autosave.rebase(5)
    await vi.advanceTimersByTimeAsync(0)
    expect(kept.server.fields).toEqual({ title: 'Mine' })
    expect(kept.phase()).toBe('saved')
  })

  it('given a refusal, when what was wrong is put right, then it is sent again', async () => {
    const { autosave, server, phase } = setUp([refused])
    autosave.change({ field: 'price', value: '-1' })
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
    expect(phase()).toBe('refused')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.calls).toHaveLength(1)
    autosave.change({ field: 'price', value: '1' })
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
    expect(server.fields).toEqual({ price: '1' })
  })

  it('given something waits, when all must be saved first, then it is sent at once and told when done', async () => {
    const { autosave, server } = setUp()
    autosave.change({ field: 'title', value: 'Now' })
    const done = autosave.settled()
    await vi.advanceTimersByTimeAsync(0)
    await done
    expect(server.fields).toEqual({ title: 'Now' })
  })

  it('given any mix of changes, pauses and cuts, when the connection stays, then the server has the last of each', async () => {
    const step = fc.oneof(
      fc.record({ field: fc.constantFrom('a', 'b'), value: fc.string({ maxLength: 3 }) }),
      fc.integer({ min: 0, max: 4000 }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 20 }),
        fc.array(fc.constantFrom<Error | 'ok' | 'lost'>(noAnswer, 'ok', 'lost'), { maxLength: 10 }),
        async (steps, answers) => {
          const { autosave, server, device } = setUp([...answers])
          const last: Record<string, string> = {}
          for (const each of steps) {
            if (typeof each === 'number') await vi.advanceTimersByTimeAsync(each)
            else {
              autosave.change(each)
              last[each.field] = each.value
            }
          }
          await vi.advanceTimersByTimeAsync(600_000)
          expect(server.fields).toEqual(last)
          expect(device.kept).toBeNull()
        },
      ),
      { numRuns: 60 },
    )
  })
})
