import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Operation } from '#contract/course-builder/draft.ts'
import { writeRow } from '#src/core/offline/outbox-rows.ts'
import {
  changesKeeper,
  WRITE_AFTER_MS,
  WRITE_AT_LATEST_MS,
} from '#src/features/course-builder/api/kept-changes.ts'
import type { Kept } from '#src/features/course-builder/model/autosave.ts'

vi.mock(import('#src/core/offline/outbox-rows.ts'), async (original) => ({
  ...(await original()),
  writeRow: vi.fn<typeof writeRow>(() => Promise.resolve(true)),
}))
vi.mock(import('#src/core/offline/owner.ts'), async (original) => ({
  ...(await original()),
  currentOwner: () => '7:1',
}))

const titled = (title: string): Kept<Operation> => ({
  revision: 1,
  batch: null,
  changes: [{ op: 'topic', key: 't1', set: { title } }],
})
const written = () => vi.mocked(writeRow).mock.calls.length

describe('changes kept on the device', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.mocked(writeRow).mockClear()
  })
  afterEach(() => vi.useRealTimers())

  it('writes the latest text at the deadline while somebody types without a pause', async () => {
    const keeper = changesKeeper(4)
    const everyMs = WRITE_AFTER_MS - 100
    for (let at = 0; at < WRITE_AT_LATEST_MS; at += everyMs) {
      keeper.keep(titled(`after ${at} ms`))
      await vi.advanceTimersByTimeAsync(everyMs)
    }
    expect(written()).toBe(1)
  })

  it('writes once after a pause, not for every letter', async () => {
    const keeper = changesKeeper(4)
    for (const title of ['K', 'Kn', 'Kno', 'Knot']) keeper.keep(titled(title))
    expect(written()).toBe(0)
    await vi.advanceTimersByTimeAsync(WRITE_AFTER_MS)
    expect(written()).toBe(1)
    expect(JSON.stringify(vi.mocked(writeRow).mock.calls[0])).toContain('"Knot"')
    await vi.advanceTimersByTimeAsync(WRITE_AT_LATEST_MS)
    expect(written()).toBe(1)
  })
})
