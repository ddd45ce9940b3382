/**
 * What was learned and is not on the server yet. It lives in memory and on disk, so that it survives a dead
 * connection, a crash and a closed tab; sending twice is harmless, because the server keeps unions, completes once,
 * and knows quizzes and notes by their keys. An entry leaves when the server took it or refused it for good.
 */
import type { ProgressResult, QuizResult } from '#contract/courses.ts'
import type { LessonNote } from '#contract/lessons.ts'
import type { GivenAnswer } from '#contract/quiz.ts'
import type { SavedScorm, ScormState } from '#contract/scorm.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { subtract, union, type Range } from './ranges.ts'

export type Pending =
  | { kind: 'article'; itemId: number }
  /** `clock`: when it was played, in seconds since 1970 by this device. */
  | { kind: 'video'; itemId: number; position: number; ranges: Range[]; clock: Range[] }
  | { kind: 'place'; itemId: number; paragraph?: number; questionId?: number }
  | { kind: 'draft'; itemId: number; attempt: number; answers: GivenAnswer[] }
  | { kind: 'quiz'; itemId: number; key: string; answers: GivenAnswer[] }
  /** What a package wants kept; one entry a session, for an older one says what it reached. */
  | {
      kind: 'scorm'
      itemId: number
      attempt: number
      session: string
      sequence: number
      state: ScormState
    }
  | {
      kind: 'note'
      itemId: number
      noteId: string
      /** Null: it was deleted. */
      note: Pick<LessonNote, 'body' | 'colour' | 'place'> | null
      changedAt: number
    }

/** What the server said; drafts and notes change no progress. */
export interface Sent {
  progress: ProgressResult | null
  graded?: QuizResult
  scorm?: SavedScorm
}
export type SaveState = 'saved' | 'saving' | 'waiting'

export interface QueueParts {
  load: () => Promise<readonly Pending[] | null>
  save: (entries: readonly Pending[]) => Promise<unknown>
  send: (entry: Pending) => Promise<Sent>
  later: (deed: () => void, ms: number) => () => void
  now?: () => number
}

/** What was just sent may be missing in an answer that was under way meanwhile. */
const RECENT_MS = 30_000

interface Listener {
  changed?: () => void
  accepted?: (sent: Sent, entry: Pending) => void
  refused?: (entry: Pending, error: unknown) => void
}

/** First pause after a failed sending; doubles up to the longest one. */
export const RETRY_FIRST_MS = 5_000
export const RETRY_LONGEST_MS = 120_000

/** One entry each: what comes later takes the place of what waits, or joins it. */
export const keyOf = (entry: Pending) => {
  if (entry.kind === 'note') return `note:${entry.noteId}`
  return `${entry.kind}:${entry.itemId}${entry.kind === 'scorm' ? `:${entry.session}` : ''}`
}

/** The later answer to each question. */
const unitedAnswers = (old: readonly GivenAnswer[], now: readonly GivenAnswer[]): GivenAnswer[] => [
  ...new Map([...old, ...now].map((answer) => [answer.question_id, answer])).values(),
]

const merged = (old: Pending | undefined, entry: Pending): Pending => {
  if (entry.kind === 'video' && old?.kind === 'video')
    return {
      ...entry,
      ranges: union([...old.ranges, ...entry.ranges]),
      clock: union([...old.clock, ...entry.clock]),
    }
  if (entry.kind === 'draft' && old?.kind === 'draft' && entry.attempt === old.attempt)
    return { ...entry, answers: unitedAnswers(old.answers, entry.answers) }
  if (entry.kind === 'place' && old?.kind === 'place') return { ...old, ...entry }
  return entry
}

/** What is left after `sent` arrived; null when nothing came in between. */
const remainder = (now: Pending, sent: Pending): Pending | null => {
  if (now === sent) return null
  if (now.kind === 'video' && sent.kind === 'video') {
    const ranges = subtract(now.ranges, sent.ranges)
    const clock = subtract(now.clock, sent.clock)
    return ranges.length === 0 && now.position === sent.position ? null : { ...now, ranges, clock }
  }
  // An article is read or not; everything else was changed meanwhile and goes whole.
  return now.kind === 'article' ? null : now
}

/** Refused for good: sending the same again would be refused again. 401 and 429 are not about the entry. */
const isFinal = (error: unknown) =>
  isApiError(error) &&
  error.status !== null &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 408, 425, 429].includes(error.status)

/** A quiz in its pause is refused until its time; who handed it in should hear of it instead of waiting. */
const isRefused = (entry: Pending, error: unknown) =>
  isFinal(error) || (entry.kind === 'quiz' && isApiError(error) && error.status === 429)

export type ProgressQueue = ReturnType<typeof createProgressQueue>

export const createProgressQueue = ({ load, save, send, later, now: nowMs = Date.now }: QueueParts) => {
  const entries = new Map<string, Pending>()
  const recent = new Map<string, { entry: Pending; at: number }>()
  const listeners = new Set<Listener>()
  let state: SaveState = 'saved'
  let failures = 0
  let flushing: Promise<void> | null = null
  let cancelRetry: (() => void) | null = null
  let closed = false

  const tell = (call: (listener: Listener) => void) => {
    for (const listener of listeners) call(listener)
  }
  const show = (next: SaveState) => {
    if (state === next) return
    state = next
    tell((listener) => listener.changed?.())
  }
  const keep = async () => {
    if (!closed) await save([...entries.values()])
  }

  const loaded = load().then(
    (kept) => {
      // What was added meanwhile is newer.
      for (const entry of kept ?? []) {
        const now = entries.get(keyOf(entry))
        entries.set(keyOf(entry), now ? merged(entry, now) : entry)
      }
    },
    () => undefined,
  )

  const settle = (entry: Pending) => {
    const key = keyOf(entry)
    const now = entries.get(key)
    const rest = now ? remainder(now, entry) : null
    if (rest) entries.set(key, rest)
    else entries.delete(key)
  }

  /** False when the connection, not the entry, is the problem. */
  const sendOne = async (entry: Pending): Promise<boolean> => {
    try {
      const sent = await send(entry)
      recent.set(keyOf(entry), { entry, at: nowMs() })
      settle(entry)
      tell((listener) => listener.accepted?.(sent, entry))
    } catch (error) {
      if (!isRefused(entry, error)) return false
      entries.delete(keyOf(entry))
      tell((listener) => listener.refused?.(entry, error))
    }
    return true
  }

  const run = async () => {
    await loaded
    for (const key of [...entries.keys()]) {
      const entry = entries.get(key)
      if (!entry || closed) continue
      show('saving')
      if (!(await sendOne(entry))) {
        failures += 1
        show('waiting')
        const pause = Math.min(RETRY_FIRST_MS * 2 ** (failures - 1), RETRY_LONGEST_MS)
        cancelRetry?.()
        cancelRetry = later(() => void flush(), pause)
        return
      }
      failures = 0
      await keep()
    }
    // What arrived while the last entry was under way goes with the next flush.
    show('saved')
  }

  const flush = (): Promise<void> => {
    if (closed) return Promise.resolve()
    cancelRetry?.()
    cancelRetry = null
    flushing ??= run().finally(() => {
      flushing = null
    })
    return flushing
  }

  return {
    state: () => state,
    /** Resolves once what lay on disk is in. */
    ready: () => loaded,
    pending: () => [...entries.values()],
    /** Where this device last was in an item and what it answered, while the server's answers may not know it yet. */
    latest: <K extends 'video' | 'place' | 'draft'>(kind: K, itemId: number) => {
      const key = `${kind}:${itemId}`
      const sent = recent.get(key)
      const entry = entries.get(key) ?? (sent && nowMs() - sent.at < RECENT_MS ? sent.entry : undefined)
      return entry as Extract<Pending, { kind: K }> | undefined
    },
    /** Kept on disk when the promise is done. */
    add: async (entry: Pending): Promise<void> => {
      if (closed) return
      entries.set(keyOf(entry), merged(entries.get(keyOf(entry)), entry))
      await loaded
      await keep()
    },
    /** What waited elsewhere meanwhile: older than what is here. */
    takeBack: async (older: readonly Pending[]): Promise<void> => {
      await loaded
      if (closed) return
      const younger = [...entries.values()]
      entries.clear()
      for (const entry of [...older, ...younger])
        entries.set(keyOf(entry), merged(entries.get(keyOf(entry)), entry))
      await keep()
      tell((listener) => listener.changed?.())
    },
    /** Given up by the person. */
    discard: async (key: string): Promise<void> => {
      await loaded
      if (entries.delete(key)) await keep()
      if (entries.size === 0) show('saved')
      tell((listener) => listener.changed?.())
    },
    flush,
    subscribe: (listener: Listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Somebody else signs in: nothing of this goes anywhere any more; what lies on disk waits for its owner. */
    close: () => {
      closed = true
      cancelRetry?.()
      entries.clear()
      recent.clear()
    },
  }
}
