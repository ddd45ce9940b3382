import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { saveVideoProgress, type ProgressResult } from '#contract/courses/progress.ts'
import { signIn } from '#src/core/session/session.ts'
import { runWipes } from '#src/core/session/wipe.ts'
import { keys } from '#src/core/storage/keys.ts'
import { progressQueue } from '#src/features/courses/learning/api/live-queue.ts'
import { aPage, aSignedIn } from '#tests/support/server/client.ts'
import { fakeCall } from '#tests/support/web/msw.ts'

const disk = vi.hoisted(() => new Map<string, unknown>())
vi.mock(import('#src/core/storage/idb.ts'), () => ({
  idbGet: <T>(key: string) => Promise.resolve((disk.get(key) ?? null) as T | null),
  idbPut: (key: string, value: unknown) => {
    disk.set(key, structuredClone(value))
    return Promise.resolve(true)
  },
  idbDelete: (key: string) => Promise.resolve(disk.delete(key)),
}))

vi.mock(import('#src/core/storage/idb-change.ts'), () => ({
  idbChange: <T>(key: string, action: (there: T | null) => T | null) => {
    const next = action(structuredClone((disk.get(key) ?? null) as T | null))
    if (next === null) disk.delete(key)
    else disk.set(key, structuredClone(next))
    return Promise.resolve(true)
  },
}))

const saved: ProgressResult = {
  item: { id: 5, state: 'in_progress' },
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
}

beforeEach(async () => {
  disk.clear()
  aPage()
  await signIn(aSignedIn({ id: 1 }))
})
afterEach(runWipes)

describe('the live queue of progress', () => {
  it('given more stretches than one call carries, when sent, then several calls carry them all', async () => {
    const calls = fakeCall(saveVideoProgress, { ...saved, watched_seconds: 9 })
    const ranges = Array.from({ length: 450 }, (_, n): [number, number] => [n * 2, n * 2 + 1])
    await progressQueue().add({ kind: 'video', itemId: 5, position: 9, ranges, clock: [] })
    await progressQueue().flush()
    expect(calls.requests.map((call) => call.body.ranges.length)).toEqual([200, 200, 50])
    expect(calls.requests.flatMap((call) => call.body.ranges)).toEqual(ranges)
  })

  it('given what one person left, when another signs in, then it is neither read nor sent as theirs', async () => {
    const calls = fakeCall(saveVideoProgress, { ...saved, watched_seconds: 9 })
    await progressQueue().add({ kind: 'video', itemId: 5, position: 9, ranges: [[0, 9]], clock: [] })
    // Signed out by choice, and somebody else comes.
    await runWipes()
    await signIn(aSignedIn({ id: 2 }))
    await progressQueue().flush()
    expect(calls.requests).toHaveLength(0)
    expect(disk.has(`${keys.progressQueue}:7:1`)).toBe(true)
  })

  it('given the same person back after somebody else, when the queue flushes, then it is sent once and gone (the control)', async () => {
    const calls = fakeCall(saveVideoProgress, { ...saved, watched_seconds: 9 })
    await progressQueue().add({ kind: 'video', itemId: 5, position: 9, ranges: [[0, 9]], clock: [] })
    await runWipes()
    await signIn(aSignedIn({ id: 2 }))
    await progressQueue().flush()
    await runWipes()
    await signIn(aSignedIn({ id: 1 }))
    await progressQueue().flush()
    expect(calls.requests).toHaveLength(1)
    expect(disk.has(`${keys.progressQueue}:7:1`)).toBe(false)
  })
})
