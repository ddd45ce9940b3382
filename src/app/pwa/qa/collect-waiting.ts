/** What this device still has to send, for the diagnostics page. Each feature tells of its own queue. */
import { idbSegmentStore } from '#src/core/activity/idb-store.ts'
import { clientId } from '#src/core/client-config/runtime-config.ts'
import type { OutboxSource } from '#src/core/outbox/outbox.ts'
import { storedUser } from '#src/core/session/session.ts'
import { assessmentOutbox } from '#src/features/assessments/admin/index.ts'
import { attemptOutbox } from '#src/features/assessments/index.ts'
import { forumOutbox } from '#src/features/community/index.ts'
import { reviewOutbox } from '#src/features/courses/index.ts'
import { progressOutbox } from '#src/features/courses/learning/index.ts'
import { questionOutbox } from '#src/features/question-bank/index.ts'

export interface WaitingFacts {
  progress: number
  posts: number
  /** Left to the person: words not posted, reviews and forms not sent, quizzes not handed in. */
  drafts: number
  refused: number
  /** Exams with answers that the server has not confirmed. */
  exams: number
  /** Stretches of study time. */
  stretches: number
}

const waits = async (source: OutboxSource) => {
  const entries = await source.list()
  return {
    sends: entries.filter(({ sends, refused }) => sends && refused === null).length,
    drafts: entries.filter(({ sends }) => !sends).length,
    refused: entries.filter(({ refused }) => refused !== null).length,
  }
}

/** Null while nobody is signed in: what waits is somebody's. */
export const collectWaiting = async (): Promise<WaitingFacts | null> => {
  const user = storedUser()
  if (!user?.isAuthenticated || user.id === null) return null
  const [progress, forum, ...drafts] = await Promise.all(
    [progressOutbox, forumOutbox, reviewOutbox, assessmentOutbox, questionOutbox].map(waits),
  )
  const [exams, stretches] = await Promise.all([
    attemptOutbox.list(),
    idbSegmentStore().all(`${clientId()}:${user.id}`),
  ])
  return {
    progress: progress?.sends ?? 0,
    posts: forum?.sends ?? 0,
    drafts: [progress, forum, ...drafts].reduce((sum, one) => sum + (one?.drafts ?? 0), 0),
    refused: (progress?.refused ?? 0) + (forum?.refused ?? 0),
    exams: exams.length,
    stretches: stretches.length,
  }
}
