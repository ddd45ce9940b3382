import { createProgressQueue } from '../model/progress-queue.ts'
import type { PlayerContext } from './player-context.ts'

const rejectSend = () => Promise.reject(new Error('The read-only player sends nothing.'))

/** The player context without enrolment: progress is neither saved nor rejected. */
export const readOnlyPlayerContext = (player: PlayerContext): PlayerContext => {
  const empty = createProgressQueue({
    load: () => Promise.resolve(null),
    change: () => Promise.resolve(),
    send: rejectSend,
    later: () => () => undefined,
  })
  const queue = { ...empty, add: () => Promise.resolve() }
  return { ...player, queue: () => queue, isReadOnly: true }
}
