import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { secondsLeft } from '../countdown.ts'

const TICK_MS = 1000

const listeners = new Set<() => void>()
const notifyAll = () => {
  for (const listener of listeners) listener()
}
let timer: ReturnType<typeof setInterval> | undefined

/** All countdowns of a page share one timer, so that hundreds of them render together. */
const subscribeToTicks = (tick: () => void) => {
  listeners.add(tick)
  if (listeners.size === 1) {
    timer = setInterval(notifyAll, TICK_MS)
    document.addEventListener('visibilitychange', notifyAll)
  }
  return () => {
    listeners.delete(tick)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', notifyAll)
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

/**
 * The time once a second (epoch ms), for the rows of long lists: a list with `useCountdown` in its rows becomes
 * one blocking task when a second passes while it renders.
 */
export const useNow = (): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => subscribeToTicks(() => setNow(Date.now())), [])
  return now
}
