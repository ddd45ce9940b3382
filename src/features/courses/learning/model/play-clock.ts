/** Records when a video played by the device's clock: the server credits no more than the elapsed time. */
import type { Range } from './ranges.ts'

export const createPlaybackClock = (nowMs: () => number) => {
  let startedAt: number | null = null
  let intervals: Range[] = []
  const seconds = (ms: number) => ms / 1000
  const closeInterval = (): void => {
    const now = nowMs()
    // When the clock is set back during playback, no interval is better than a wrong one.
    if (startedAt !== null && now > startedAt) intervals.push([seconds(startedAt), seconds(now)])
  }
  return {
    start: (): void => {
      startedAt ??= nowMs()
    },
    stop: (): void => {
      closeInterval()
      startedAt = null
    },
    /** Returns the intervals since the last call; a running one continues from now. */
    takeIntervals: (): Range[] => {
      closeInterval()
      if (startedAt !== null) startedAt = nowMs()
      const result = intervals
      intervals = []
      return result
    },
  }
}
