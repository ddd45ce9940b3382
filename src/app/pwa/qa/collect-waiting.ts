/** What this device still has to send, for the diagnostics page. Each feature tells of its own queue. */
import { deviceIntervalStore } from '#src/core/activity/device-store.ts'
import { loadOutbox, type OutboxSource } from '#src/core/offline/outbox.ts'
import { currentOwner } from '#src/core/offline/owner.ts'

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

const countLines = async (source: OutboxSource | undefined) => {
  const lines = (await source?.list()) ?? []
  return {
    sent: lines.filter(({ isDraft, refused }) => !isDraft && refused === null).length,
    drafts: lines.filter(({ isDraft }) => isDraft).length,
    refused: lines.filter(({ refused }) => refused !== null).length,
  }
}

/** Lines that are drafts, or waiting to be sent by the community or learning. */
const COUNTED = ['progress', 'forum', 'forum-drafts', 'answers', 'reviews', 'assessments', 'questions']

/** Null while nobody is signed in: what waits is somebody's. */
export const collectWaiting = async (): Promise<WaitingFacts | null> => {
  const owner = currentOwner()
  if (owner === null) return null
  const sources = await loadOutbox(({ name }) => name === 'attempts' || COUNTED.includes(name))
  const named = (name: string) => sources.find((source) => source.name === name)
  const [progress, posts, exams, intervals, ...counts] = await Promise.all([
    countLines(named('progress')),
    countLines(named('forum')),
    named('attempts')?.list(),
    deviceIntervalStore().all(owner),
    ...COUNTED.map((name) => countLines(named(name))),
  ])
  return {
    progress: progress.sent,
    posts: posts.sent,
    drafts: counts.reduce((sum, { drafts }) => sum + drafts, 0),
    refused: counts.reduce((sum, { refused }) => sum + refused, 0),
    exams: exams?.length ?? 0,
    stretches: intervals.length,
  }
}
