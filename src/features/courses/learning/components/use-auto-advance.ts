import { useEffect, useEffectEvent, useState } from 'react'
import { isBusy } from '#src/core/session/busy.ts'

/** Long enough to read what comes next and to say no. */
export const ADVANCE_AFTER_S = 10

/** Whoever does any of these is here and decides alone. */
const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

const isPlaying = () => [...document.querySelectorAll('video')].some((video) => !video.paused && !video.ended)

/** Nobody sees the offer, and could say no to it. */
const isUnseen = () => document.visibilityState === 'hidden' || Boolean(document.fullscreenElement)
const isHeld = () => isUnseen() || isPlaying() || isBusy()

/**
 * Counts down to the next step; null once it was called off. Any touch, key or scroll calls it off, a hidden page, a
 * film that still runs and words being typed hold it, and as long as it is held nothing is announced.
 */
export const useAutoAdvance = (
  wanted: boolean,
  go: () => void,
): { left: number | null; held: boolean; stop: () => void } => {
  const [left, setLeft] = useState<number | null>(wanted ? ADVANCE_AFTER_S : null)
  const [held, setHeld] = useState(isHeld)
  const arrived = useEffectEvent(() => go())
  const running = left !== null
  useEffect(() => {
    if (!running) return
    const stop = () => setLeft(null)
    const tick = () => {
      const waits = isHeld()
      setHeld(waits)
      if (!waits) setLeft((now) => (now === null ? null : now - 1))
    }
    const timer = setInterval(tick, 1000)
    for (const name of SIGNS_OF_LIFE) document.addEventListener(name, stop, { passive: true })
    return () => {
      clearInterval(timer)
      for (const name of SIGNS_OF_LIFE) document.removeEventListener(name, stop)
    }
  }, [running])
  useEffect(() => {
    if (left === 0) arrived()
  }, [left])
  return { left, held, stop: () => setLeft(null) }
}
