import fc from '#tests/support/property.ts'
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
const refusal = new Error('refused')

/** The latest value of a field wins. */
const mergeLatest = (changes: readonly Change[]): Change[] => [
  ...new Map(changes.map((change) => [change.field, change])).values(),
]

let batches = 0
const createSetup = (answers: (Error | 'ok' | 'lost')[] = [], from: Kept<Change> | null = null) => {
  const server = { revision: 1, last: '', fields: {} as Record<string, string>, calls: [] as Change[][] }
  const states: SaveState[] = []
  const device: { stored: Kept<Change> | null } = { stored: null }
  const autosave = createAutosave<Change, string>({
    revision: 1,
    stored: from,
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
    classifyError: (error) => (error === conflict ? 'conflict' : error === refusal ? 'refused' : 'transient'),
    merge: mergeLatest,
    store: (stored) => {
      device.stored = stored
    },
    onState: (state) => states.push(state),
    onSaved: () => undefined,
    now: () => Date.now(),
    setTimer: (action, ms) => {
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
  it('sends quick changes together after a pause', async () => {
    const { autosave, server, phase } = createSetup()
    for (const value of ['S', 'SQ', 'SQL']) {
      autosave.change({ field: 'title', value })
      await vi.advanceTimersByTimeAsync(200)
    }
    expect(server.calls).toEqual([])
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
    expect(server.calls).toEqual([[{ field: 'title', value: 'SQL' }]])
    expect(phase()).toBe('saved')
  })

  it('saves regularly during writing without a pause', async () => {
    const { autosave, server } = createSetup()
    for (let spent = 0; spent <= SAVE_AT_LATEST_MS; spent += 500) {
      autosave.change({ field: 'html', value: `${spent}` })
      await vi.advanceTimersByTimeAsync(500)
    }
    expect(server.calls.length).toBeGreaterThan(0)
  })

  it('stores an unsent change with its revision on the device', () => {
    const { autosave, device } = createSetup()
    autosave.change({ field: 'title', value: 'Kept' })
    expect(device.stored).toEqual({ revision: 1, batch: null, changes: [{ field: 'title', value: 'Kept' }] })
  })

  it('sends the latest changes after a reconnect and clears the device', async () => {
    const { autosave, server, phase, device } = createSetup([noAnswer, noAnswer])
    autosave.change({ field: 'title', value: 'One' })
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
    expect(phase()).toBe('waiting')
    autosave.change({ field: 'title', value: 'Two' })
    expect(device.stored?.changes).toEqual([{ field: 'title', value: 'Two' }])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.fields).toEqual({ title: 'Two' })
    expect(phase()).toBe('saved')
    expect(device.stored).toBeNull()
  })

  it('treats a repeated batch after a lost response as one, not as a conflict', async () => {
    const { autosave, server, phase } = createSetup(['lost'])
    autosave.change({ field: 'title', value: 'One' })
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
    autosave.change({ field: 'tags', value: 'x' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(phase()).toBe('saved')
    expect(server.fields).toEqual({ title: 'One', tags: 'x' })
    expect(server.revision).toBe(3)
  })

  it('resumes the batch that was being sent before a crash', async () => {
    const before = createSetup(['lost'])
    before.autosave.change({ field: 'title', value: 'One' })
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
    before.autosave.change({ field: 'tags', value: 'x' })
    before.autosave.stop()
    const after = createSetup([], before.device.stored)
    after.server.revision = before.server.revision
    after.server.last = before.server.last
    after.autosave.flush()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(after.phase()).toBe('saved')
    expect({ ...before.server.fields, ...after.server.fields }).toEqual({ title: 'One', tags: 'x' })
  })

  it('splits many changes into several batches', async () => {
    const { autosave, server } = createSetup()
    for (const field of ['a', 'b', 'c', 'd', 'e']) autosave.change({ field, value: '1' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.calls.map((call) => call.length)).toEqual([3, 2])
  })

  it('sends nothing after a conflict until it is resolved', async () => {
    const { autosave, server, phase, device } = createSetup()
    server.revision = 5
    autosave.change({ field: 'title', value: 'Mine' })
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
    expect(phase()).toBe('conflict')
    autosave.change({ field: 'tags', value: 'x' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.calls).toHaveLength(1)
    expect(device.stored?.changes).toHaveLength(2)
    await expect(autosave.settled()).rejects.toThrow('conflict')
  })

  it('drops our changes or applies them again after a conflict', async () => {
    const dropped = createSetup()
    dropped.server.revision = 5
    dropped.autosave.change({ field: 'title', value: 'Mine' })
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
    dropped.autosave.drop(5)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(dropped.server.fields).toEqual({})
    expect(dropped.device.stored).toBeNull()

    const rebased = createSetup()
    rebased.server.revision = 5
    rebased.autosave.change({ field: 'title', value: 'Mine' })
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
    rebased.autosave.rebase(5)
    await vi.advanceTimersByTimeAsync(0)
    expect(rebased.server.fields).toEqual({ title: 'Mine' })
    expect(rebased.phase()).toBe('saved')
  })

  it('sends again after the refused change was corrected', async () => {
    const { autosave, server, phase } = createSetup([refusal])
    autosave.change({ field: 'price', value: '-1' })
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
    expect(phase()).toBe('refused')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.calls).toHaveLength(1)
    autosave.change({ field: 'price', value: '1' })
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
    expect(server.fields).toEqual({ price: '1' })
  })

  it('saves at once and resolves when everything must be saved first', async () => {
    const { autosave, server } = createSetup()
    autosave.change({ field: 'title', value: 'Now' })
    const done = autosave.settled()
    await vi.advanceTimersByTimeAsync(0)
    await done
    expect(server.fields).toEqual({ title: 'Now' })
  })

  it('saves the last value of each field for any mix of changes, pauses and lost responses', async () => {
    const step = fc.oneof(
      fc.record({ field: fc.constantFrom('a', 'b'), value: fc.string({ maxLength: 3 }) }),
      fc.integer({ min: 0, max: 4000 }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 20 }),
        fc.array(fc.constantFrom<Error | 'ok' | 'lost'>(noAnswer, 'ok', 'lost'), { maxLength: 10 }),
        async (steps, answers) => {
          const { autosave, server, device } = createSetup([...answers])
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
          expect(device.stored).toBeNull()
        },
      ),
      { numRuns: 60 },
    )
  })
})
