import { useEffect, useEffectEvent, useState } from 'react'
import { isBusy } from '#src/core/session/busy.ts'

/** Long enough to read the next title and to cancel. */
export const ADVANCE_AFTER_S = 10

/** Events that show that somebody is there; any of them cancels. */
const CANCEL_EVENTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

const isPlaying = () => [...document.querySelectorAll('video')].some((video) => !video.paused && !video.ended)

/** Nobody could see the countdown and cancel it. */
const isHidden = () => document.visibilityState === 'hidden' || Boolean(document.fullscreenElement)
const shouldPause = () => isHidden() || isPlaying() || isBusy()

/**
 * Counts down to the next step. Any touch, key or scroll cancels it (`left` is null then). A hidden page, a playing
 * video or unsaved input pauses it, and nothing is announced while it is paused.
 */
export const useAutoAdvance = (
  isEnabled: boolean,
  go: () => void,
): { left: number | null; held: boolean; stop: () => void } => {
  const [left, setLeft] = useState<number | null>(isEnabled ? ADVANCE_AFTER_S : null)
  const [held, setHeld] = useState(shouldPause)
  const advance = useEffectEvent(() => go())
  const isRunning = left !== null
  useEffect(() => {
    if (!isRunning) return
    const stop = () => setLeft(null)
    const tick = () => {
      const isPaused = shouldPause()
      setHeld(isPaused)
      if (!isPaused) setLeft((now) => (now === null ? null : now - 1))
    }
    const timer = setInterval(tick, 1000)
    for (const name of CANCEL_EVENTS) document.addEventListener(name, stop, { passive: true })
    return () => {
      clearInterval(timer)
      for (const name of CANCEL_EVENTS) document.removeEventListener(name, stop)
    }
  }, [isRunning])
  useEffect(() => {
    if (left === 0) advance()
  }, [left])
  return { left, held, stop: () => setLeft(null) }
}
