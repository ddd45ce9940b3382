import { useCallback, useSyncExternalStore } from 'react'
import { secondsLeft } from '../countdown.ts'

const TICK_MS = 1000

const subscribeToTicks = (tick: () => void) => {
  const timer = setInterval(tick, TICK_MS)
  document.addEventListener('visibilitychange', tick)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
  }
}
const subscribeToNothing = () => () => undefined

/**
 * Seconds left until `until` (epoch ms; null means no wait). Each tick reads the clock, so the value is right
 * after the device sleeps. `longest` caps it when the clock is set back.
 */
export const useCountdown = (until: number | null, longest?: number): number => {
  const read = useCallback(
    () => (until === null ? 0 : secondsLeft(until, Date.now(), longest)),
    [until, longest],
  )
  return useSyncExternalStore(until === null ? subscribeToNothing : subscribeToTicks, read)
}
