import { createProgressQueue } from '../model/progress-queue.ts'
import type { PlayerContext } from './player-context.ts'

const never = () => Promise.reject(new Error('Nothing is sent for who only looks.'))

/** The desk of somebody who is not enrolled: what they do is nobody's, so it is neither kept nor refused. */
export const readOnlyPlayerContext = (desk: PlayerContext): PlayerContext => {
  const empty = createProgressQueue({
    load: () => Promise.resolve(null),
    change: () => Promise.resolve(),
    send: never,
    later: () => () => undefined,
  })
  const queue = { ...empty, add: () => Promise.resolve() }
  return { ...desk, queue: () => queue, isReadOnly: true }
}
