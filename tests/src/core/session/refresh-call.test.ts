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
  it.each([400, 401, 403])('given %i, when it is read, then the session is refused', async (status) => {
    answered(json({}, { status }))
    expect(await call('r')).toEqual({ kind: 'refused', status })
  })

  it.each([404, 408, 418, 429, 500, 502, 503, 504])(
    'given %i, when it is read, then nothing is known',
    async (status) => {
      answered(json({}, { status }))
      expect(await call('r')).toMatchObject({ kind: 'later' })
    },
  )

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
  ])('given %s, when it is read, then nothing is known', async (_name, response) => {
    answered(response)
    expect(await call('r')).toMatchObject({ kind: 'later' })
  })

  it('given no network, when it is read, then nothing is known', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(() => Promise.reject(new TypeError('Failed to fetch'))),
    )
    expect(await call('r')).toEqual({ kind: 'later', retryAfterMs: 0 })
  })

  it('given a server that never answers, when four seconds are over, then nothing is known', async () => {
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

  it('given 429 with Retry-After, when it is read, then the waiting time is kept', async () => {
    answered(json({}, { status: 429, headers: { 'retry-after': '7' } }))
    expect(await call('r')).toEqual({ kind: 'later', retryAfterMs: 7000 })
  })

  it('given a pair, when it is read, then it is renewed', async () => {
    answered(json({ access_token: 'a2', refresh_token: 'r2' }))
    expect(await call('r1')).toEqual({ kind: 'renewed', pair: { access_token: 'a2', refresh_token: 'r2' } })
  })
})
