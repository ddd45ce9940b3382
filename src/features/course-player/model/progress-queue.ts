/**
 * What was learned and is not on the server yet. It lives in memory and on disk, so that it survives a dead
 * connection, a crash and a closed tab; sending twice is harmless, because the server keeps unions and completes
 * once. An entry leaves when the server took it or refused it for good.
 */
import type { ProgressResult } from '#contract/courses.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { subtract, union, type Range } from './ranges.ts'

export type Pending =
  { kind: 'article'; itemId: number } | { kind: 'video'; itemId: number; position: number; ranges: Range[] }

export type SaveState = 'saved' | 'saving' | 'waiting'

export interface QueueParts {
  load: () => Promise<readonly Pending[] | null>
  save: (entries: readonly Pending[]) => Promise<unknown>
  send: (entry: Pending) => Promise<ProgressResult>
  later: (deed: () => void, ms: number) => () => void
}

interface Listener {
  changed?: () => void
  accepted?: (result: ProgressResult) => void
  refused?: (entry: Pending, error: unknown) => void
}

/** First pause after a failed sending; doubles up to the longest one. */
export const RETRY_FIRST_MS = 5_000
export const RETRY_LONGEST_MS = 120_000

const keyOf = (entry: Pending) => `${entry.kind}:${entry.itemId}`

const merged = (old: Pending | undefined, entry: Pending): Pending =>
  entry.kind === 'video' && old?.kind === 'video'
    ? { ...entry, ranges: union([...old.ranges, ...entry.ranges]) }
    : entry

/** What is left after `sent` arrived; null when nothing came in between. */
const remainder = (now: Pending, sent: Pending): Pending | null => {
  if (now === sent || now.kind !== 'video' || sent.kind !== 'video') return null
  const ranges = subtract(now.ranges, sent.ranges)
  return ranges.length === 0 && now.position === sent.position ? null : { ...now, ranges }
}

/** Refused for good: sending the same again would be refused again. 401 and 429 are not about the entry. */
const isFinal = (error: unknown) =>
  isApiError(error) &&
  error.status !== null &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 408, 425, 429].includes(error.status)

export type ProgressQueue = ReturnType<typeof createProgressQueue>

export const createProgressQueue = ({ load, save, send, later }: QueueParts) => {
  const entries = new Map<string, Pending>()
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
  const keep = () => save([...entries.values()])

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
    return rest !== null
  }

  /** False when the connection, not the entry, is the problem. */
  const sendOne = async (entry: Pending): Promise<boolean> => {
    try {
      const result = await send(entry)
      settle(entry)
      tell((listener) => listener.accepted?.(result))
    } catch (error) {
      if (!isFinal(error)) return false
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
    pending: () => [...entries.values()],
    /** Kept on disk when the promise is done. */
    add: async (entry: Pending): Promise<void> => {
      if (closed) return
      entries.set(keyOf(entry), merged(entries.get(keyOf(entry)), entry))
      await loaded
      await keep()
    },
    flush,
    subscribe: (listener: Listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Somebody else signs in: nothing of this goes anywhere any more. */
    close: () => {
      closed = true
      cancelRetry?.()
      entries.clear()
    },
  }
}
