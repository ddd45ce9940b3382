/**
 * Open streams that watch a page besides their notifications. Changes of a page are sent to all its watchers together, at
 * most once a second: a busy page costs each of them one small event a second and the database nothing.
 */
import { LIVE_EVERY_MS, type LiveEvent } from '#contract/notifications/live.ts'
import { streamEvents } from '#contract/notifications/notifications.ts'
import type { Change } from '#server/core/core.ts'
import { eventText } from '#server/core/http/event-stream.ts'

export interface Watcher {
  readonly clientId: number
  readonly userId: number
  readonly write: (text: string) => void
}
export type LiveChange = Extract<Change, { kind: 'live' }>

interface WatchedPage {
  readonly watchers: Set<Watcher>
  /** Changes since the last event; null when none was sent within the last interval. */
  pending: LiveChange[] | null
}

export const liveEventText = (event: LiveEvent): string => eventText({ name: streamEvents.live, data: event })

const keyOf = (clientId: number, topic: string) => `${clientId}:${topic}`

/** The event for one watcher. A comment that was deleted and restored counts by its last state. */
const eventFor = (userId: number | null, topic: string, changes: readonly LiveChange[]): string | null => {
  const isPresentById = new Map<number, boolean>()
  for (const { by, came, gone } of changes) {
    for (const id of came) if (by !== userId) isPresentById.set(id, true)
    for (const id of gone) isPresentById.set(id, false)
  }
  if (isPresentById.size === 0) return null
  const idsWhere = (wanted: boolean) =>
    [...isPresentById].flatMap(([id, isPresent]) => (isPresent === wanted ? [id] : []))
  return liveEventText({ topic, whole: false, came: idsWhere(true), gone: idsWhere(false) })
}

const broadcast = ({ watchers }: WatchedPage, topic: string, changes: readonly LiveChange[]) => {
  const authors = new Set(changes.map(({ by }) => by))
  const text = eventFor(null, topic, changes)
  for (const watcher of watchers) {
    // Authors already have their own comments.
    const ownText = authors.has(watcher.userId) ? eventFor(watcher.userId, topic, changes) : text
    if (ownText !== null) watcher.write(ownText)
  }
}

export const createLiveTopics = () => {
  const pages = new Map<string, WatchedPage>()

  const startInterval = (page: WatchedPage, topic: string) => {
    page.pending = []
    setTimeout(() => {
      const changes = page.pending ?? []
      page.pending = null
      if (changes.length === 0) return
      broadcast(page, topic, changes)
      startInterval(page, topic)
    }, LIVE_EVERY_MS).unref()
  }

  return {
    join: (watcher: Watcher, topics: readonly string[]) => {
      for (const topic of topics) {
        const key = keyOf(watcher.clientId, topic)
        const page = pages.get(key) ?? { watchers: new Set(), pending: null }
        pages.set(key, page)
        page.watchers.add(watcher)
      }
    },
    leave: (watcher: Watcher, topics: readonly string[]) => {
      for (const topic of topics) {
        const key = keyOf(watcher.clientId, topic)
        const page = pages.get(key)
        page?.watchers.delete(watcher)
        if (page?.watchers.size === 0) pages.delete(key)
      }
    },
    publish: (change: LiveChange) => {
      const key = keyOf(change.clientId, change.topic)
      const page = pages.get(key)
      if (!page) return
      if (page.pending) return void page.pending.push(change)
      broadcast(page, change.topic, [change])
      startInterval(page, change.topic)
    },
    size: () => pages.size,
  }
}
