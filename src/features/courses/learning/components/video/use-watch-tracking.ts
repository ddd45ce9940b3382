import { useEffect, useEffectEvent, type RefObject } from 'react'
import type { VideoItem } from '#contract/courses/topic-page.ts'
import { usePlayerContext } from '../../context/player-context.ts'
import { fromTimeRanges, subtract, union, type Range } from '../../model/ranges.ts'
import { createPlaybackClock } from '../../model/play-clock.ts'

/** How often the progress is saved on the device and sent while playing (at least every 10 s is promised). */
export const SAVE_INTERVAL_MS = 2_000
export const SEND_INTERVAL_MS = 8_000
/** Events after which nothing plays until the next `playing` event. */
const PAUSE_EVENTS = ['pause', 'ended', 'waiting', 'emptied'] as const

/** Queues the played intervals: while playing, on pause, at the end, and when the page is hidden or left. */
export const useWatchTracking = (video: RefObject<HTMLVideoElement | null>, item: VideoItem) => {
  const { queue } = usePlayerContext()
  const queueProgress = useEffectEvent(
    (element: HTMLVideoElement, queued: Range[], clock: Range[]): Range[] => {
      const unqueued = subtract(fromTimeRanges(element.played), queued)
      if (unqueued.length === 0 && element.paused && element.played.length === 0) return queued
      const position = Math.min(element.currentTime, Number.isFinite(element.duration) ? element.duration : 0)
      void queue().add({ kind: 'video', itemId: item.id, position, ranges: unqueued, clock })
      return union([...queued, ...unqueued])
    },
  )
  useEffect(() => {
    const element = video.current
    if (!element) return
    let queued: Range[] = []
    const clock = createPlaybackClock(() => Date.now())
    const startClock = () => clock.start()
    const stopClock = () => clock.stop()
    let sentAt = performance.now()
    const save = () => {
      queued = queueProgress(element, queued, clock.takeIntervals())
    }
    const saveAndSend = () => {
      save()
      sentAt = performance.now()
      void queue().flush()
    }
    const tick = () => {
      if (element.paused) return
      if (performance.now() - sentAt >= SEND_INTERVAL_MS) saveAndSend()
      else save()
    }
    const onVisibilityChange = () => {
      if (document.visibilityState === 'hidden') saveAndSend()
    }
    const timer = setInterval(tick, SAVE_INTERVAL_MS)
    if (!element.paused) startClock()
    element.addEventListener('playing', startClock)
    for (const name of PAUSE_EVENTS) element.addEventListener(name, stopClock)
    element.addEventListener('pause', saveAndSend)
    element.addEventListener('ended', saveAndSend)
    element.addEventListener('seeked', save)
    document.addEventListener('visibilitychange', onVisibilityChange)
    window.addEventListener('pagehide', saveAndSend)
    return () => {
      clearInterval(timer)
      element.removeEventListener('playing', startClock)
      for (const name of PAUSE_EVENTS) element.removeEventListener(name, stopClock)
      element.removeEventListener('pause', saveAndSend)
      element.removeEventListener('ended', saveAndSend)
      element.removeEventListener('seeked', save)
      document.removeEventListener('visibilitychange', onVisibilityChange)
      window.removeEventListener('pagehide', saveAndSend)
      saveAndSend()
    }
  }, [video, queue, item.id])
}
