/** The 30-second check of the access token (spec 4), also on the events that follow a throttled sleep. */
import { serverNow } from './server-clock.ts'
import { CHECK_EVERY_MS, MIN_BETWEEN_MS, decideRefresh } from './refresh-decision.ts'
import { tokenTimes } from './token-mirror.ts'

export interface ProactiveParts {
  token: () => string | null
  refresh: (failed: string) => Promise<string>
  /** Milliseconds until the server may be asked again after a failure. */
  waitMs: () => number
  serverNow?: () => number
  steady?: () => number
}

export const createTokenCheck = ({
  token,
  refresh,
  waitMs,
  serverNow: now = serverNow,
  steady = () => performance.now(),
}: ProactiveParts) => {
  let lastAt = Number.NEGATIVE_INFINITY
  return async (): Promise<void> => {
    const current = token()
    if (!current || decideRefresh(tokenTimes(current), now()) === 'keep') return
    if (waitMs() > 0 || steady() - lastAt < MIN_BETWEEN_MS) return
    lastAt = steady()
    try {
      await refresh(current)
    } catch {
      // Refused: the session has ended already. Unreachable: the next check tries again after the backoff.
    }
  }
}

const WAKING = ['focus', 'online', 'pageshow'] as const

/** Gives the function that stops it. */
export const startProactiveRefresh = (parts: ProactiveParts): (() => void) => {
  const check = createTokenCheck(parts)
  const run = () => void check()
  const whenVisible = () => {
    if (document.visibilityState === 'visible') run()
  }
  const timer = setInterval(run, CHECK_EVERY_MS)
  for (const name of WAKING) window.addEventListener(name, run)
  document.addEventListener('visibilitychange', whenVisible)
  run()
  return () => {
    clearInterval(timer)
    for (const name of WAKING) window.removeEventListener(name, run)
    document.removeEventListener('visibilitychange', whenVisible)
  }
}
