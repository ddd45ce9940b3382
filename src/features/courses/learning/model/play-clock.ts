/** When something played, by the device's clock: the server counts no more than time went by. Pure but for the clock. */
import type { Range } from './ranges.ts'

export const createPlaybackClock = (nowMs: () => number) => {
  let since: number | null = null
  let done: Range[] = []
  const seconds = (ms: number) => ms / 1000
  const close = (): void => {
    const now = nowMs()
    // A clock set back while playing gives no time rather than a wrong one.
    if (since !== null && now > since) done.push([seconds(since), seconds(now)])
  }
  return {
    start: (): void => {
      since ??= nowMs()
    },
    stop: (): void => {
      close()
      since = null
    },
    /** The stretches since the last call; one that still runs goes on from here. */
    takeIntervals: (): Range[] => {
      close()
      if (since !== null) since = nowMs()
      const taken = done
      done = []
      return taken
    },
  }
}
