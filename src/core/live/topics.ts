/**
 * The topics whose live events the open pages of this tab receive. The bell's stream carries the events
 * (features/notifications). While `isStreamed` is false, a page must poll.
 */
import { STREAM_BEAT_MS, type LiveEvent, type Watched } from '#contract/notifications/live.ts'

interface Watch extends Watched {
  readonly onEvent: (event: LiveEvent) => void
  /** When the stream last confirmed that it carries this topic (ms since 1970); null before the first time. */
  confirmedAt: number | null
}

/** A stream without activity for this long counts as broken. */
const SILENT_AFTER_MS = 2 * STREAM_BEAT_MS + 5000

const watches = new Set<Watch>()
const listeners = new Set<() => void>()

/** Calls `onEvent` for events of the topic after `since`. */
export const watchTopic = (topic: string, since: number, onEvent: (event: LiveEvent) => void) => {
  const watch: Watch = { topic, since, onEvent, confirmedAt: null }
  watches.add(watch)
  for (const listener of listeners) listener()
  return {
    /** Whether events arrive as they happen. */
    isStreamed: () => watch.confirmedAt !== null && Date.now() - watch.confirmedAt < SILENT_AFTER_MS,
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

/** Calls back when the topics of this tab change. */
export const onWatched = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const deliverLiveEvent = (event: LiveEvent): void => {
  for (const watch of watches) {
    if (watch.topic !== event.topic) continue
    if (event.whole) watch.confirmedAt = Date.now()
    watch.onEvent(event)
  }
}

/** The stream is alive, and carries the topics that it has confirmed before. */
export const recordStreamActivity = (): void => {
  for (const watch of watches) if (watch.confirmedAt !== null) watch.confirmedAt = Date.now()
}
