import { useCallback, useEffect, useRef } from 'react'
import { usePlayerContext } from '../context/player-context.ts'

/** Sends what was added to the queue a moment after the last change, and at once when the page is hidden or left. */
export const useDelayedFlush = (afterMs: number): (() => void) => {
  const { queue } = usePlayerContext()
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => {
    const now = () => {
      if (timer.current === undefined) return
      clearTimeout(timer.current)
      timer.current = undefined
      void queue().flush()
    }
    const hidden = () => {
      if (document.visibilityState === 'hidden') now()
    }
    document.addEventListener('visibilitychange', hidden)
    window.addEventListener('pagehide', now)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      window.removeEventListener('pagehide', now)
      now()
    }
  }, [queue])
  return useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      timer.current = undefined
      void queue().flush()
    }, afterMs)
  }, [queue, afterMs])
}
