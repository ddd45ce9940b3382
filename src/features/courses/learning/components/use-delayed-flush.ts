import { useCallback, useEffect, useRef } from 'react'
import { usePlayerContext } from '../context/player-context.ts'

/** Flushes the queue after a delay since the last change, and immediately when the page is hidden or left. */
export const useDelayedFlush = (delayMs: number): (() => void) => {
  const { queue } = usePlayerContext()
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => {
    const flushNow = () => {
      if (timer.current === undefined) return
      clearTimeout(timer.current)
      timer.current = undefined
      void queue().flush()
    }
    const onVisibilityChange = () => {
      if (document.visibilityState === 'hidden') flushNow()
    }
    document.addEventListener('visibilitychange', onVisibilityChange)
    window.addEventListener('pagehide', flushNow)
    return () => {
      document.removeEventListener('visibilitychange', onVisibilityChange)
      window.removeEventListener('pagehide', flushNow)
      flushNow()
    }
  }, [queue])
  return useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      timer.current = undefined
      void queue().flush()
    }, delayMs)
  }, [queue, delayMs])
}
