import { createMemoryQueue } from '#src/core/offline/queue/memory-queue.ts'
import { progressRules, withLatest } from '../model/progress-queue.ts'
import type { PlayerContext } from './player-context.ts'

const rejectSend = () => Promise.reject(new Error('The read-only player sends nothing.'))

/** The player context without enrolment: progress is neither saved nor rejected. */
export const readOnlyPlayerContext = (player: PlayerContext): PlayerContext => {
  const empty = withLatest(createMemoryQueue(progressRules, rejectSend))
  const queue = { ...empty, add: () => Promise.resolve() }
  return { ...player, queue: () => queue, isReadOnly: true, hasNotes: false }
}
