import { useEffect, useEffectEvent, type RefObject } from 'react'
import type { VideoItem } from '#contract/courses/topic-page.ts'
import { usePlayerContext } from '../../context/player-context.ts'
import { fromTimeRanges, subtract, union, type Range } from '../../model/ranges.ts'
import { createPlayClock } from '../../model/play-clock.ts'

/** On disk this often while playing, and on its way this often (the promise is at least every 10 s). */
export const KEEP_EVERY_MS = 2_000
export const SEND_EVERY_MS = 8_000
/** From here on nothing plays until `playing` says so. */
const PAUSES = ['pause', 'ended', 'waiting', 'emptied'] as const

/**
 * Hands what was really played to the queue: while playing, on pause, at the end, and whenever the page is hidden
 * or left.
 */
export const useWatching = (video: RefObject<HTMLVideoElement | null>, item: VideoItem) => {
  const { queue } = usePlayerContext()
  const keep = useEffectEvent((element: HTMLVideoElement, handed: Range[], clock: Range[]): Range[] => {
    const fresh = subtract(fromTimeRanges(element.played), handed)
    if (fresh.length === 0 && element.paused && element.played.length === 0) return handed
    const position = Math.min(element.currentTime, Number.isFinite(element.duration) ? element.duration : 0)
    void queue().add({ kind: 'video', itemId: item.id, position, ranges: fresh, clock })
    return union([...handed, ...fresh])
  })
  useEffect(() => {
    const element = video.current
    if (!element) return
    let handed: Range[] = []
    const clock = createPlayClock(() => Date.now())
    const began = () => clock.start()
    const ended = () => clock.stop()
    let sentAt = performance.now()
    const save = () => {
      handed = keep(element, handed, clock.take())
    }
    const saveAndSend = () => {
      save()
      sentAt = performance.now()
      void queue().flush()
    }
    const tick = () => {
      if (element.paused) return
      if (performance.now() - sentAt >= SEND_EVERY_MS) saveAndSend()
      else save()
    }
    const hidden = () => {
      if (document.visibilityState === 'hidden') saveAndSend()
    }
    const timer = setInterval(tick, KEEP_EVERY_MS)
    if (!element.paused) began()
    element.addEventListener('playing', began)
    for (const name of PAUSES) element.addEventListener(name, ended)
    element.addEventListener('pause', saveAndSend)
    element.addEventListener('ended', saveAndSend)
    element.addEventListener('seeked', save)
    document.addEventListener('visibilitychange', hidden)
    window.addEventListener('pagehide', saveAndSend)
    return () => {
      clearInterval(timer)
      element.removeEventListener('playing', began)
      for (const name of PAUSES) element.removeEventListener(name, ended)
      element.removeEventListener('pause', saveAndSend)
      element.removeEventListener('ended', saveAndSend)
      element.removeEventListener('seeked', save)
      document.removeEventListener('visibilitychange', hidden)
      window.removeEventListener('pagehide', saveAndSend)
      saveAndSend()
    }
  }, [video, queue, item.id])
}
