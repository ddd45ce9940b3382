/** Study time as one line of what waits to be sent. */
import { clientId } from '#src/core/client-config/runtime-config.ts'
import type { OutboxSource, Waiting } from '#src/core/outbox/outbox.ts'
import { isReachable } from '#src/core/pwa/connectivity.ts'
import { storedUser } from '#src/core/session/session.ts'
import { idbSegmentStore } from './idb-store.ts'
import type { Kept, SegmentStore } from './store.ts'
import { onStudyTime, sendStudyTime } from './waiting.ts'

/** What ended just now is on its way: an answer may only have missed the page that asked. */
const ON_ITS_WAY_MS = 10_000
/** Nobody looks at "Send now" for longer; what is slower goes on by itself. */
const PATIENCE_MS = 8_000

interface Parts {
  store: Pick<SegmentStore, 'all'>
  now: () => number
  reachable: () => boolean
}

const waits = ({ now, reachable }: Parts, { phase, segment, writtenAt }: Kept): boolean =>
  phase === 'finished' &&
  Math.round(segment.elapsedMs / 1000) > 0 &&
  (!reachable() || Math.abs(now() - writtenAt) > ON_ITS_WAY_MS)

/** Null when nothing of this person's time waits. */
export const waitingTime = async (parts: Parts, owner: string): Promise<Waiting | null> => {
  const kept = (await parts.store.all(owner)).filter((one) => waits(parts, one))
  if (kept.length === 0) return null
  return {
    id: 'time',
    kind: 'time',
    title: null,
    since: Math.min(...kept.map(({ segment }) => segment.startedAtWall)),
    path: null,
    sends: true,
    refused: null,
    stays: true,
    minutes: kept.reduce((sum, { segment }) => sum + segment.elapsedMs, 0) / 60_000,
  }
}

const parts: Parts = { store: idbSegmentStore(), now: () => Date.now(), reachable: isReachable }

export const timeOutbox: OutboxSource = {
  name: 'time',
  list: async () => {
    const user = storedUser()
    if (!user?.isAuthenticated || user.id === null) return []
    const waiting = await waitingTime(parts, `${clientId()}:${user.id}`)
    return waiting ? [waiting] : []
  },
  retry: () => Promise.race([sendStudyTime(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]),
  discard: () => Promise.resolve(),
  subscribe: (changed) => {
    const leave = onStudyTime(changed)
    // What did not get through says so by itself a little later.
    const timer = setInterval(changed, ON_ITS_WAY_MS)
    return () => {
      leave()
      clearInterval(timer)
    }
  },
}
