/**
 * One refresh for all who wait: one flight in a tab, one lock over the tabs, and inside the lock the tokens' newest
 * copy is read before the server is asked (trust 8.2, pitfalls 1 to 5). Collaborators come as
 * arguments; nothing here knows a browser.
 */
import { networkError } from '#src/core/http/api-error.ts'
import type { RefreshAnswer } from './refresh-call.ts'
import { newerTokens, type TokenMirror, type Tokens } from './token-mirror.ts'

export interface TokenPair {
  access_token: string
  refresh_token: string
}

export interface RefresherParts {
  /** The tokens in storage; null when nobody is signed in or there is no refresh token. */
  stored: () => Tokens | null
  save: (tokens: Tokens) => void
  mirror: TokenMirror
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  call: (refreshToken: string) => Promise<RefreshAnswer>
  /** The server refused: gives the access token of a new session of the same person, or throws after leaving. */
  refused: () => Promise<string>
  /** Whether a token's own time is over, by the server's clock. */
  expired: (accessToken: string) => boolean
  /** Milliseconds of a clock that nobody sets. */
  steady: () => number
  /** Whether the last try reached the server. */
  reached: (reached: boolean) => void
}

const BACKOFF_FIRST_MS = 1000
const BACKOFF_MAX_MS = 60_000
/** 1, 2, 4 … s (A9). */
export const backoffMs = (failures: number): number =>
  Math.min(BACKOFF_FIRST_MS * 2 ** Math.max(0, failures - 1), BACKOFF_MAX_MS)

type Result = { kind: 'token'; token: string } | { kind: 'refused' } | { kind: 'later' }

export const createRefresher = (parts: RefresherParts) => {
  let flight: Promise<string> | null = null
  let failures = 0
  let notBefore = Number.NEGATIVE_INFINITY

  const adopt = (tokens: Tokens): Result => {
    parts.save(tokens)
    return { kind: 'token', token: tokens.access_token }
  }

  /** Runs inside the lock. `failed` is the access token that is no longer good enough. */
  const insideLock = async (userId: number, failed: string): Promise<Result> => {
    const stored = parts.stored()
    if (stored?.userId !== userId) return { kind: 'later' }
    const newest = newerTokens(stored, await parts.mirror.read())
    // A copy from before a long pause may have run out as well: then it is the one to renew.
    if (newest.access_token !== failed && !parts.expired(newest.access_token)) return adopt(newest)
    const answer = await parts.call(newest.refresh_token)
    // Signed out, or somebody else signed in, while the server was asked: its answer belongs to nobody now.
    if (parts.stored()?.userId !== userId) return { kind: 'later' }
    parts.reached(answer.kind !== 'later')
    if (answer.kind === 'renewed') {
      const tokens = { userId, ...answer.pair }
      await parts.mirror.write(tokens)
      if (parts.stored()?.userId !== userId) {
        await parts.mirror.clear()
        return { kind: 'later' }
      }
      failures = 0
      return adopt(tokens)
    }
    if (answer.kind === 'refused') {
      // Without a lock another tab may have been faster: its pair is good.
      const other = newerTokens(newest, await parts.mirror.read())
      return other.access_token === newest.access_token ? { kind: 'refused' } : adopt(other)
    }
    failures += 1
    notBefore = parts.steady() + Math.max(backoffMs(failures), answer.retryAfterMs)
    return { kind: 'later' }
  }

  const attempt = async (failed: string | null): Promise<string> => {
    const start = parts.stored()
    if (!start) return parts.refused()
    if (failed !== null && start.access_token !== failed) return start.access_token
    if (parts.steady() < notBefore) throw networkError()
    const result = await parts.exclusively(() => insideLock(start.userId, start.access_token))
    if (result.kind === 'token') return result.token
    if (result.kind === 'refused') return parts.refused()
    throw networkError()
  }

  return {
    /**
     * A good access token in place of `failed` (null: of the stored one). Throws a network ApiError when the server
     * cannot be asked now: the session stays.
     */
    refresh: (failed: string | null): Promise<string> => {
      flight ??= attempt(failed).finally(() => {
        flight = null
      })
      return flight
    },
    /** Milliseconds until the server may be asked again; 0 when it may be asked now. */
    waitMs: (): number => Math.max(0, notBefore - parts.steady()),
  }
}
