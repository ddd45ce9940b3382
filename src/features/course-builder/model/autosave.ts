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
  const unsaved = createUnsavedChanges(options)
  const waiters = createWaiters()
  const sender = createSender(options, unsaved, waiters)
  return {
    change: (change) => {
      unsaved.add(change, options.now())
      // The new change may have fixed what the server refused.
      if (sender.status.blockedBy === 'refused') sender.unblock()
      if (sender.status.blockedBy || sender.status.isStopped) return
      if (!sender.status.isSending) options.onState({ phase: 'changed' })
      const left = Math.max(0, unsaved.since() + SAVE_AT_LATEST_MS - options.now())
      sender.schedule(Math.min(SAVE_AFTER_MS, left))
    },
    flush: () => {
      if (!sender.status.isSending && !unsaved.isEmpty()) sender.schedule(0)
    },
    settled: () => {
      if (unsaved.isEmpty()) return Promise.resolve()
      if (sender.status.blockedBy === 'conflict') return Promise.reject(new Error('conflict'))
      sender.unblock()
      const result = waiters.wait()
      if (!sender.status.isSending) sender.schedule(0)
      return result
    },
    pending: () => !unsaved.isEmpty(),
    revision: unsaved.revision,
    rebase: (to) => {
      sender.unblock()
      unsaved.rebase(to)
      if (unsaved.hasQueued()) sender.schedule(0)
      else options.onState({ phase: 'saved', at: options.now() })
    },
    drop: (to) => {
      sender.unblock()
      unsaved.drop(to)
      options.onState({ phase: 'saved', at: null })
    },
    stop: sender.stop,
  }
}

/** The changes that the server has not confirmed, stored on the device at every step. */
const createUnsavedChanges = <C, R>({ merge, store, newId, batchMax, now, ...options }: Options<C, R>) => {
  let revision = options.stored?.revision ?? options.revision
  let queued: C[] = options.stored?.changes ?? []
  let batch: Batch<C> | null = options.stored?.batch ?? null
  let firstChangeAt: number | null = null

  const isEmpty = () => batch === null && queued.length === 0
  const save = () => store(isEmpty() ? null : { revision, batch, changes: merge(queued) })
  const cutBatch = (): Batch<C> => {
    const merged = merge(queued)
    queued = merged.slice(batchMax)
    firstChangeAt = null
    return { id: newId(), changes: merged.slice(0, batchMax) }
  }
  return {
    revision: () => revision,
    isEmpty,
    hasQueued: () => queued.length > 0,
    /** When the first change outside a batch was made. */
    since: () => firstChangeAt ?? now(),
    add: (change: C, at: number) => {
      queued = merge([...queued, change])
      firstChangeAt ??= at
      save()
    },
    /** The batch that was not confirmed, or else a new one. */
    nextBatch: (): Batch<C> => {
      const current = (batch ??= cutBatch())
      save()
      return current
    },
    confirmBatch: (to: number) => {
      revision = to
      batch = null
      save()
    },
    /** The batch was not accepted, so its changes are edited further. */
    reopenBatch: () => {
      queued = merge([...(batch?.changes ?? []), ...queued])
      batch = null
      save()
    },
    rebase: (to: number) => {
      revision = to
      save()
    },
    drop: (to: number) => {
      revision = to
      queued = []
      batch = null
      firstChangeAt = null
      save()
    },
  }
}

/** Callers that wait until everything is saved. */
const createWaiters = () => {
  let waiting: { resolve: () => void; reject: (reason: unknown) => void }[] = []
  return {
    isEmpty: () => waiting.length === 0,
    wait: () => new Promise<void>((resolve, reject) => waiting.push({ resolve, reject })),
    settle: (failure?: { reason: unknown }) => {
      const settled = waiting
      waiting = []
      for (const { resolve, reject } of settled) {
        if (failure) reject(failure.reason)
        else resolve()
      }
    },
  }
}

type Unsaved<C> = ReturnType<typeof createUnsavedChanges<C, unknown>>
type Waiters = ReturnType<typeof createWaiters>

/** One action at a time; a later one replaces it. */
const createTimer = (setTimer: Options<unknown, unknown>['setTimer']) => {
  let cancel = () => {}
  return {
    start: (action: () => void, ms: number) => {
      cancel()
      cancel = setTimer(action, ms)
    },
    cancel: () => cancel(),
  }
}

interface SenderStatus {
  isSending: boolean
  isStopped: boolean
  /** What stops sending until the author decides or changes something. */
  blockedBy: 'conflict' | 'refused' | null
}

/** Sends one batch at a time: retries without a response, and stops at a conflict or refusal. */
const createSender = <C, R>(options: Options<C, R>, unsaved: Unsaved<C>, waiters: Waiters) => {
  const status: SenderStatus = { isSending: false, isStopped: false, blockedBy: null }
  let attempt = 0
  const timer = createTimer(options.setTimer)

  const schedule = (ms: number) => timer.start(sendNext, ms)
  const sendNext = () => {
    const { isSending, isStopped, blockedBy } = status
    if (!isSending && !isStopped && !blockedBy && !unsaved.isEmpty()) void sendBatch(unsaved.nextBatch())
  }
  const sendBatch = async (batch: Batch<C>): Promise<void> => {
    status.isSending = true
    options.onState({ phase: 'saving' })
    try {
      const { revision, result } = await options.send(batch, unsaved.revision())
      status.isSending = false
      attempt = 0
      unsaved.confirmBatch(revision)
      if (status.isStopped) return
      options.onSaved(result, batch.changes, revision)
      onBatchSaved()
    } catch (reason) {
      status.isSending = false
      if (!status.isStopped) onError(reason)
    }
  }
  const onBatchSaved = () => {
    if (unsaved.hasQueued()) {
      options.onState({ phase: 'changed' })
      schedule(waiters.isEmpty() ? SAVE_AFTER_MS : 0)
      return
    }
    options.onState({ phase: 'saved', at: options.now() })
    waiters.settle()
  }
  const onError = (reason: unknown) => {
    const kind = options.classifyError(reason)
    if (kind === 'transient') {
      options.onState({ phase: 'waiting' })
      schedule(RETRY_DELAYS_MS[Math.min(attempt, RETRY_DELAYS_MS.length - 1)] as number)
      attempt += 1
      return
    }
    unsaved.reopenBatch()
    status.blockedBy = kind
    options.onState({ phase: kind, reason })
    waiters.settle({ reason })
  }
  return {
    schedule,
    status: status as Readonly<SenderStatus>,
    unblock: () => {
      status.blockedBy = null
      attempt = 0
    },
    stop: () => {
      status.isStopped = true
      timer.cancel()
    },
  }
}
