import { createMemoryQueue } from '#src/core/offline/queue/memory-queue.ts'
import { progressRules, withLatest } from '../model/progress-queue.ts'
import type { PlayerContext } from './player-context.ts'

const rejectSend = () => Promise.reject(new Error('The read-only player sends nothing.'))

/** While a payment is overdue: notes are kept as always, work is neither saved nor rejected. */
export const overduePlayerContext = (player: PlayerContext, payAt: string): PlayerContext => {
  const live = player.queue()
  const add: typeof live.add = (entry) => (entry.kind === 'note' ? live.add(entry) : Promise.resolve())
  const queue = { ...live, add }
  return { ...player, queue: () => queue, isReadOnly: true, payAt }
}

/** The player context without enrolment: progress is neither saved nor rejected. */
export const readOnlyPlayerContext = (player: PlayerContext): PlayerContext => {
  const empty = withLatest(createMemoryQueue(progressRules, rejectSend))
  const queue = { ...empty, add: () => Promise.resolve() }
  return { ...player, queue: () => queue, isReadOnly: true, hasNotes: false }
}
