import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** A fresh module each time: its state is the tab's. */
const fresh = async () => {
  vi.resetModules()
  return import('#src/core/pwa/connectivity.ts')
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const serverSays = (answer: () => Promise<Response>) => {
  const asked = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(answer)
  vi.stubGlobal('fetch', asked)
  return asked
}

describe('connectivity (spec 4, 7)', () => {
  it('given a check, when it is made, then it is a HEAD request that no cache answers', async () => {
    const asked = serverSays(() => Promise.resolve(new Response()))
    const { checkConnection } = await fresh()
    expect(await checkConnection()).toBe(true)
    const [url, init] = asked.mock.calls[0] as [string, RequestInit]
    expect(url).toMatch(/^\/health\.txt\?t=\d+$/)
    expect(init).toMatchObject({ method: 'HEAD', cache: 'no-store' })
  })

  it('given the browser goes offline, when it comes back, then one is online again only after a check', async () => {
    const { startConnectivity, isReachable, onConnectivity } = await fresh()
    const heard = vi.fn<() => void>()
    onConnectivity(heard)
    startConnectivity()
    window.dispatchEvent(new Event('offline'))
    expect(isReachable()).toBe(false)
    serverSays(() => Promise.reject(new TypeError('no')))
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect(isReachable()).toBe(false)
    serverSays(() => Promise.resolve(new Response()))
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect(isReachable()).toBe(true)
    expect(heard).toHaveBeenCalledTimes(2)
  })

  it('given a server that never answers, when five seconds are over, then one is offline, and it is asked again', async () => {
    const asked = serverSays(
      () =>
        new Promise((_resolve, reject) =>
          setTimeout(() => reject(new DOMException('x', 'AbortError')), 5000),
        ),
    )
    const { checkConnection, isReachable } = await fresh()
    const first = checkConnection()
    expect(checkConnection()).toBe(first)
    await vi.advanceTimersByTimeAsync(5000)
    expect(isReachable()).toBe(false)
    serverSays(() => Promise.resolve(new Response()))
    await vi.advanceTimersByTimeAsync(15_000)
    expect(isReachable()).toBe(true)
    expect(asked).toHaveBeenCalledTimes(1)
  })

  it('given a portal’s answer, when it is no plain success, then one is offline', async () => {
    serverSays(() => Promise.resolve(new Response(null, { status: 503 })))
    const { checkConnection } = await fresh()
    expect(await checkConnection()).toBe(false)
  })
})
