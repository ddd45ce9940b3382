import { describe, expect, it, vi } from 'vitest'
import { startStudyTime } from '#src/app/session/study-time.ts'
import type { Tracker } from '#src/core/activity/tracker.ts'
import { markSignedInAtStart } from '#src/core/session/signed-in-mark.ts'
import { sayFarewells } from '#src/core/session/farewell.ts'

const createTracker = () => {
  const calls: string[] = []
  const tracker: Tracker = {
    stop: () => void calls.push('stop'),
    finish: async () => {
      calls.push('finish')
      await Promise.resolve()
      calls.push('sent')
    },
    state: () => {
      throw new Error('not asked here')
    },
  }
  return { calls, tracker }
}
const flushTasks = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('startStudyTime', () => {
  it('sends the last interval at sign-out and starts nothing after it', async () => {
    const { calls, tracker } = createTracker()
    const stop = startStudyTime(() => Promise.resolve(() => tracker))
    await flushTasks()
    await sayFarewells()
    expect(calls).toEqual(['finish', 'stop', 'sent'])
    stop()
  })

  it('does not start a tracker that loads after the page ended', async () => {
    const start = vi.fn<() => Tracker>(() => createTracker().tracker)
    startStudyTime(() => Promise.resolve(start))()
    await flushTasks()
    expect(start).not.toHaveBeenCalled()
  })

  it('does not block sign-out when the tracker fails to load', async () => {
    const stop = startStudyTime(() => Promise.reject(new Error('chunk missing')))
    await expect(sayFarewells()).resolves.toBeUndefined()
    stop()
  })

  it('counts from the start of a focused signed-in page', async () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    markSignedInAtStart()
    const start = vi.fn<(since: number | null) => Tracker>(() => createTracker().tracker)
    const stop = startStudyTime(() => Promise.resolve(start))
    await flushTasks()
    stop()
    // After a later sign-in on the same page, it counts from the sign-in.
    const before = performance.now()
    startStudyTime(() => Promise.resolve(start))()
    const endAgain = startStudyTime(() => Promise.resolve(start))
    await flushTasks()
    endAgain()
    expect(start.mock.calls[0]).toEqual([0])
    expect(start.mock.calls[1]?.[0]).toBeGreaterThanOrEqual(before)
  })

  it('counts no earlier time when the page lost the focus before', async () => {
    const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    const start = vi.fn<(since: number | null) => Tracker>(() => createTracker().tracker)
    const stop = startStudyTime(async () => {
      focus.mockReturnValue(false)
      window.dispatchEvent(new Event('blur'))
      await flushTasks()
      return start
    })
    await vi.waitFor(() => expect(start).toHaveBeenCalledWith(null))
    stop()
  })
})
