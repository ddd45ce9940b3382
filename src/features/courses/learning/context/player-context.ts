/**
 * Where the player's work goes and where its links lead: to the server under the learner's name, or into a preview
 * that keeps nothing.
 */
import { createContext, use } from 'react'
import { authedCall } from '#src/core/api/authed-call.ts'
import { paths } from '#src/core/paths.ts'
import { draftsOf } from '#src/core/offline/drafts.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { progressQueue } from '../api/live-queue.ts'
import type { ProgressQueue } from '../model/progress-queue.ts'

export interface PlayerContext {
  call: typeof authedCall
  queue: () => ProgressQueue
  /** Answers to problems on this device. */
  drafts: (owner: number) => Pick<ReturnType<typeof draftsOf>, 'get' | 'set' | 'remove'>
  topicPath: (courseId: number, topicId: number) => string
  coursePath: (courseId: number) => string
  /** True where nothing is saved, so that nothing says it was. */
  preview: boolean
  /** Not enrolled: the lesson is read, and nothing of it is kept or sent. */
  looking: boolean
}

export const livePlayerContext: PlayerContext = {
  call: authedCall,
  queue: progressQueue,
  drafts: (owner) => draftsOf(safeLocal, owner),
  topicPath: paths.topic,
  coursePath: paths.course,
  preview: false,
  looking: false,
}

export const PlayerContextProvider = createContext<PlayerContext>(livePlayerContext)
export const usePlayerContext = (): PlayerContext => use(PlayerContextProvider)
