import { useEffect, useState } from 'react'
import { HEARTBEAT_MS } from '#contract/live/live.ts'
import { callHeartbeat } from './live.queries.ts'

/** Says that this page is open while the person is in the session; returns the counted minutes. */
export const useHeartbeat = (sessionId: number, isIn: boolean): number | null => {
  const [minutes, setMinutes] = useState<number | null>(null)
  useEffect(() => {
    if (!isIn) return
    let isCurrent = true
    const beat = () =>
      callHeartbeat(sessionId).then(
        (answer) => {
          if (isCurrent) setMinutes(answer.minutes)
        },
        // The next one comes; a silence of up to two and a half minutes does not count as an absence.
        () => undefined,
      )
    void beat()
    const timer = setInterval(() => void beat(), HEARTBEAT_MS)
    return () => {
      isCurrent = false
      clearInterval(timer)
    }
  }, [sessionId, isIn])
  return minutes
}
