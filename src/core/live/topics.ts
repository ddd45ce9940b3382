/**
 * What the open pages of this tab want to hear of at once, and what was heard of it. The bell's stream carries it
 * (features/notifications); a page asks `isHeard` whether it may rely on that, and looks by itself where it may not.
 */
import { STREAM_BEAT_MS, type LiveEvent, type Watched } from '#contract/notifications/live.ts'

interface Watch extends Watched {
  readonly hear: (event: LiveEvent) => void
  /** When the stream last said that it tells of this page; null before the first word. */
  heardAt: number | null
}

/** Without a sign of life for so long nobody is listening any more. */
const SILENT_AFTER_MS = 2 * STREAM_BEAT_MS + 5000

const watches = new Set<Watch>()
const listeners = new Set<() => void>()

/** Hears what comes to a page after `since`; answers how to move that on, and how to stop. */
export const watchTopic = (topic: string, since: number, hear: (event: LiveEvent) => void) => {
  const watch: Watch = { topic, since, hear, heardAt: null }
  watches.add(watch)
  for (const listener of listeners) listener()
  return {
    /** Whether what comes is told at once. */
    isHeard: () => watch.heardAt !== null && Date.now() - watch.heardAt < SILENT_AFTER_MS,
    seen: (upTo: number) => {
      watch.since = upTo
    },
    stop: () => {
      watches.delete(watch)
      for (const listener of listeners) listener()
    },
  }
}

export const watchedHere = (): Watched[] => [...watches].map(({ topic, since }) => ({ topic, since }))

/** Called whenever this tab watches more or less. */
export const onWatched = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const hearLive = (event: LiveEvent): void => {
  for (const watch of watches) {
    if (watch.topic !== event.topic) continue
    if (event.whole) watch.heardAt = Date.now()
    watch.hear(event)
  }
}

/** The stream lives, and tells of what it told of before. */
export const hearLife = (): void => {
  for (const watch of watches) if (watch.heardAt !== null) watch.heardAt = Date.now()
}
