import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createReloadGuard } from '#src/core/pwa/reload-guard.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** One tab over several loads: its storage stays, the guard is made afresh. */
const aTab = (forgetful = false) => {
  const storage = new Map<string, string>()
  let busy = false
  const reload = vi.fn<() => void>(() => {
    if (forgetful) storage.clear()
  })
  const load = () =>
    createReloadGuard({
      storage: {
        get: (key) => storage.get(key) ?? null,
        set: (key, value) => void storage.set(key, value),
        remove: (key) => void storage.delete(key),
      },
      busy: () => busy,
      reload,
    })
  return { load, reload, work: (open: boolean) => void (busy = open) }
}

/** A worker that takes over as soon as the page stands, load after load. */
const takenOver = (tab: ReturnType<typeof aTab>, loads: number) => {
  for (let load = 0; load < loads; load += 1) {
    const guard = tab.load()
    guard.releaseLater()
    guard.whenFree()
    vi.advanceTimersByTime(100)
  }
}

describe('the reload after an update (spec 4, 9)', () => {
  it('given the worker takes over and five seconds pass, when both ask, then the page reloads once, after 100 ms', () => {
    const { load, reload } = aTab()
    const guard = load()
    guard.once()
    vi.advanceTimersByTime(99)
    expect(reload).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    vi.advanceTimersByTime(5000)
    guard.once()
    vi.advanceTimersByTime(5000)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('given workers that keep taking over, when the page is loaded again each time, then there is no loop', () => {
    const tab = aTab()
    takenOver(tab, 50)
    expect(tab.reload).toHaveBeenCalledTimes(1)
  })

  it('given a flag that is forgotten, when workers keep taking over, then it would loop (control)', () => {
    const tab = aTab(true)
    takenOver(tab, 50)
    expect(tab.reload).toHaveBeenCalledTimes(50)
  })

  it('given a page that stands after an update, when the next one comes, then it may reload again', () => {
    const tab = aTab()
    takenOver(tab, 1)
    const guard = tab.load()
    guard.releaseLater()
    vi.advanceTimersByTime(10_000)
    guard.whenFree()
    vi.advanceTimersByTime(100)
    expect(tab.reload).toHaveBeenCalledTimes(2)
  })

  it('given open work, when another tab lets a version in, then nothing reloads until the work is done', () => {
    const { load, reload, work } = aTab()
    work(true)
    load().whenFree()
    document.dispatchEvent(new Event('visibilitychange'))
    vi.advanceTimersByTime(60_000)
    expect(reload).not.toHaveBeenCalled()
    work(false)
    document.dispatchEvent(new Event('visibilitychange'))
    vi.advanceTimersByTime(100)
    expect(reload).toHaveBeenCalledTimes(1)
  })
})
