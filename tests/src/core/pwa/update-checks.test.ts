import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createUpdateChecks, startUpdateChecks } from '#src/core/pwa/update-checks.ts'
import { workerStatus } from '#src/core/pwa/worker-status.ts'

const MINUTE = 60_000

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000_000 })
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const failing = () => vi.fn<() => Promise<unknown>>(() => Promise.reject(new Error('no network')))
const working = () => vi.fn<() => Promise<unknown>>(() => Promise.resolve())

describe('checks for a new version (spec 8, 9)', () => {
  it('given three failures, when asked once more, then it asks; after the fourth it pauses for ten minutes', async () => {
    const check = failing()
    const checks = createUpdateChecks({ check, now: Date.now })
    for (let time = 0; time < 4; time += 1) await checks.run()
    expect(check).toHaveBeenCalledTimes(4)
    expect(workerStatus()).toMatchObject({ failures: 4, pausedUntil: Date.now() + 10 * MINUTE })
    await checks.run()
    vi.advanceTimersByTime(10 * MINUTE - 1)
    await checks.run()
    expect(check).toHaveBeenCalledTimes(4)
    vi.advanceTimersByTime(1)
    await checks.run()
    expect(check).toHaveBeenCalledTimes(5)
  })

  it('given three failures and a success, when another fails, then there is no pause', async () => {
    const check = failing()
    const checks = createUpdateChecks({ check, now: Date.now })
    for (let time = 0; time < 3; time += 1) await checks.run()
    check.mockResolvedValueOnce(undefined)
    await checks.run()
    await checks.run()
    expect(workerStatus()).toMatchObject({ failures: 1, pausedUntil: null, lastCheckFailed: true })
    await checks.run()
    expect(check).toHaveBeenCalledTimes(6)
  })

  it('given a tab that is looked at again and again, when it becomes visible, then one check in 30 seconds', async () => {
    const check = working()
    const checks = createUpdateChecks({ check, now: Date.now })
    await checks.runSeldom()
    vi.advanceTimersByTime(29_999)
    await checks.runSeldom()
    expect(check).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    await checks.runSeldom()
    expect(check).toHaveBeenCalledTimes(2)
  })

  it('given a browser that never answers, when a minute is over, then that check has failed and the next is made', async () => {
    const check = vi.fn<() => Promise<unknown>>(() => new Promise(() => undefined))
    const checks = createUpdateChecks({ check, now: Date.now })
    const first = checks.run()
    await vi.advanceTimersByTimeAsync(MINUTE - 1)
    void checks.run()
    // The control: until then whoever asks waits for the one on its way.
    expect(check).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    await first
    expect(workerStatus()).toMatchObject({ failures: 1, lastCheckFailed: true })
    void checks.run()
    expect(check).toHaveBeenCalledTimes(2)
  })

  it('given a check on its way, when asked meanwhile, then it is not made twice', async () => {
    let answer = () => {}
    const check = vi.fn<() => Promise<unknown>>(
      () =>
        new Promise<void>((resolve) => {
          answer = resolve
        }),
    )
    const checks = createUpdateChecks({ check, now: Date.now })
    const both = Promise.all([checks.run(), checks.run()])
    answer()
    await both
    expect(check).toHaveBeenCalledTimes(1)
  })

  it('given an open page, when half an hour passes, it is looked at and it comes online, then each asks', async () => {
    const check = working()
    startUpdateChecks(check)
    expect(check).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(30 * MINUTE)
    expect(check).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(MINUTE)
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(0)
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(0)
    expect(check).toHaveBeenCalledTimes(2)
    window.dispatchEvent(new Event('online'))
    expect(check).toHaveBeenCalledTimes(3)
  })
})
