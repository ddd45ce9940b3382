/** The queue of learning progress in this tab, for whoever is signed in. */
import {
  completeArticle,
  saveVideoProgress,
  submitQuiz,
  VIDEO_RANGES_MAX,
  type ProgressResult,
} from '#contract/courses/progress.ts'
import { deleteNote, saveNote, savePlace, saveQuizDraft } from '#contract/courses/learning.ts'
import { saveScorm } from '#contract/scorm/scorm.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { requestMoments } from '#src/core/moment-requests.ts'
import { registerQueue } from '#src/core/offline/queue/register-queue.ts'
import { keys } from '#src/core/storage/keys.ts'
import type { Pending } from '../model/pending.ts'
import { progressRules, withLatest, type ProgressQueue, type Sent } from '../model/progress-queue.ts'
import type { Range } from '../model/ranges.ts'
import { describeProgress } from './describe-progress.ts'

type Of<K extends Pending['kind']> = Extract<Pending, { kind: K }>

const chunks = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.max(1, Math.ceil(list.length / size)) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )

/** No watch of this device is older; what a wrong clock calls the future is now. */
const OLDEST_AGO_MS = 31 * 86_400_000
const agoMs = (seconds: number) => Math.min(OLDEST_AGO_MS, Math.max(0, Date.now() - seconds * 1000))

/** A video's stretches go in several calls when there are more than one call may carry; the last answer is the newest. */
const sendVideo = async (entry: Of<'video'>): Promise<Sent> => {
  let progress: ProgressResult | undefined
  // All moments go first: a stretch counts as far as moments are known for it.
  const clocks = chunks(entry.clock, VIDEO_RANGES_MAX)
  const ranges = chunks(entry.ranges, VIDEO_RANGES_MAX)
  for (let index = 0; index < Math.max(clocks.length, ranges.length); index += 1)
    progress = await authedCall(saveVideoProgress, {
      params: { itemId: entry.itemId },
      body: {
        position_seconds: entry.position,
        ranges: ranges[index] ?? [],
        played_ago_ms: (clocks[index] ?? []).map(([began, ended]): Range => [agoMs(began), agoMs(ended)]),
      },
    })
  return { progress: progress ?? null }
}

const sendNote = async ({ itemId, noteId, note, changedAt }: Of<'note'>): Promise<Sent> => {
  const params = { itemId, noteId }
  if (note) await authedCall(saveNote, { params, body: { ...note, changed_ago_ms: agoMs(changedAt / 1000) } })
  else await authedCall(deleteNote, { params })
  return { progress: null }
}

const sendQuiz = async ({ itemId, key, answers }: Of<'quiz'>): Promise<Sent> => {
  const graded = await authedCall(submitQuiz, {
    params: { itemId },
    body: { idempotency_key: key, answers },
  })
  return { progress: graded.progress, graded }
}

const sendScorm = async ({ itemId, attempt, session, sequence, state }: Of<'scorm'>): Promise<Sent> => {
  const params = { itemId, attemptId: attempt }
  const scorm = await authedCall(saveScorm, { params, body: { session, sequence, state } })
  return { progress: scorm.progress, scorm }
}

const send = async (entry: Pending): Promise<Sent> => {
  const params = { itemId: entry.itemId }
  switch (entry.kind) {
    case 'article':
      return { progress: await authedCall(completeArticle, { params }) }
    case 'video':
      return sendVideo(entry)
    case 'place': {
      const { paragraph, questionId } = entry
      const body = {
        ...(paragraph !== undefined && { paragraph }),
        ...(questionId !== undefined && { question_id: questionId }),
      }
      return { progress: await authedCall(savePlace, { params, body }) }
    }
    case 'draft':
      await authedCall(saveQuizDraft, { params, body: { attempt: entry.attempt, answers: entry.answers } })
      return { progress: null }
    case 'quiz':
      return sendQuiz(entry)
    case 'scorm':
      return sendScorm(entry)
    case 'note':
      return sendNote(entry)
  }
}

const registered = registerQueue<Pending, Sent>({
  ...progressRules,
  name: 'progress',
  channel: keys.progressQueue,
  send,
  describe: describeProgress,
})

/** Also on pages without a player: a lesson that was finished offline is celebrated when it is saved. */
const requestMomentsOf = ({ item }: ProgressResult) => {
  if (item.state === 'completed') requestMoments({ once: `item:${item.id}` })
}

let live: { base: ReturnType<typeof registered.queue>; queue: ProgressQueue } | null = null

/** The signed-in person's queue; another person gets another one and never sees this. */
export const progressQueue = (): ProgressQueue => {
  const base = registered.queue()
  if (live?.base !== base) {
    live = { base, queue: withLatest(base) }
    base.subscribe({ accepted: ({ progress }) => progress && requestMomentsOf(progress) })
  }
  return live.queue
}

export const progressOutbox = registered.source
