/**
 * The running uploads of an open course, by slot. They continue while the author works elsewhere in the
 * course, and finished files are added to the course. Framework-free; sending and storing are passed in.
 */
import type { MediaKind, StoredMedia } from '#contract/course-builder/uploads.ts'
import type { UploadSlot } from './upload-slots.ts'
import type { Upload, UploadState } from '#src/core/editing/upload.ts'

export interface UploadEntry {
  readonly slot: UploadSlot
  readonly kind: MediaKind
  readonly name: string
  /** Identifies the chosen file. */
  readonly fingerprint: string
  readonly state: UploadState<StoredMedia>
}
type Job = Omit<UploadEntry, 'state'>
type Send = (onState: (state: UploadState<StoredMedia>) => void) => Upload | null

export const isRunning = ({ state: { phase } }: UploadEntry): boolean =>
  phase !== 'done' && phase !== 'failed'

/** All uploads, running, done or failed, in the order they were started. */
export interface UploadQueue {
  all: () => readonly UploadEntry[]
  subscribe: (listener: () => void) => () => void
  start: (job: Job, send: Send) => void
  pause: (slot: UploadSlot) => void
  resume: (slot: UploadSlot) => void
  cancel: (slot: UploadSlot) => void
  /** The page is closed: running uploads can be continued later. */
  stop: () => void
}

interface Options {
  deliver: (slot: UploadSlot, media: StoredMedia) => void
  /** The server's list of interrupted uploads may have changed. */
  onChanged: () => void
}

export const createUploadQueue = ({ deliver, onChanged }: Options): UploadQueue => {
  let entries: readonly UploadEntry[] = []
  const uploads = new Map<UploadSlot, Upload>()
  const listeners = new Set<() => void>()
  const set = (next: readonly UploadEntry[]) => {
    entries = next
    for (const listener of listeners) listener()
  }
  const entriesWithout = (slot: UploadSlot) => entries.filter((entry) => entry.slot !== slot)

  const start = (job: Job, send: Send) => {
    const { slot } = job
    uploads.get(slot)?.stop()
    uploads.delete(slot)
    const upload = send((state) => {
      const isListed = entries.some((entry) => entry.slot === slot)
      const entry = { ...job, state }
      set(isListed ? entries.map((each) => (each.slot === slot ? entry : each)) : [...entries, entry])
      if (state.phase === 'done') deliver(slot, state.result)
      if (state.phase === 'done' || state.phase === 'failed') onChanged()
    })
    if (upload) uploads.set(slot, upload)
  }
  return {
    all: () => entries,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start,
    pause: (slot) => uploads.get(slot)?.pause(),
    resume: (slot) => uploads.get(slot)?.resume(),
    cancel: (slot) => {
      const upload = uploads.get(slot)
      uploads.delete(slot)
      set(entriesWithout(slot))
      // An upload that cannot be discarded now is listed as interrupted, where it can be discarded.
      void upload
        ?.cancel()
        .catch(() => undefined)
        .finally(onChanged)
    },
    stop: () => {
      for (const upload of uploads.values()) upload.stop()
      uploads.clear()
      set(entries.filter((entry) => !isRunning(entry)))
    },
  }
}
