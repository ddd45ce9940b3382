/** The one queue of the tab, bound to the person it belongs to. */
import {
  completeArticle,
  saveVideoProgress,
  VIDEO_RANGES_MAX,
  type ProgressResult,
} from '#contract/courses.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { clientId } from '#src/core/client-config/runtime-config.ts'
import { storedUser } from '#src/core/session/session.ts'
import { registerWipe } from '#src/core/session/wipe.ts'
import { idbDelete, idbGet, idbPut } from '#src/core/storage/idb.ts'
import { keys } from '#src/core/storage/keys.ts'
import { createProgressQueue, type Pending, type ProgressQueue } from '../model/progress-queue.ts'

/** On disk with its owner's name on it: what somebody else left is never read. */
interface Kept {
  owner: string
  entries: readonly Pending[]
}

let live: { owner: string; queue: ProgressQueue } | null = null

const chunks = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.max(1, Math.ceil(list.length / size)) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )

/** A video's stretches go in several calls when there are more than one call may carry; the last answer is the newest. */
const send = async (entry: Pending): Promise<ProgressResult> => {
  const params = { itemId: entry.itemId }
  if (entry.kind === 'article') return authedCall(completeArticle, { params })
  let result: ProgressResult | undefined
  for (const ranges of chunks(entry.ranges, VIDEO_RANGES_MAX))
    result = await authedCall(saveVideoProgress, {
      params,
      body: { position_seconds: entry.position, ranges },
    })
  return result as ProgressResult
}

const ownerNow = () => `${clientId()}:${storedUser()?.id ?? 0}`

/** The signed-in person's queue; another person gets another one and never sees this. */
export const progressQueue = (): ProgressQueue => {
  const owner = ownerNow()
  if (live?.owner === owner) return live.queue
  live?.queue.close()
  const queue = createProgressQueue({
    load: async () => {
      const kept = await idbGet<Kept>(keys.progressQueue)
      return kept?.owner === owner ? kept.entries : null
    },
    save: (entries) =>
      entries.length === 0
        ? idbDelete(keys.progressQueue)
        : idbPut(keys.progressQueue, { owner, entries } satisfies Kept),
    send: (entry) => {
      if (ownerNow() !== owner) throw new Error('somebody else is signed in')
      return send(entry)
    },
    later: (deed, ms) => {
      const timer = setTimeout(deed, ms)
      return () => clearTimeout(timer)
    },
  })
  live = { owner, queue }
  return queue
}

registerWipe(() => {
  live?.queue.close()
  live = null
})
