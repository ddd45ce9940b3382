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
    'given a user agent with %s, when asked, then it is mobile',
    (name) => {
      expect(isMobileAgent(`Mozilla/5.0 (${name}; x)`)).toBe(true)
      expect(isMobileAgent(DESKTOP)).toBe(false)
    },
  )

  it('given a phone whose session is stored after 300 ms, when it signs in, then it loads the page 200 ms after that', async () => {
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

  it('given a phone whose user is not marked authenticated, when 1.5 s and 200 ms are over, then it goes all the same', async () => {
    const { session, load, begin } = scene(PHONE)
    session.token = 't'
    session.user = '{"isAuthenticated":false}'
    void begin('/courses')
    await vi.advanceTimersByTimeAsync(1699)
    expect(load).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('given a desktop, when it signs in, then the route changes in the app and replaces history', async () => {
    const { session, load, navigate, begin } = scene(DESKTOP)
    Object.assign(session, { user: '{}', token: 't' })
    await begin('/courses')
    expect(navigate).toHaveBeenCalledWith('/courses', { replace: true })
    expect(load).not.toHaveBeenCalled()
  })

  it('given a desktop that is there already, when it signs in, then nothing happens', async () => {
    const { session, navigate, begin } = scene(DESKTOP)
    Object.assign(session, { user: '{}', token: 't' })
    await begin('/courses', '/courses')
    expect(navigate).not.toHaveBeenCalled()
  })

  it('given user and token that come after 120 ms, when the short wait polls every 50 ms, then it ends at 150 ms', async () => {
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

  it('given nothing stored, when the short wait is over after 500 ms, then it says so', async () => {
    let ended: boolean | null = null
    void waitForStoredSession(undefined, () => ({ user: 'x', token: null })).then((found) => (ended = found))
    await vi.advanceTimersByTimeAsync(499)
    expect(ended).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    expect(ended).toBe(false)
  })
})
