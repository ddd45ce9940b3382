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
  it('pauses for ten minutes after the fourth failure, not after the third', async () => {
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

  it('counts failures anew after a success', async () => {
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

  it('checks at most once in 30 seconds when the tab becomes visible again and again', async () => {
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

  it('counts a check without an answer as failed after a minute and makes the next', async () => {
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

  it('makes no second check while one is running', async () => {
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

  it('checks after half an hour, when the page is shown, and when it comes online', async () => {
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
