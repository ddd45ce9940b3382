import fc from '#tests/support/property.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTokenCheck } from '#src/core/session/proactive.ts'
import { CHECK_EVERY_MS, decideRefresh, isAboutToExpire } from '#src/core/session/refresh-decision.ts'
import { createServerClock } from '#src/core/session/server-clock.ts'
import { tokenTimes } from '#src/core/session/tokens.ts'
import { createSafeStorage } from '#src/core/storage/safe-storage.ts'
import { aToken } from '#tests/support/server/client.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const times = (issuedMs: number | null, expiresMs: number | null) => ({ issuedMs, expiresMs })

describe('when a token is renewed (spec 4, 9)', () => {
  const hour = times(0, 60 * MINUTE)
  it.each([
    ['just issued', hour, 0, 'keep'],
    ['10 % remain exactly', hour, 54 * MINUTE, 'keep'],
    ['less than 10 % remains', hour, 54 * MINUTE + 1, 'renew'],
    ['expired this moment', hour, 60 * MINUTE, 'expired'],
    ['a short token with 59 s left', times(0, 5 * MINUTE), 5 * MINUTE - 59_000, 'renew'],
    ['a short token with 61 s left', times(0, 5 * MINUTE), 5 * MINUTE - 61_000, 'keep'],
    ['issue time unknown, 5 min left', times(null, 60 * MINUTE), 55 * MINUTE, 'keep'],
    ['issue time unknown, less left', times(null, 60 * MINUTE), 55 * MINUTE + 1, 'renew'],
    ['no readable times', times(null, null), 0, 'keep'],
  ] as const)('judges %s as %s', (_name, token, now, decision) => {
    expect(decideRefresh(token, now)).toBe(decision)
  })

  it('counts a token as about to expire below 60 seconds only', () => {
    expect(isAboutToExpire(hour, 59 * MINUTE)).toBe(false)
    expect(isAboutToExpire(hour, 59 * MINUTE + 1)).toBe(true)
  })

  it('reads no times from a token that is no JWT', () => {
    expect(tokenTimes('opaque')).toEqual(times(null, null))
    expect(tokenTimes(null)).toEqual(times(null, null))
  })
})

interface Journey {
  offsetMs: number
  lifeS: number
  /** Wall clock jumps during the journey, as a person sets the clock. */
  jumps: readonly { atMs: number; byMs: number }[]
  naive?: boolean
}

/** Eight hours of 30-second checks against a server that issues by its own clock. */
const travel = async ({ offsetMs, lifeS, jumps, naive = false }: Journey) => {
  const server = { now: 1_800_000_000_000 }
  let elapsed = 0
  const wall = () =>
    server.now +
    offsetMs +
    jumps.filter(({ atMs }) => atMs <= elapsed).reduce((sum, { byMs }) => sum + byMs, 0)
  const storage = createSafeStorage(() => localStorage)
  const clock = createServerClock(storage, { wall, steady: () => elapsed })
  let token = aToken({ now: server.now, lifeS })
  clock.learn(token)
  let calls = 0
  let expiredUnseenMs = 0
  const check = createTokenCheck({
    token: () => token,
    serverNow: naive ? wall : clock.now,
    steady: () => elapsed,
    waitMs: () => 0,
    refresh: () => {
      calls += 1
      token = aToken({ now: server.now, lifeS })
      clock.learn(token)
      return Promise.resolve(token)
    },
  })
  for (; elapsed < 8 * HOUR; elapsed += CHECK_EVERY_MS, server.now += CHECK_EVERY_MS) {
    await check()
    if ((tokenTimes(token).expiresMs ?? 0) <= server.now) expiredUnseenMs += CHECK_EVERY_MS
  }
  localStorage.clear()
  return { calls, expiredUnseenMs, most: Math.ceil((8 * HOUR) / (0.9 * lifeS * 1000)) + 1 }
}

describe('a device whose clock is wrong (A11)', () => {
  const journey = fc.record({
    offsetMs: fc.integer({ min: -26 * HOUR, max: 26 * HOUR }),
    lifeS: fc.constantFrom(600, 900, 3600),
    jumps: fc.array(
      fc.record({
        atMs: fc.integer({ min: 0, max: 8 * HOUR }),
        byMs: fc.integer({ min: -26 * HOUR, max: 26 * HOUR }),
      }),
      { maxLength: 3 },
    ),
  })

  it('refreshes rarely and in time over eight hours with any clock offset', async () => {
    await fc.assert(
      fc.asyncProperty(journey, async (given) => {
        const { calls, most, expiredUnseenMs } = await travel(given)
        expect(calls).toBeLessThanOrEqual(most)
        expect(calls).toBeGreaterThan(0)
        expect(expiredUnseenMs).toBe(0)
      }),
      { numRuns: 60 },
    )
  })

  it('control: the device’s own clock fails both ahead and behind', async () => {
    const ahead = await travel({ offsetMs: 26 * HOUR, lifeS: 900, jumps: [], naive: true })
    expect(ahead.calls).toBeGreaterThan(ahead.most)
    const behind = await travel({ offsetMs: -26 * HOUR, lifeS: 900, jumps: [], naive: true })
    expect(behind.expiredUnseenMs).toBeGreaterThan(0)
  })

  it('knows the server’s time after a reload', () => {
    const storage = createSafeStorage(() => localStorage)
    const wall = 1_000_000_000_000
    createServerClock(storage, { wall: () => wall + 5 * HOUR, steady: () => 0 }).learn(aToken({ now: wall }))
    const next = createServerClock(storage, { wall: () => wall + 5 * HOUR + MINUTE, steady: () => 17 })
    expect(next.now()).toBe(wall + MINUTE)
  })
})

describe('the proactive check', () => {
  afterEach(() => void vi.useRealTimers())

  it('leaves 30 s between two refreshes of a token that always looks expired', async () => {
    let steady = 0
    const refresh = vi.fn<(failed: string) => Promise<string>>((failed) => Promise.resolve(failed))
    const check = createTokenCheck({
      token: () => aToken({ issuedS: -2000, lifeS: 900 }),
      refresh,
      waitMs: () => 0,
      serverNow: () => Date.now(),
      steady: () => steady,
    })
    for (; steady < 120_000; steady += 1000) await check()
    expect(refresh).toHaveBeenCalledTimes(4)
  })

  it('does not ask a server before its Retry-After is over', async () => {
    const refresh = vi.fn<() => Promise<string>>(() => Promise.reject(new Error('later')))
    const check = createTokenCheck({
      token: () => aToken({ issuedS: -2000, lifeS: 900 }),
      refresh,
      waitMs: () => 500,
      serverNow: () => Date.now(),
      steady: () => 0,
    })
    await check()
    expect(refresh).not.toHaveBeenCalled()
  })
})
