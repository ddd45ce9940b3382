import { describe, expect, it, vi } from 'vitest'
import { startStudyTime } from '#src/app/session/study-time.ts'
import type { Tracker } from '#src/core/activity/tracker.ts'
import { sayFarewells } from '#src/core/session/farewell.ts'

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
    await sayFarewells()
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
    await expect(sayFarewells()).resolves.toBeUndefined()
    end()
  })
})
