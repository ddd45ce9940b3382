import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ScheduledSession } from '#contract/live/live.ts'
import { nextChangeOf } from '../model/main-session.ts'
import { liveKeys } from './live.queries.ts'

/** Timers take no longer waits; a page that is open for a day looks again. */
const WAIT_MAX_MS = 86_400_000
/** After the change itself, so that the server sees it as well. */
const AFTER_MS = 300

/**
 * The server's time, read again whenever a session changes its state: opens, starts or ends. Then the schedule is
 * fetched again too, because what ended is now past.
 */
export const useClock = (sessions: readonly ScheduledSession[], clockOffset: number): number => {
  const client = useQueryClient()
  const [readAt, setReadAt] = useState(Date.now)
  const now = readAt + clockOffset
  const next = nextChangeOf(sessions, now)
  useEffect(() => {
    const look = () => setReadAt(Date.now())
    // A device that slept missed its timers.
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  useEffect(() => {
    if (next === null) return
    const wait = next - clockOffset - Date.now()
    const timer = setTimeout(
      () => {
        setReadAt(Date.now())
        if (wait > WAIT_MAX_MS) return
        void client.invalidateQueries({ queryKey: liveKeys.schedules })
        void client.invalidateQueries({ queryKey: liveKeys.allPast })
      },
      Math.min(WAIT_MAX_MS, Math.max(0, wait) + AFTER_MS),
    )
    return () => clearTimeout(timer)
  }, [next, clockOffset, client, readAt])
  return now
}
