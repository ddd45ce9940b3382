/**
 * What was learned and is not on the server yet. It lives in memory and on disk, so that it survives a dead
 * connection, a crash and a closed tab; sending twice is harmless, because the server keeps unions, completes once,
 * and knows quizzes and notes by their keys. An entry leaves when the server took it or refused it for good. Tabs of one
 * person share what lies on disk: what one wrote the others take in, and what one sent they forget.
 */
import type { ProgressResult, QuizResult } from '#contract/courses/progress.ts'
import type { SavedScorm } from '#contract/scorm/scorm.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { keyOf, remainder, type Pending } from './pending.ts'
import { createRows, type KeptRow } from './rows.ts'

/** What the server said; drafts and notes change no progress. */
export interface Sent {
  progress: ProgressResult | null
  graded?: QuizResult
  scorm?: SavedScorm
}
export type SaveState = 'saved' | 'saving' | 'waiting'

export interface QueueParts {
  load: () => Promise<readonly KeptRow[] | null>
  /** One transaction: what `deed` makes of what is there is on the disk when the promise is done. */
  change: (action: (there: readonly KeptRow[]) => readonly KeptRow[]) => Promise<unknown>
  /** Says to other tabs that the disk changed, and which versions are over. */
  tellOthers?: (over: readonly string[]) => void
  send: (entry: Pending) => Promise<Sent>
  later: (action: () => void, ms: number) => () => void
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

export const createProgressQueue = ({
  load,
  change,
  tellOthers,
  send,
  later,
  now: nowMs = Date.now,
}: QueueParts) => {
  const rows = createRows(nowMs)
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
    if (closed) return
    await change((there) => {
      if (closed) return there
      rows.takeIn(there)
      return rows.toDisk()
    })
    if (!closed) tellOthers?.(rows.takeOver())
  }

  const loaded = load().then(
    (kept) => rows.takeIn(kept ?? []),
    () => undefined,
  )

  const settle = (entry: Pending) => {
    const key = keyOf(entry)
    const now = rows.get(key)
    const rest = now ? remainder(now, entry) : null
    if (rest) rows.replace(rest)
    else rows.remove(key)
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
      rows.remove(keyOf(entry))
      tell((listener) => listener.refused?.(entry, error))
    }
    return true
  }

  const run = async () => {
    await loaded
    for (const key of rows.keys()) {
      const entry = rows.get(key)
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
    pending: () => rows.all().map(({ entry }) => entry),
    /** With the moment (ms since 1970) since when each waits. */
    waiting: () => rows.all().map(({ entry, since }) => ({ entry, since })),
    /** Where this device last was in an item and what it answered, while the server's answers may not know it yet. */
    latest: <K extends 'video' | 'place' | 'draft'>(kind: K, itemId: number) => {
      const key = `${kind}:${itemId}`
      const sent = recent.get(key)
      const entry = rows.get(key) ?? (sent && nowMs() - sent.at < RECENT_MS ? sent.entry : undefined)
      return entry as Extract<Pending, { kind: K }> | undefined
    },
    /** Kept on disk when the promise is done. */
    add: async (entry: Pending): Promise<void> => {
      if (closed) return
      rows.add(entry)
      await loaded
      await keep()
    },
    /** What waited elsewhere meanwhile: older than what is here. */
    takeBack: async (older: readonly KeptRow[]): Promise<void> => {
      await loaded
      if (closed) return
      // The names are of another time: what was over then is to be done again now.
      rows.takeIn(older.map((row) => ({ ...row, id: undefined })))
      await keep()
      tell((listener) => listener.changed?.())
    },
    /** Another tab changed the disk; these versions are over. */
    heard: async (over: readonly string[]): Promise<void> => {
      const there = await load().catch(() => null)
      if (closed) return
      rows.forget(over)
      rows.takeIn(there ?? [])
      if (rows.keys().length === 0) show('saved')
      tell((listener) => listener.changed?.())
    },
    /** Given up by the person. */
    discard: async (key: string): Promise<void> => {
      await loaded
      if (rows.remove(key)) await keep()
      if (rows.keys().length === 0) show('saved')
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
      rows.clear()
      recent.clear()
    },
  }
}
