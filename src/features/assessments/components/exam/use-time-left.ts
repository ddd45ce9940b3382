import { useEffect, useEffectEvent, useState } from 'react'
import type { Attempt } from '../../attempt/machine.ts'
import { shownSeconds, warningDue } from '../../model/time.ts'

const TICK_MS = 250

/** Whole seconds left, null until known. Calls `onWarning` once each at 10, 5 and 1 minutes. */
export const useTimeLeft = (exam: Attempt, onWarning: (minutes: number) => void): number | null => {
  const [seconds, setSeconds] = useState<number | null>(null)
  const warn = useEffectEvent(onWarning)
  useEffect(() => {
    let previousMs: number | null = null
    const tick = () => {
      const leftMs = exam.timeLeftMs()
      if (leftMs === null) return
      const dueMinutes = warningDue(previousMs, leftMs)
      if (dueMinutes !== null) warn(dueMinutes)
      previousMs = leftMs
      setSeconds(shownSeconds(leftMs))
    }
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [exam])
  return seconds
}
