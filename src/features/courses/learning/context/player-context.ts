/** What the player's components get from the page: the live version sends to the server, a preview saves nothing. */
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
  /** Drafts of problem answers on this device. */
  drafts: (owner: number) => Pick<ReturnType<typeof draftsOf>, 'get' | 'set' | 'remove'>
  topicPath: (courseId: number, topicId: number) => string
  coursePath: (courseId: number) => string
  /** True in a preview: nothing is saved, so no component may say that it was. */
  isPreview: boolean
  /** True without enrolment and while a payment is overdue: the lesson can be read; no work is saved or sent. */
  isReadOnly: boolean
  /** Where an overdue payment is paid. */
  payAt?: string
  /** False without enrolment, and for a video that is no part of a lesson. */
  hasNotes: boolean
}

export const livePlayerContext: PlayerContext = {
  call: authedCall,
  queue: progressQueue,
  drafts: (owner) => draftsOf(safeLocal, owner),
  topicPath: paths.topic,
  coursePath: paths.course,
  isPreview: false,
  isReadOnly: false,
  hasNotes: true,
}

export const PlayerContextProvider = createContext<PlayerContext>(livePlayerContext)
export const usePlayerContext = (): PlayerContext => use(PlayerContextProvider)
