/**
 * Open streams that want to hear of a page, besides their bell. What comes to a page is told to all who look at it in
 * one go, at most once a second: a busy page costs each of them one small line a second and the database nothing.
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
export type Live = Extract<Change, { kind: 'live' }>

interface Page {
  readonly watchers: Set<Watcher>
  /** What came since it was told last; null while nothing was told within the pause. */
  gathered: Live[] | null
}

export const liveText = (event: LiveEvent): string => eventText({ name: streamEvents.live, data: event })

const keyOf = (clientId: number, topic: string) => `${clientId}:${topic}`

/** What one of them has to hear: of a comment that went and came back, the last. */
const newsFor = (userId: number | null, topic: string, news: readonly Live[]): string | null => {
  const there = new Map<number, boolean>()
  for (const { by, came, gone } of news) {
    for (const id of came) if (by !== userId) there.set(id, true)
    for (const id of gone) there.set(id, false)
  }
  if (there.size === 0) return null
  const idsThat = (is: boolean) => [...there].flatMap(([id, isThere]) => (isThere === is ? [id] : []))
  return liveText({ topic, whole: false, came: idsThat(true), gone: idsThat(false) })
}

const spread = ({ watchers }: Page, topic: string, news: readonly Live[]) => {
  const authors = new Set(news.map(({ by }) => by))
  const text = newsFor(null, topic, news)
  for (const watcher of watchers) {
    // Who wrote it has it already.
    const told = authors.has(watcher.userId) ? newsFor(watcher.userId, topic, news) : text
    if (told !== null) watcher.write(told)
  }
}

export const createLiveTopics = () => {
  const pages = new Map<string, Page>()

  const pause = (page: Page, topic: string) => {
    page.gathered = []
    setTimeout(() => {
      const news = page.gathered ?? []
      page.gathered = null
      if (news.length === 0) return
      spread(page, topic, news)
      pause(page, topic)
    }, LIVE_EVERY_MS).unref()
  }

  return {
    join: (watcher: Watcher, topics: readonly string[]) => {
      for (const topic of topics) {
        const key = keyOf(watcher.clientId, topic)
        const page = pages.get(key) ?? { watchers: new Set(), gathered: null }
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
    hear: (news: Live) => {
      const key = keyOf(news.clientId, news.topic)
      const page = pages.get(key)
      if (!page) return
      if (page.gathered) return void page.gathered.push(news)
      spread(page, news.topic, [news])
      pause(page, news.topic)
    },
    size: () => pages.size,
  }
}
