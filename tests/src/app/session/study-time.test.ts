import { describe, expect, it, vi } from 'vitest'
import { startStudyTime } from '#src/app/session/study-time.ts'
import type { Tracker } from '#src/core/activity/tracker.ts'
import { markSignedInAtStart } from '#src/core/session/signed-in-mark.ts'
import { runSignOutHooks } from '#src/core/session/sign-out-hooks.ts'

const aTracker = () => {
  const said: string[] = []
  const tracker: Tracker = {
    stop: () => void said.push('stop'),
    finish: async () => {
      said.push('finish')
      await Promise.resolve()
      said.push('sent')
    },
    state: () => {
      throw new Error('not asked here')
    },
  }
  return { said, tracker }
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('study time of whoever is signed in', () => {
  it('given a running count, when the person signs out, then the last stretch is sent first and nothing starts after it', async () => {
    const { said, tracker } = aTracker()
    const end = startStudyTime(() => Promise.resolve(() => tracker))
    await settled()
    await runSignOutHooks()
    expect(said).toEqual(['finish', 'stop', 'sent'])
    end()
  })

  it('given the page gone before the tracker is there, when it arrives, then it is not started', async () => {
    const start = vi.fn<() => Tracker>(() => aTracker().tracker)
    startStudyTime(() => Promise.resolve(start))()
    await settled()
    expect(start).not.toHaveBeenCalled()
  })

  it('given a tracker that cannot be loaded, when the person signs out, then nothing stands in the way', async () => {
    const end = startStudyTime(() => Promise.reject(new Error('chunk missing')))
    await expect(runSignOutHooks()).resolves.toBeUndefined()
    end()
  })

  it('given a page that began signed in and in front, when the tracker comes late, then it counts from the page’s beginning', async () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    markSignedInAtStart()
    const start = vi.fn<(since: number | null) => Tracker>(() => aTracker().tracker)
    const end = startStudyTime(() => Promise.resolve(start))
    await settled()
    end()
    // Somebody signs in later on the same page: from then, not from the page's beginning.
    const before = performance.now()
    startStudyTime(() => Promise.resolve(start))()
    const endAgain = startStudyTime(() => Promise.resolve(start))
    await settled()
    endAgain()
    expect(start.mock.calls[0]).toEqual([0])
    expect(start.mock.calls[1]?.[0]).toBeGreaterThanOrEqual(before)
  })

  it('given a page that lost the focus before the tracker came, when it starts, then it knows of no time before', async () => {
    const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    const start = vi.fn<(since: number | null) => Tracker>(() => aTracker().tracker)
    const end = startStudyTime(async () => {
      focus.mockReturnValue(false)
      window.dispatchEvent(new Event('blur'))
      await settled()
      return start
    })
    await vi.waitFor(() => expect(start).toHaveBeenCalledWith(null))
    end()
  })
})
