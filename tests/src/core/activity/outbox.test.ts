/** Study time among what waits to be sent: it is not said that everything has arrived while some of it has not. */
import { describe, expect, it, vi } from 'vitest'
import { studyTimeLine } from '#src/core/activity/outbox.ts'
import { memoryStore, type StoredInterval } from '#src/core/activity/store.ts'
import { createPauses, notifyingStore, onStudyTime } from '#src/core/activity/store-events.ts'

const OWNER = '7:12'
const NOW = 1_000_000

const anInterval = (
  id: string,
  given: Partial<StoredInterval> & { seconds?: number } = {},
): StoredInterval => ({
  segment: {
    id,
    sessionId: 's',
    seq: 1,
    startedAtWall: NOW - 300_000,
    endedMono: 0,
    elapsedMs: (given.seconds ?? 90) * 1000,
    day: '2026-11-21',
  },
  owner: given.owner ?? OWNER,
  phase: given.phase ?? 'finished',
  how: null,
  emergency: false,
  pageLife: 'p',
  writtenAt: given.writtenAt ?? NOW - 60_000,
})

const waiting = async (intervals: readonly StoredInterval[], reachable = true) => {
  const store = memoryStore()
  for (const interval of intervals) await store.put(interval)
  return studyTimeLine({ store, now: () => NOW, reachable: () => reachable }, OWNER)
}

describe('study time that waits', () => {
  it('lists unsent intervals as one line with their length that cannot be discarded', async () => {
    const line = await waiting([anInterval('a'), anInterval('b', { seconds: 150 })])
    expect(line).toMatchObject({
      kind: 'time',
      minutes: 4,
      since: NOW - 300_000,
      isDraft: false,
      isPermanent: true,
    })
  })

  it.each([
    ['a stretch that still runs', anInterval('a', { phase: 'running' })],
    ['one that ended just now and is on its way', anInterval('a', { writtenAt: NOW - 2000 })],
    ['somebody else’s', anInterval('a', { owner: '7:13' })],
    ['one of no length, which is never sent', anInterval('a', { seconds: 0.3 })],
  ])('lists nothing for %s', async (_what, interval) => {
    expect(await waiting([interval])).toBeNull()
  })

  it('lists an interval that ended just now without a connection', async () => {
    expect(await waiting([anInterval('a', { writtenAt: NOW - 2000 })], false)).not.toBeNull()
  })

  it('notifies subscribers when an interval ends or arrives, but not while it runs', async () => {
    const told = vi.fn<() => void>()
    const stop = onStudyTime(told)
    const store = notifyingStore(memoryStore())
    await store.put(anInterval('a', { phase: 'running' }))
    expect(told).toHaveBeenCalledTimes(0)
    await store.put(anInterval('a'))
    await store.remove(anInterval('a'))
    stop()
    await store.put(anInterval('b'))
    expect(told).toHaveBeenCalledTimes(2)
  })

  it('ends each pause between retries once, as soon as the connection is back', async () => {
    vi.useFakeTimers()
    try {
      const pauses = createPauses()
      const ended = vi.fn<() => void>()
      const waits = pauses.wait(40_000).then(() => ended())
      await vi.advanceTimersByTimeAsync(1000)
      expect(ended).not.toHaveBeenCalled()
      pauses.end()
      await waits
      expect(vi.getTimerCount()).toBe(0)
      // Left alone it ends by itself.
      const alone = pauses.wait(500)
      await vi.advanceTimersByTimeAsync(500)
      await expect(alone).resolves.toBeUndefined()
    } finally {
      vi.useRealTimers()
    }
  })
})
