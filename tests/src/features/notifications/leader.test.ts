import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startLeader } from '#src/features/notifications/live/leader.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Web Locks as far as a leader needs them: one holder, the others wait until they give up. */
const someLocks = () => {
  let held = false
  const waiting: (() => void)[] = []
  const request = async (_name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
    while (held)
      await new Promise<void>((resolve, reject) => {
        waiting.push(resolve)
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
      })
    held = true
    try {
      await work()
    } finally {
      held = false
      for (const next of waiting.splice(0)) next()
    }
  }
  return { request } as unknown as Pick<LockManager, 'request'>
}

const aTab = (locks: Pick<LockManager, 'request'> | null) => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState })
  let leads = false
  const stop = startLeader({
    name: 'bell',
    locks,
    page: page as unknown as Document,
    lead: (signal) =>
      new Promise<void>((resolve) => {
        leads = true
        signal.addEventListener('abort', () => {
          leads = false
          resolve()
        })
      }),
  })
  const see = (state: DocumentVisibilityState) => {
    page.visibilityState = state
    page.dispatchEvent(new Event('visibilitychange'))
  }
  return { stop, see, leads: () => leads }
}
const later = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

describe('one stream a browser', () => {
  it('given two tabs, when the listening one closes, then the other listens', async () => {
    const locks = someLocks()
    const [first, second] = [aTab(locks), aTab(locks)]
    await later()
    expect([first.leads(), second.leads()]).toEqual([true, false])
    first.stop()
    await later()
    expect([first.leads(), second.leads()]).toEqual([false, true])
    second.stop()
  })

  it('given the listening tab is hidden, when half a minute is over, then it lets go to the one that is looked at', async () => {
    const locks = someLocks()
    const [first, second] = [aTab(locks), aTab(locks)]
    await later()
    first.see('hidden')
    await later(29_000)
    expect(first.leads()).toBe(true)
    await later(2000)
    expect([first.leads(), second.leads()]).toEqual([false, true])
    // Looked at again it waits its turn.
    first.see('visible')
    await later()
    expect([first.leads(), second.leads()]).toEqual([false, true])
    second.stop()
    await later()
    expect(first.leads()).toBe(true)
    first.stop()
  })

  it('given a tab that is hidden for a moment only, when it is back, then it listened all the time', async () => {
    const tab = aTab(someLocks())
    await later()
    tab.see('hidden')
    await later(10_000)
    tab.see('visible')
    await later(60_000)
    expect(tab.leads()).toBe(true)
    tab.stop()
  })

  it('given a browser without locks, when there are two tabs, then each listens for itself', async () => {
    const tabs = [aTab(null), aTab(null)]
    await later()
    expect(tabs.map((tab) => tab.leads())).toEqual([true, true])
    for (const tab of tabs) tab.stop()
  })
})
