/**
 * The files on their way in one open course, by the place they are for. They go on while their author writes elsewhere
 * in the course, and what arrives is put where it belongs. Framework-free; sending and putting are handed in.
 */
import type { MediaKind, StoredMedia } from '#contract/course-builder/course-builder.ts'
import type { Place } from './upload-slots.ts'
import type { Upload, UploadState } from './upload.ts'

export interface OnItsWay {
  readonly place: Place
  readonly kind: MediaKind
  readonly name: string
  /** Of the file that was chosen. */
  readonly fingerprint: string
  readonly state: UploadState<StoredMedia>
}
type Job = Omit<OnItsWay, 'state'>
type Send = (onState: (state: UploadState<StoredMedia>) => void) => Upload | null

export const isRunning = ({ state: { phase } }: OnItsWay): boolean => phase !== 'done' && phase !== 'failed'

/** Whatever is on its way, came or failed, in the order of choosing. */
export interface UploadQueue {
  all: () => readonly OnItsWay[]
  subscribe: (listener: () => void) => () => void
  start: (job: Job, send: Send) => void
  pause: (place: Place) => void
  resume: (place: Place) => void
  cancel: (place: Place) => void
  /** The page goes: what is on its way can be gone on with later. */
  stop: () => void
}

interface Parts {
  deliver: (place: Place, media: StoredMedia) => void
  /** What the server holds of stopped files is different now. */
  onChanged: () => void
}

export const createUploadQueue = ({ deliver, onChanged }: Parts): UploadQueue => {
  let entries: readonly OnItsWay[] = []
  const uploads = new Map<Place, Upload>()
  const listeners = new Set<() => void>()
  const set = (next: readonly OnItsWay[]) => {
    entries = next
    for (const listener of listeners) listener()
  }
  const without = (place: Place) => entries.filter((entry) => entry.place !== place)

  const start = (job: Job, send: Send) => {
    const { place } = job
    uploads.get(place)?.stop()
    uploads.delete(place)
    const upload = send((state) => {
      const known = entries.some((entry) => entry.place === place)
      const entry = { ...job, state }
      set(known ? entries.map((each) => (each.place === place ? entry : each)) : [...entries, entry])
      if (state.phase === 'done') deliver(place, state.result)
      if (state.phase === 'done' || state.phase === 'failed') onChanged()
    })
    if (upload) uploads.set(place, upload)
  }
  return {
    all: () => entries,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start,
    pause: (place) => uploads.get(place)?.pause(),
    resume: (place) => uploads.get(place)?.resume(),
    cancel: (place) => {
      const upload = uploads.get(place)
      uploads.delete(place)
      set(without(place))
      // What could not be given up now is listed, and can be given up there.
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
