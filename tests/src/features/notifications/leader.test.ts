import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startLeader } from '#src/features/notifications/live/leader.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A fake of Web Locks: one holder, the others wait or give up. */
const createLocks = () => {
  let isHeld = false
  const waiters: (() => void)[] = []
  const request = async (_name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
    while (isHeld)
      await new Promise<void>((resolve, reject) => {
        waiters.push(resolve)
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
      })
    isHeld = true
    try {
      await work()
    } finally {
      isHeld = false
      for (const next of waiters.splice(0)) next()
    }
  }
  return { request } as unknown as Pick<LockManager, 'request'>
}

const openTab = (locks: Pick<LockManager, 'request'> | null) => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState })
  let isLeading = false
  const stop = startLeader({
    name: 'bell',
    locks,
    page: page as unknown as Document,
    lead: (signal) =>
      new Promise<void>((resolve) => {
        isLeading = true
        signal.addEventListener('abort', () => {
          isLeading = false
          resolve()
        })
      }),
  })
  const setVisibility = (state: DocumentVisibilityState) => {
    page.visibilityState = state
    page.dispatchEvent(new Event('visibilitychange'))
  }
  return { stop, see: setVisibility, leads: () => isLeading }
}
const advance = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

describe('startLeader', () => {
  it('hands over when the leading tab closes', async () => {
    const locks = createLocks()
    const [first, second] = [openTab(locks), openTab(locks)]
    await advance()
    expect([first.leads(), second.leads()]).toEqual([true, false])
    first.stop()
    await advance()
    expect([first.leads(), second.leads()]).toEqual([false, true])
    second.stop()
  })

  it('hands over to a visible tab after half a minute hidden', async () => {
    const locks = createLocks()
    const [first, second] = [openTab(locks), openTab(locks)]
    await advance()
    first.see('hidden')
    await advance(29_000)
    expect(first.leads()).toBe(true)
    await advance(2000)
    expect([first.leads(), second.leads()]).toEqual([false, true])
    // Visible again, it waits for its turn.
    first.see('visible')
    await advance()
    expect([first.leads(), second.leads()]).toEqual([false, true])
    second.stop()
    await advance()
    expect(first.leads()).toBe(true)
    first.stop()
  })

  it('keeps leading when it is hidden only briefly', async () => {
    const tab = openTab(createLocks())
    await advance()
    tab.see('hidden')
    await advance(10_000)
    tab.see('visible')
    await advance(60_000)
    expect(tab.leads()).toBe(true)
    tab.stop()
  })

  it('leads in every tab without locks', async () => {
    const tabs = [openTab(null), openTab(null)]
    await advance()
    expect(tabs.map((tab) => tab.leads())).toEqual([true, true])
    for (const tab of tabs) tab.stop()
  })
})
