import { useCallback, useSyncExternalStore } from 'react'
import { secondsLeft } from '../countdown.ts'

const TICK_MS = 1000

const everySecond = (tick: () => void) => {
  const timer = setInterval(tick, TICK_MS)
  document.addEventListener('visibilitychange', tick)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
  }
}
const never = () => () => undefined

/**
 * Seconds left until `until` (epoch ms, null = nothing to wait for). Read from the clock at every tick, so it is
 * right after a sleep, too; never more than `longest`, should the clock have been set back.
 */
export const useCountdown = (until: number | null, longest?: number): number => {
  const read = useCallback(
    () => (until === null ? 0 : secondsLeft(until, Date.now(), longest)),
    [until, longest],
  )
  return useSyncExternalStore(until === null ? never : everySecond, read)
}
