/** The one queue of the tab, bound to the person it belongs to. */
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
import { isApiError } from '#src/core/http/api-error.ts'
import { clientId } from '#src/core/client-config/runtime-config.ts'
import { beforeSignOut } from '#src/core/session/farewell.ts'
import { onBack, takeBack } from '#src/core/seal/back.ts'
import { storedUser } from '#src/core/session/session.ts'
import { registerWipe } from '#src/core/session/wipe.ts'
import { idbGet } from '#src/core/storage/idb.ts'
import { idbChange } from '#src/core/storage/idb-change.ts'
import { keys } from '#src/core/storage/keys.ts'
import type { Pending } from '../model/pending.ts'
import { createProgressQueue, type ProgressQueue, type Sent } from '../model/progress-queue.ts'
import type { Range } from '../model/ranges.ts'
import type { KeptRow } from '../model/rows.ts'

let live: { owner: string; queue: ProgressQueue; leave: () => void } | null = null

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

const ownerNow = () => `${clientId()}:${storedUser()?.id ?? 0}`

/** On disk under its owner's name; sign-out seals it (core/seal) until that person is back. */
const placeOf = (owner: string) => `${keys.progressQueue}:${owner}`

/** What the server would not take, kept so that nothing goes without a word. */
export interface Refused {
  entry: Pending
  detail: string | null
  at: number
}
const refusedPlace = (owner: string) => `${keys.progressQueue}_refused:${owner}`
/** A place in a lesson or a half answered quiz that came too late is no loss. */
const WORTH_TELLING: readonly Pending['kind'][] = ['article', 'video', 'quiz', 'note', 'scorm']

const keepRefused = async (owner: string, entry: Pending, error: unknown) => {
  if (!WORTH_TELLING.includes(entry.kind)) return
  const detail = isApiError(error) ? error.detail : null
  await idbChange<readonly Refused[]>(refusedPlace(owner), (there) => {
    // The moment is the name of the line, too.
    const at = Math.max(Date.now(), (there?.at(-1)?.at ?? 0) + 1)
    return [...(there ?? []), { entry, detail, at }]
  })
}
export const refusedEntries = async (): Promise<readonly Refused[]> =>
  (await idbGet<readonly Refused[]>(refusedPlace(ownerNow()))) ?? []
/** Takes one off the list. */
export const dropRefused = (at: number) =>
  idbChange<readonly Refused[]>(refusedPlace(ownerNow()), (there) => {
    const rest = (there ?? []).filter((one) => one.at !== at)
    return rest.length === 0 ? null : rest
  })

/** What the tabs of one person say to each other: versions of entries that are over. */
const openChannel = (owner: string, heard: (over: readonly string[]) => unknown) => {
  if (!('BroadcastChannel' in window)) return { tell: () => undefined, leave: () => undefined }
  const channel = new BroadcastChannel(`${keys.progressQueue}:${owner}`)
  channel.onmessage = ({ data }: MessageEvent<readonly string[]>) => void heard(data)
  return {
    tell: (over: readonly string[]) => channel.postMessage(over),
    leave: () => channel.close(),
  }
}

/** The signed-in person's queue; another person gets another one and never sees this. */
export const progressQueue = (): ProgressQueue => {
  const owner = ownerNow()
  if (live?.owner === owner) return live.queue
  live?.leave()
  const channel = openChannel(owner, (over) => queue.heard(over))
  const queue = createProgressQueue({
    load: () => idbGet<readonly KeptRow[]>(placeOf(owner)),
    change: (action) =>
      idbChange<readonly KeptRow[]>(placeOf(owner), (there) => {
        const next = action(there ?? [])
        return next.length === 0 ? null : next
      }),
    tellOthers: channel.tell,
    send: (entry) => {
      if (ownerNow() !== owner) throw new Error('somebody else is signed in')
      return send(entry)
    },
    later: (action, ms) => {
      const timer = setTimeout(action, ms)
      return () => clearTimeout(timer)
    },
  })
  const leave = () => {
    queue.close()
    channel.leave()
  }
  live = { owner, queue, leave }
  queue.subscribe({ refused: (entry, error) => void keepRefused(owner, entry, error) })
  void takeIn(owner, queue)
  return queue
}

/** What was sealed while its owner was away. */
const takeIn = async (owner: string, queue: ProgressQueue) => {
  if (await takeBack<KeptRow>(keys.progressQueue, owner, queue.takeBack)) await queue.flush()
}
onBack(() => {
  if (live) void takeIn(live.owner, live.queue)
})

// What can still go, goes with the person's own token; the rest is sealed.
beforeSignOut(() => live?.queue.flush())
registerWipe(() => {
  live?.leave()
  live = null
})
