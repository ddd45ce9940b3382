import { afterEach, describe, expect, it, vi } from 'vitest'
import { createRefreshCall, REFRESH_TIMEOUT_MS } from '#src/core/session/refresh-call.ts'

const call = createRefreshCall(() => '/refresh/')
const answered = (response: Response | Promise<Response>) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(response)),
  )
const json = (body: unknown, init: ResponseInit = {}) => new Response(JSON.stringify(body), init)

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('what the refresh call’s answer means (trust reading 1, A9)', () => {
  it.each([400, 401, 403])('reads %i as a refused session', async (status) => {
    answered(json({}, { status }))
    expect(await call('r')).toEqual({ kind: 'refused', status })
  })

  it.each([404, 408, 418, 429, 500, 502, 503, 504])('reads %i as unknown', async (status) => {
    answered(json({}, { status }))
    expect(await call('r')).toMatchObject({ kind: 'later' })
  })

  it.each([
    [
      'a page of HTML',
      new Response('<html>Welcome to the hotel</html>', { headers: { 'content-type': 'text/html' } }),
    ],
    ['an empty 200', new Response('')],
    ['a 204', new Response(null, { status: 204 })],
    ['JSON without tokens', json({ ok: true })],
    ['an empty token', json({ access_token: '', refresh_token: 'r2' })],
    ['a list', json([])],
    ['null', json(null)],
  ])('reads %s as unknown', async (_name, response) => {
    answered(response)
    expect(await call('r')).toMatchObject({ kind: 'later' })
  })

  it('reads a network failure as unknown', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(() => Promise.reject(new TypeError('Failed to fetch'))),
    )
    expect(await call('r')).toEqual({ kind: 'later', retryAfterMs: 0 })
  })

  it('gives up after four seconds without an answer', async () => {
    vi.useFakeTimers()
    vi.stubGlobal(
      'fetch',
      vi.fn(
        (_url: string, { signal }: RequestInit) =>
          new Promise((_resolve, reject) => {
            signal?.addEventListener('abort', () => reject(new DOMException('late', 'AbortError')))
          }),
      ),
    )
    const answer = call('r')
    await vi.advanceTimersByTimeAsync(REFRESH_TIMEOUT_MS)
    expect(await answer).toMatchObject({ kind: 'later' })
  })

  it('keeps the Retry-After of a 429', async () => {
    answered(json({}, { status: 429, headers: { 'retry-after': '7' } }))
    expect(await call('r')).toEqual({ kind: 'later', retryAfterMs: 7000 })
  })

  it('reads a token pair as renewed', async () => {
    answered(json({ access_token: 'a2', refresh_token: 'r2' }))
    expect(await call('r1')).toEqual({ kind: 'renewed', pair: { access_token: 'a2', refresh_token: 'r2' } })
  })
})
