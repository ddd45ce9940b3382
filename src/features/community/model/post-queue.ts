/**
 * Posts, votes, bookmarks and follows given without a connection. They go in their order, each once: a thread or comment under the key it
 * was written with, a vote as the state that it should have. What the server refuses stays, with its reason, until the
 * person decides.
 */
import { isApiError } from '#src/core/http/api-error.ts'
import type { Vote } from './posts.ts'

export interface Lesson {
  course_id: number
  topic_id: number
  item_id: number | null
}
export type Intent =
  | { kind: 'thread'; title: string; body: string; tags: number[]; lesson?: Lesson }
  | { kind: 'comment'; threadId: number; body: string; parent: number | null }
  /** `want`: how the vote should stand, null for none; `commentId` null for the thread's own. */
  | { kind: 'vote'; threadId: number; commentId: number | null; want: Vote | null }
  /** How it should stand; the last word counts. */
  | { kind: 'bookmark'; threadId: number; on: boolean }
  | { kind: 'follow'; threadId: number; on: boolean }

export type Queued = Intent & {
  /** The idempotency key of what is posted. */
  id: string
  /** ms since 1970. */
  since: number
  /** Why the server did not take it; null while it waits. */
  refused: string | null
}

export interface PostQueueParts {
  load: () => Promise<readonly Queued[] | null>
  /** `known`: every entry this queue ever had; others on the disk belong to another tab and stay. */
  save: (entries: readonly Queued[], known: ReadonlySet<string>) => Promise<unknown>
  send: (entry: Queued) => Promise<unknown>
  later: (action: () => void, ms: number) => () => void
}

/** Something changed; `sent` has arrived, with the server's `answer`. */
type Listener = (sent: Queued | null, answer: unknown) => void

const RETRY_FIRST_MS = 5_000
const RETRY_LONGEST_MS = 120_000

/** What is about the same switch: only how it should stand in the end is sent. */
const sameSwitch = (a: Queued, b: Intent) => {
  if (a.kind === 'vote') return b.kind === 'vote' && a.threadId === b.threadId && a.commentId === b.commentId
  if (a.kind === 'bookmark' || a.kind === 'follow') return b.kind === a.kind && a.threadId === b.threadId
  return false
}

/** 401 and 429 are about the moment, not about the entry. */
const isFinal = (error: unknown) =>
  isApiError(error) &&
  error.status !== null &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 408, 425, 429].includes(error.status)

/** What one tab has to keep beside what another tab keeps in the same place. */
export const besideOthers = (
  disk: readonly Queued[] | null,
  entries: readonly Queued[],
  known: ReadonlySet<string>,
): readonly Queued[] =>
  [...(disk ?? []).filter(({ id }) => !known.has(id)), ...entries].toSorted((a, b) => a.since - b.since)

export type PostQueue = ReturnType<typeof createPostQueue>

export const createPostQueue = ({ load, save, send, later }: PostQueueParts) => {
  let entries: readonly Queued[] = []
  let failures = 0
  let flushing: Promise<void> | null = null
  let cancelRetry: (() => void) | null = null
  let closed = false
  const listeners = new Set<Listener>()
  const known = new Set<string>()

  const tell: Listener = (sent, answer) => {
    for (const listener of listeners) listener(sent, answer)
  }
  const set = async (next: readonly Queued[], sent: Queued | null = null, answer: unknown = null) => {
    if (closed) return
    entries = next
    for (const { id } of next) known.add(id)
    await save(next, known)
    tell(sent, answer)
  }
  const loaded = load().then(
    (kept) => {
      if (!kept?.length) return
      entries = [...kept, ...entries]
      for (const { id } of kept) known.add(id)
      tell(null, null)
    },
    () => undefined,
  )
  const without = (id: string) => entries.filter((entry) => entry.id !== id)

  const run = async () => {
    await loaded
    for (;;) {
      const next = entries.find(({ refused }) => refused === null)
      if (!next || closed) return
      try {
        const answer = await send(next)
        failures = 0
        // A vote that was moved while it was under way goes again.
        await set(
          entries.filter((entry) => entry !== next),
          next,
          answer,
        )
      } catch (error) {
        if (!isFinal(error)) {
          failures += 1
          const pause = Math.min(RETRY_FIRST_MS * 2 ** (failures - 1), RETRY_LONGEST_MS)
          cancelRetry = later(() => void flush(), pause)
          return
        }
        const why = (isApiError(error) ? error.detail : null) ?? ''
        await set(entries.map((entry) => (entry.id === next.id ? { ...entry, refused: why } : entry)))
      }
    }
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
    ready: () => loaded,
    entries: () => entries,
    /** On disk when the promise is done. A later vote on the same post takes the place of the earlier one, and so with other switches. */
    add: async (id: string, intent: Intent, now: number): Promise<void> => {
      await loaded
      const others = entries.filter((entry) => entry.id !== id && !sameSwitch(entry, intent))
      await set([...others, { ...intent, id, since: now, refused: null }])
    },
    /** What waited elsewhere meanwhile goes first; what is here already, or was decided anew, is not taken twice. */
    takeBack: async (older: readonly Queued[]): Promise<void> => {
      await loaded
      const ids = new Set(entries.map(({ id }) => id))
      const missing = older.filter((entry, index) => {
        const decided = [...older.slice(index + 1), ...entries].some((later) => sameSwitch(later, entry))
        if (ids.has(entry.id) || decided) return false
        ids.add(entry.id)
        return true
      })
      if (missing.length > 0) await set([...missing, ...entries])
    },
    /** Sends again what was refused. */
    again: async (id: string): Promise<void> => {
      await loaded
      await set(entries.map((entry) => (entry.id === id ? { ...entry, refused: null } : entry)))
      await flush()
    },
    discard: async (id: string): Promise<void> => {
      await loaded
      await set(without(id))
    },
    flush,
    subscribe: (listener: Listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    close: () => {
      closed = true
      cancelRetry?.()
    },
  }
}
