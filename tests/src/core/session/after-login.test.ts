import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isMobileAgent, navigateAfterLogin, waitForStoredSession } from '#src/core/session/after-login.ts'

const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156'
const PHONE = 'Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/156 Mobile'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const scene = (agent: string) => {
  const session = { user: null as string | null, token: null as string | null }
  const navigate = vi.fn<(path: string, options: { replace: boolean }) => void>()
  const load = vi.fn<(path: string) => void>()
  const begin = (target: string, here = '/login') =>
    navigateAfterLogin({ target, agent, navigate, load, read: () => session, here: () => here })
  return { session, navigate, load, begin }
}

describe('navigation after login (spec 4)', () => {
  it.each(['Android', 'iPhone', 'iPad', 'iPod', 'webOS', 'BlackBerry', 'IEMobile', 'Opera Mini'])(
    'treats a user agent with %s as mobile',
    (name) => {
      expect(isMobileAgent(`Mozilla/5.0 (${name}; x)`)).toBe(true)
      expect(isMobileAgent(DESKTOP)).toBe(false)
    },
  )

  it('loads the page on a phone 200 ms after the session is stored', async () => {
    const { session, load, navigate, begin } = scene(PHONE)
    void begin('/courses')
    await vi.advanceTimersByTimeAsync(250)
    session.token = 't'
    session.user = '{"isAuthenticated":true}'
    await vi.advanceTimersByTimeAsync(50 + 199)
    expect(load).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(load).toHaveBeenCalledWith('/courses')
    expect(navigate).not.toHaveBeenCalled()
  })

  it('loads the page on a phone after 1.5 s and 200 ms without an authenticated user', async () => {
    const { session, load, begin } = scene(PHONE)
    session.token = 't'
    session.user = '{"isAuthenticated":false}'
    void begin('/courses')
    await vi.advanceTimersByTimeAsync(1699)
    expect(load).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('replaces the route in the app on a desktop', async () => {
    const { session, load, navigate, begin } = scene(DESKTOP)
    Object.assign(session, { user: '{}', token: 't' })
    await begin('/courses')
    expect(navigate).toHaveBeenCalledWith('/courses', { replace: true })
    expect(load).not.toHaveBeenCalled()
  })

  it('does nothing on a desktop that is at the target already', async () => {
    const { session, navigate, begin } = scene(DESKTOP)
    Object.assign(session, { user: '{}', token: 't' })
    await begin('/courses', '/courses')
    expect(navigate).not.toHaveBeenCalled()
  })

  it('ends the short wait at 150 ms when user and token come after 120 ms', async () => {
    const session = { user: null as string | null, token: null as string | null }
    let ended: boolean | null = null
    void waitForStoredSession(undefined, () => session).then((found) => (ended = found))
    await vi.advanceTimersByTimeAsync(120)
    Object.assign(session, { user: 'x', token: 't' })
    await vi.advanceTimersByTimeAsync(29)
    expect(ended).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    expect(ended).toBe(true)
  })

  it('reports after 500 ms that nothing is stored', async () => {
    let ended: boolean | null = null
    void waitForStoredSession(undefined, () => ({ user: 'x', token: null })).then((found) => (ended = found))
    await vi.advanceTimersByTimeAsync(499)
    expect(ended).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    expect(ended).toBe(false)
  })
})
