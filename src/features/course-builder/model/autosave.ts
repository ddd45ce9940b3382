/**
 * Changes on their way to the server: collected for a moment, sent in order and one at a time, kept on the device
 * until the server has them. Framework-free; clock, storage and server are handed in.
 *
 *   saved → (change) → changed → (pause in writing) → saving → saved
 *   saving → waiting (no answer: goes on by itself) | conflict (somebody else saved) | refused (what we sent is wrong)
 */
export type SaveState =
  | { phase: 'saved'; at: number | null }
  | { phase: 'changed' }
  | { phase: 'saving' }
  | { phase: 'waiting' }
  | { phase: 'conflict'; reason: unknown }
  | { phase: 'refused'; reason: unknown }

/** What the device keeps: made upon which revision of the server. */
export interface Kept<C> {
  revision: number
  /** Sent, but not known to have arrived: it goes again as it was, so that the server can tell a repeat. */
  batch: Batch<C> | null
  changes: C[]
}
export interface Batch<C> {
  id: string
  changes: C[]
}

interface Options<C, R> {
  revision: number
  /** What the device kept from before a crash. */
  kept: Kept<C> | null
  newId: () => string
  /** Most changes that one batch may hold. */
  batchMax: number
  /** Sends on top of a revision; rejects with whatever `judge` understands. */
  send: (batch: Batch<C>, revision: number) => Promise<{ revision: number; result: R }>
  judge: (error: unknown) => 'passing' | 'conflict' | 'refused'
  /** Fewer changes that mean the same. */
  merge: (changes: readonly C[]) => C[]
  /** Null when there is nothing to keep. */
  keep: (kept: Kept<C> | null) => void
  onState: (state: SaveState) => void
  onSaved: (result: R, changes: readonly C[], revision: number) => void
  now: () => number
  /** Runs the deed later; the answer takes it back. */
  later: (action: () => void, ms: number) => () => void
}

/** A pause in writing; while it does not come, this often anyway. */
export const SAVE_AFTER_MS = 1000
export const SAVE_AT_LATEST_MS = 6000
/** After a failure: soon, then less often. */
const RETRY_MS = [2000, 5000, 15_000, 30_000] as const

export interface Autosave<C> {
  change: (change: C) => void
  /** Sends now what waits, such as when the page is left or the connection returned. */
  flush: () => void
  /** Resolves when nothing waits any more; rejects when that is not going to happen by itself. */
  settled: () => Promise<void>
  pending: () => boolean
  revision: () => number
  /** After a conflict: the changes are made once more upon what the other one saved. */
  rebase: (revision: number) => void
  /** After a conflict or refusal: what is not saved is given up. */
  drop: (revision: number) => void
  stop: () => void
}

export const createAutosave = <C, R>(options: Options<C, R>): Autosave<C> => {
  let revision = options.kept?.revision ?? options.revision
  let waiting: C[] = options.kept?.changes ?? []
  let batch: Batch<C> | null = options.kept?.batch ?? null
  let sending = false
  let since: number | null = null
  let attempt = 0
  let held: 'conflict' | 'refused' | null = null
  let cancelTimer: (() => void) | null = null
  let stopped = false
  let waiters: { resolve: () => void; reject: (reason: unknown) => void }[] = []

  const open = () => batch !== null || waiting.length > 0
  const keep = () => options.keep(open() ? { revision, batch, changes: options.merge(waiting) } : null)
  const settle = (failure?: { reason: unknown }) => {
    const told = waiters
    waiters = []
    for (const { resolve, reject } of told) {
      if (failure) reject(failure.reason)
      else resolve()
    }
  }
  const schedule = (ms: number) => {
    cancelTimer?.()
    cancelTimer = options.later(() => {
      cancelTimer = null
      void run()
    }, ms)
  }
  const nextBatch = (): Batch<C> => {
    const merged = options.merge(waiting)
    waiting = merged.slice(options.batchMax)
    since = null
    return { id: options.newId(), changes: merged.slice(0, options.batchMax) }
  }
  const run = async (): Promise<void> => {
    if (stopped || held || sending || !open()) return
    sending = true
    const now = (batch ??= nextBatch())
    keep()
    options.onState({ phase: 'saving' })
    try {
      const { revision: next, result } = await options.send(now, revision)
      sending = false
      revision = next
      batch = null
      attempt = 0
      keep()
      if (!stopped) options.onSaved(result, now.changes, next)
      proceed()
    } catch (reason) {
      sending = false
      trouble(reason)
    }
  }
  const proceed = () => {
    if (stopped) return
    if (waiting.length > 0) {
      options.onState({ phase: 'changed' })
      schedule(waiters.length > 0 ? 0 : SAVE_AFTER_MS)
      return
    }
    options.onState({ phase: 'saved', at: options.now() })
    settle()
  }
  const trouble = (reason: unknown) => {
    if (stopped) return
    const kind = options.judge(reason)
    if (kind === 'passing') {
      options.onState({ phase: 'waiting' })
      schedule(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)] as number)
      attempt += 1
      return
    }
    // It did not arrive and will not as it is.
    waiting = options.merge([...(batch?.changes ?? []), ...waiting])
    batch = null
    keep()
    held = kind
    options.onState({ phase: kind, reason })
    settle({ reason })
  }
  const release = (to: number) => {
    revision = to
    held = null
    attempt = 0
  }

  return {
    change: (change) => {
      waiting = options.merge([...waiting, change])
      keep()
      // What was refused may be what has just been put right.
      if (held === 'refused') held = null
      if (held || stopped) return
      if (!sending) options.onState({ phase: 'changed' })
      since ??= options.now()
      const left = Math.max(0, since + SAVE_AT_LATEST_MS - options.now())
      schedule(Math.min(SAVE_AFTER_MS, left))
    },
    flush: () => {
      if (!sending && open()) schedule(0)
    },
    settled: () => {
      if (!open()) return Promise.resolve()
      if (held === 'conflict') return Promise.reject(new Error('conflict'))
      held = null
      const result = new Promise<void>((resolve, reject) => waiters.push({ resolve, reject }))
      if (!sending) schedule(0)
      return result
    },
    pending: open,
    revision: () => revision,
    rebase: (to) => {
      release(to)
      keep()
      if (waiting.length > 0) schedule(0)
      else options.onState({ phase: 'saved', at: options.now() })
    },
    drop: (to) => {
      waiting = []
      batch = null
      release(to)
      keep()
      options.onState({ phase: 'saved', at: null })
    },
    stop: () => {
      stopped = true
      cancelTimer?.()
    },
  }
}
