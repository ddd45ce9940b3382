import { useEffect, useEffectEvent, useState } from 'react'
import type { Attempt } from '../../attempt/machine.ts'
import { shownSeconds, warningDue } from '../../model/time.ts'

const TICK_MS = 250

/** Whole seconds left, null until known; `onWarning` is told once at 10, 5 and 1 minutes. */
export const useTimeLeft = (exam: Attempt, onWarning: (minutes: number) => void): number | null => {
  const [seconds, setSeconds] = useState<number | null>(null)
  const warn = useEffectEvent(onWarning)
  useEffect(() => {
    let before: number | null = null
    const tick = () => {
      const left = exam.timeLeftMs()
      if (left === null) return
      const due = warningDue(before, left)
      if (due !== null) warn(due)
      before = left
      setSeconds(shownSeconds(left))
    }
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [exam])
  return seconds
}
