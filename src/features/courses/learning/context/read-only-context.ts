import { createMemoryQueue } from '#src/core/offline/queue/memory-queue.ts'
import { progressRules, withLatest } from '../model/progress-queue.ts'
import type { PlayerContext } from './player-context.ts'

const never = () => Promise.reject(new Error('Nothing is sent for who only looks.'))

/** The desk of somebody who is not enrolled: what they do is nobody's, so it is neither kept nor refused. */
export const readOnlyPlayerContext = (desk: PlayerContext): PlayerContext => {
  const empty = withLatest(createMemoryQueue(progressRules, never))
  const queue = { ...empty, add: () => Promise.resolve() }
  return { ...desk, queue: () => queue, looking: true }
}
