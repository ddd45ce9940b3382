/** The refresh call itself, by a bare client: it must never pass through the interceptor that calls it. */
import type { TokenPair } from './refresher.ts'

/** trust pitfall 2: the lock is never held longer than this. */
export const REFRESH_TIMEOUT_MS = 4000

export type RefreshAnswer =
  | { kind: 'renewed'; pair: TokenPair }
  /** 400, 401 or 403: the refresh token is no good (trust reading 1). */
  | { kind: 'refused'; status: number }
  /** Anything else says nothing about the session. */
  | { kind: 'later'; retryAfterMs: number }

const REFUSALS = [400, 401, 403]
const later = (retryAfterMs = 0): RefreshAnswer => ({ kind: 'later', retryAfterMs })

const retryAfterOf = (response: Response): number => {
  const seconds = Number(response.headers.get('retry-after') ?? 0)
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0
}

const pairOf = (body: unknown, refreshToken: string): TokenPair | null => {
  if (typeof body !== 'object' || body === null) return null
  const { access_token, refresh_token } = body as Record<string, unknown>
  if (typeof access_token !== 'string' || access_token === '') return null
  const next = typeof refresh_token === 'string' && refresh_token !== '' ? refresh_token : refreshToken
  return { access_token, refresh_token: next }
}

export const createRefreshCall =
  (url: () => string) =>
  async (refreshToken: string): Promise<RefreshAnswer> => {
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(), REFRESH_TIMEOUT_MS)
    try {
      const response = await fetch(url(), {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ refresh_token: refreshToken }),
        // A captive portal's redirect is no answer of ours.
        redirect: 'manual',
        cache: 'no-store',
        signal: patience.signal,
      })
      if (REFUSALS.includes(response.status)) return { kind: 'refused', status: response.status }
      if (!response.ok) return later(retryAfterOf(response))
      const pair = pairOf(await response.json(), refreshToken)
      return pair ? { kind: 'renewed', pair } : later()
    } catch {
      return later()
    } finally {
      clearTimeout(timer)
    }
  }
