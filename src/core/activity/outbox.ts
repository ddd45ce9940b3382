/** Study time as one line of the outbox. */
import { isReachable } from '#src/core/http/connectivity.ts'
import type { OutboxLine, OutboxSource } from '#src/core/offline/outbox.ts'
import { currentOwner } from '#src/core/offline/owner.ts'
import { deviceIntervalStore, STUDY_TIME } from './device-store.ts'
import { onStudyTime, sendStudyTime } from './store-events.ts'
import type { IntervalStore, StoredInterval } from './store.ts'

/** What ended just now is on its way: an answer may only have missed the page that asked. */
const UNDER_WAY_MS = 10_000
/** "Send now" waits this long; slower sends continue without it. */
const PATIENCE_MS = 8_000

interface Parts {
  store: Pick<IntervalStore, 'all'>
  now: () => number
  reachable: () => boolean
}

const isWaiting = ({ now, reachable }: Parts, { phase, segment, writtenAt }: StoredInterval): boolean =>
  phase === 'finished' &&
  Math.round(segment.elapsedMs / 1000) > 0 &&
  (!reachable() || Math.abs(now() - writtenAt) > UNDER_WAY_MS)

/** Null when nothing of this person's time waits. */
export const studyTimeLine = async (parts: Parts, owner: string): Promise<OutboxLine | null> => {
  const waiting = (await parts.store.all(owner)).filter((interval) => isWaiting(parts, interval))
  if (waiting.length === 0) return null
  return {
    id: 'time',
    kind: 'time',
    title: null,
    since: Math.min(...waiting.map(({ segment }) => segment.startedAtWall)),
    path: null,
    isDraft: false,
    refused: null,
    isPermanent: true,
    minutes: waiting.reduce((sum, { segment }) => sum + segment.elapsedMs, 0) / 60_000,
  }
}

const parts: Parts = { store: deviceIntervalStore(), now: () => Date.now(), reachable: isReachable }

export const studyTimeOutbox: OutboxSource = {
  name: STUDY_TIME,
  list: async () => {
    const owner = currentOwner()
    const line = owner === null ? null : await studyTimeLine(parts, owner)
    return line ? [line] : []
  },
  retry: () => Promise.race([sendStudyTime(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]),
  discard: () => Promise.resolve(),
  subscribe: (changed) => {
    const stop = onStudyTime(changed)
    // An unsent interval becomes a line a little later.
    const timer = setInterval(changed, UNDER_WAY_MS)
    return () => {
      stop()
      clearInterval(timer)
    }
  },
}
