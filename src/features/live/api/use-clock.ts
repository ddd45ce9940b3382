import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ScheduledSession } from '#contract/live/live.ts'
import { serverNow } from '#src/core/session/server-clock.ts'
import { nextChangeOf } from '../model/main-session.ts'
import { liveKeys } from './live.queries.ts'

/** Timers take no longer waits; a page that is open for a day looks again. */
const WAIT_MAX_MS = 86_400_000
/** After the change itself, so that the server sees it as well. */
const AFTER_MS = 300

/**
 * The server's time (epoch ms), read again whenever a session changes its state: opens, starts or ends. Then the
 * schedule is fetched again too, because what ended is now past.
 */
export const useClock = (sessions: readonly ScheduledSession[]): number => {
  const client = useQueryClient()
  const [now, setNow] = useState(serverNow)
  const next = nextChangeOf(sessions, now)
  useEffect(() => {
    const look = () => setNow(serverNow())
    // A device that slept missed its timers.
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  useEffect(() => {
    if (next === null) return
    const wait = Math.max(0, next - serverNow()) + AFTER_MS
    const timer = setTimeout(
      () => {
        setNow(serverNow())
        if (wait > WAIT_MAX_MS) return
        void client.invalidateQueries({ queryKey: liveKeys.schedules })
        void client.invalidateQueries({ queryKey: liveKeys.allPast })
      },
      Math.min(WAIT_MAX_MS, wait),
    )
    return () => clearTimeout(timer)
  }, [next, client, now])
  return now
}
