import { useEffect, useState } from 'react'
import { nextChangeAt, sessionState, type SessionState } from '#contract/live/session-state.ts'
import { serverNow } from '#src/core/session/server-clock.ts'

/** After the change itself. */
const AFTER_MS = 300

/** The state of a session that nobody ended or cancelled, by its times alone; it changes while the page is open. */
export const useSessionState = (startsAt: number, endsAt: number): SessionState => {
  const [now, setNow] = useState(serverNow)
  const times = { startsAt, endsAt, endedAt: null, cancelledAt: null }
  const next = nextChangeAt(times, now)
  useEffect(() => {
    if (next === null) return
    const look = () => setNow(serverNow())
    const timer = setTimeout(look, Math.max(0, next - serverNow()) + AFTER_MS)
    // A device that slept missed its timer.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [next])
  return sessionState(times, now)
}
