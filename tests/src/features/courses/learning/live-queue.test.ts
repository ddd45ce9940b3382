import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { saveVideoProgress, type ProgressResult } from '#contract/courses/progress.ts'
import { signIn } from '#src/core/sign-out/sign-in.ts'
import { runClearHooks } from '#src/core/session/sign-out-hooks.ts'
import { progressQueue } from '#src/features/courses/learning/api/live-queue.ts'
import { aPage, aSignedIn } from '#tests/support/server/client.ts'
import { emptyDevice, outboxRows } from '#tests/support/web/device-db.ts'
import { fakeCall } from '#tests/support/web/msw.ts'

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
  await emptyDevice()
  aPage()
  await signIn(aSignedIn({ id: 1 }))
})
afterEach(runClearHooks)

describe('the live queue of progress', () => {
  it('splits intervals over several calls when they do not fit into one', async () => {
    const calls = fakeCall(saveVideoProgress, { ...saved, watched_seconds: 9 })
    const ranges = Array.from({ length: 450 }, (_, n): [number, number] => [n * 2, n * 2 + 1])
    await progressQueue().add({ kind: 'video', itemId: 5, position: 9, ranges, clock: [] })
    await progressQueue().flush()
    expect(calls.requests.map((call) => call.body.ranges.length)).toEqual([200, 200, 50])
    expect(calls.requests.flatMap((call) => call.body.ranges)).toEqual(ranges)
  })

  it('neither reads nor sends the entries of another person', async () => {
    const calls = fakeCall(saveVideoProgress, { ...saved, watched_seconds: 9 })
    await progressQueue().add({ kind: 'video', itemId: 5, position: 9, ranges: [[0, 9]], clock: [] })
    // Signed out by choice, and somebody else comes.
    await runClearHooks()
    await signIn(aSignedIn({ id: 2 }))
    await progressQueue().flush()
    expect(calls.requests).toHaveLength(0)
    expect(await outboxRows()).toMatchObject([{ owner: '7:1', queue: 'progress' }])
  })

  it('sends the entries once when their owner is back (control)', async () => {
    const calls = fakeCall(saveVideoProgress, { ...saved, watched_seconds: 9 })
    await progressQueue().add({ kind: 'video', itemId: 5, position: 9, ranges: [[0, 9]], clock: [] })
    await runClearHooks()
    await signIn(aSignedIn({ id: 2 }))
    await progressQueue().flush()
    await runClearHooks()
    await signIn(aSignedIn({ id: 1 }))
    await progressQueue().flush()
    expect(calls.requests).toHaveLength(1)
    expect(await outboxRows()).toEqual([])
  })
})
