/** The queue of learning progress: its rules, and where this device last was in an item. */
import type { ProgressResult, QuizResult } from '#contract/courses/progress.ts'
import type { SavedScorm } from '#contract/scorm/scorm.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import type { Queue } from '#src/core/offline/queue/queue.ts'
import type { QueueRules } from '#src/core/offline/queue/queue-types.ts'
import { isRefusal } from '#src/core/offline/retry.ts'
import { joined, keyOf, remainder, type Pending } from './pending.ts'

/** The server's answer; drafts and notes change no progress. */
export interface Sent {
  progress: ProgressResult | null
  graded?: QuizResult
  scorm?: SavedScorm
}

/** A position in a lesson or a half answered quiz that came too late is no loss. */
const WORTH_TELLING: readonly Pending['kind'][] = ['article', 'video', 'quiz', 'note', 'scorm']

export const progressRules: QueueRules<Pending> = {
  keyOf,
  join: joined,
  remainder,
  /** A quiz in its pause is refused until its time; who handed it in should hear of it instead of waiting. */
  isRefused: (error, entry) =>
    isRefusal(error) || (entry.kind === 'quiz' && isApiError(error) && error.status === 429),
  staysWhenRefused: ({ kind }) => WORTH_TELLING.includes(kind),
}

/** What was just sent may be missing in an answer that was under way meanwhile. */
const RECENT_MS = 30_000

export type ProgressQueue = ReturnType<typeof withLatest>

export const withLatest = (queue: Queue<Pending, Sent>, now: () => number = Date.now) => {
  const recent = new Map<string, { entry: Pending; at: number }>()
  queue.subscribe({ accepted: (_sent, entry) => recent.set(keyOf(entry), { entry, at: now() }) })
  return {
    ...queue,
    /** Where this device last was in an item and what it answered, while the server's answers may not know it yet. */
    latest: <K extends 'video' | 'place' | 'draft'>(kind: K, itemId: number) => {
      const key = `${kind}:${itemId}`
      const sent = recent.get(key)
      const entry = queue.get(key) ?? (sent && now() - sent.at < RECENT_MS ? sent.entry : undefined)
      return entry as Extract<Pending, { kind: K }> | undefined
    },
  }
}
