/**
 * Autosave: collects changes, sends them one batch at a time and stores them on the device until the server has
 * them. Framework-free; clock, storage and server are passed in.
 *
 *   saved → (change) → changed → (pause in writing) → saving → saved
 *   saving → waiting (no response: retries) | conflict (somebody else saved) | refused (invalid change)
 */
export type SaveState =
  | { phase: 'saved'; at: number | null }
  | { phase: 'changed' }
  | { phase: 'saving' }
  | { phase: 'waiting' }
  | { phase: 'conflict'; reason: unknown }
  | { phase: 'refused'; reason: unknown }

/** Unsaved changes on the device, and the server revision they are based on. */
export interface Kept<C> {
  revision: number
  /** Sent but not confirmed. It is sent again unchanged, so that the server recognises a repeat. */
  batch: Batch<C> | null
  changes: C[]
}
export interface Batch<C> {
  id: string
  changes: C[]
}

interface Options<C, R> {
  revision: number
  /** Unsaved changes that the device stored before a crash. */
  stored: Kept<C> | null
  newId: () => string
  /** The maximum number of changes in a batch. */
  batchMax: number
  /** Sends a batch based on a revision; rejects with an error that `classifyError` understands. */
  send: (batch: Batch<C>, revision: number) => Promise<{ revision: number; result: R }>
  classifyError: (error: unknown) => 'transient' | 'conflict' | 'refused'
  /** Merges changes into fewer ones with the same effect. */
  merge: (changes: readonly C[]) => C[]
  /** Null when everything is saved. */
  store: (stored: Kept<C> | null) => void
  onState: (state: SaveState) => void
  onSaved: (result: R, changes: readonly C[], revision: number) => void
  now: () => number
  /** Runs the action later; returns a function that cancels it. */
  setTimer: (action: () => void, ms: number) => () => void
}

/** Save after a pause in writing, and regularly during continuous writing. */
export const SAVE_AFTER_MS = 1000
export const SAVE_AT_LATEST_MS = 6000
const RETRY_DELAYS_MS = [2000, 5000, 15_000, 30_000] as const

export interface Autosave<C> {
  change: (change: C) => void
  /** Sends waiting changes at once, for example when the page is left or the connection returns. */
  flush: () => void
  /** Resolves when everything is saved; rejects when that needs a decision by the author. */
  settled: () => Promise<void>
  pending: () => boolean
  revision: () => number
  /** After a conflict: applies the changes again on top of the other author's revision. */
  rebase: (revision: number) => void
  /** After a conflict or refusal: gives up the unsaved changes. */
  drop: (revision: number) => void
  stop: () => void
}

export const createAutosave = <C, R>(options: Options<C, R>): Autosave<C> => {
  let revision = options.stored?.revision ?? options.revision
  let queued: C[] = options.stored?.changes ?? []
  let batch: Batch<C> | null = options.stored?.batch ?? null
  let isSending = false
  let firstChangeAt: number | null = null
  let attempt = 0
  let blockedBy: 'conflict' | 'refused' | null = null
  let cancelTimer: (() => void) | null = null
  let isStopped = false
  let saveWaiters: { resolve: () => void; reject: (reason: unknown) => void }[] = []

  const hasUnsavedChanges = () => batch !== null || queued.length > 0
  const store = () =>
    options.store(hasUnsavedChanges() ? { revision, batch, changes: options.merge(queued) } : null)
  const settleWaiters = (failure?: { reason: unknown }) => {
    const settled = saveWaiters
    saveWaiters = []
    for (const { resolve, reject } of settled) {
      if (failure) reject(failure.reason)
      else resolve()
    }
  }
  const schedule = (ms: number) => {
    cancelTimer?.()
    cancelTimer = options.setTimer(() => {
      cancelTimer = null
      void sendNext()
    }, ms)
  }
  const nextBatch = (): Batch<C> => {
    const merged = options.merge(queued)
    queued = merged.slice(options.batchMax)
    firstChangeAt = null
    return { id: options.newId(), changes: merged.slice(0, options.batchMax) }
  }
  const sendNext = async (): Promise<void> => {
    if (isStopped || blockedBy || isSending || !hasUnsavedChanges()) return
    isSending = true
    const current = (batch ??= nextBatch())
    store()
    options.onState({ phase: 'saving' })
    try {
      const { revision: newRevision, result } = await options.send(current, revision)
      isSending = false
      revision = newRevision
      batch = null
      attempt = 0
      store()
      if (!isStopped) options.onSaved(result, current.changes, newRevision)
      finishBatch()
    } catch (reason) {
      isSending = false
      handleError(reason)
    }
  }
  const finishBatch = () => {
    if (isStopped) return
    if (queued.length > 0) {
      options.onState({ phase: 'changed' })
      schedule(saveWaiters.length > 0 ? 0 : SAVE_AFTER_MS)
      return
    }
    options.onState({ phase: 'saved', at: options.now() })
    settleWaiters()
  }
  const handleError = (reason: unknown) => {
    if (isStopped) return
    const kind = options.classifyError(reason)
    if (kind === 'transient') {
      options.onState({ phase: 'waiting' })
      schedule(RETRY_DELAYS_MS[Math.min(attempt, RETRY_DELAYS_MS.length - 1)] as number)
      attempt += 1
      return
    }
    // The server refused the batch, so it becomes pending changes again.
    queued = options.merge([...(batch?.changes ?? []), ...queued])
    batch = null
    store()
    blockedBy = kind
    options.onState({ phase: kind, reason })
    settleWaiters({ reason })
  }
  const unblock = (newRevision: number) => {
    revision = newRevision
    blockedBy = null
    attempt = 0
  }

  return {
    change: (change) => {
      queued = options.merge([...queued, change])
      store()
      // The new change may have fixed what the server refused.
      if (blockedBy === 'refused') blockedBy = null
      if (blockedBy || isStopped) return
      if (!isSending) options.onState({ phase: 'changed' })
      firstChangeAt ??= options.now()
      const left = Math.max(0, firstChangeAt + SAVE_AT_LATEST_MS - options.now())
      schedule(Math.min(SAVE_AFTER_MS, left))
    },
    flush: () => {
      if (!isSending && hasUnsavedChanges()) schedule(0)
    },
    settled: () => {
      if (!hasUnsavedChanges()) return Promise.resolve()
      if (blockedBy === 'conflict') return Promise.reject(new Error('conflict'))
      blockedBy = null
      const result = new Promise<void>((resolve, reject) => saveWaiters.push({ resolve, reject }))
      if (!isSending) schedule(0)
      return result
    },
    pending: hasUnsavedChanges,
    revision: () => revision,
    rebase: (to) => {
      unblock(to)
      store()
      if (queued.length > 0) schedule(0)
      else options.onState({ phase: 'saved', at: options.now() })
    },
    drop: (to) => {
      queued = []
      batch = null
      unblock(to)
      store()
      options.onState({ phase: 'saved', at: null })
    },
    stop: () => {
      isStopped = true
      cancelTimer?.()
    },
  }
}
