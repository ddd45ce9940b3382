/**
 * Collects the topics that all tabs of a browser watch, for the tab that listens, and shares what it
 * receives. Each tab announces its topics when they change and when a new listener asks.
 */
import { watchText, type LiveEvent, type Watched } from '#contract/notifications/live.ts'
import { recordStreamActivity, deliverLiveEvent, onWatched, watchedHere } from '#src/core/live/topics.ts'

type TabMessage =
  | { kind: 'watching'; tab: string; watched: readonly Watched[] }
  | { kind: 'who' }
  | { kind: 'live'; event: LiveEvent }
  | { kind: 'life' }

type Channel = Pick<BroadcastChannel, 'postMessage' | 'close'> & {
  onmessage: ((message: MessageEvent<TabMessage>) => void) | null
}

/** Navigation changes topics in quick succession; the stream reopens once for all of them. */
const DEBOUNCE_MS = 150

export interface TopicHub {
  /** The topics for the stream's URL. Tabs announce theirs on request, which may reopen the stream. */
  readonly topicsParam: () => string
  /** Calls back when a tab watches a topic that the stream was not opened for. */
  readonly onNewTopic: (reopen: () => void) => () => void
  readonly publish: (event: LiveEvent) => void
  readonly publishActivity: () => void
  readonly stop: () => void
}

export const createTopicHub = (tab: string, channel: Channel | null): TopicHub => {
  const otherTabs = new Map<string, readonly Watched[]>()
  /** The topics that the stream was opened for. */
  let openedFor = new Set<string>()
  let reopen: (() => void) | null = null

  const allTopics = () => mergeTopics([...[...otherTabs.values()].flat(), ...watchedHere()])
  const reopening = debounced(() => {
    if (reopen && allTopics().some(({ topic }) => !openedFor.has(topic))) reopen()
  })
  const noteTopics = (otherTab: string, watched: readonly Watched[]) => {
    otherTabs.delete(otherTab)
    if (watched.length > 0) otherTabs.set(otherTab, watched)
    reopening.start()
  }
  const send = (message: TabMessage) => channel?.postMessage(message)
  const announceTopics = () => send({ kind: 'watching', tab, watched: watchedHere() })

  if (channel)
    channel.onmessage = ({ data }) => {
      if (data.kind === 'who') announceTopics()
      else if (data.kind === 'live') deliverLiveEvent(data.event)
      else if (data.kind === 'life') recordStreamActivity()
      else noteTopics(data.tab, data.watched)
    }
  const unsubscribe = onWatched(() => {
    announceTopics()
    reopening.start()
  })
  // A page may have been watching before this started.
  announceTopics()
  const announceNone = () => send({ kind: 'watching', tab, watched: [] })
  window.addEventListener('pagehide', announceNone)

  return {
    topicsParam: () => {
      const watched = allTopics()
      openedFor = new Set(watched.map(({ topic }) => topic))
      return watchText(watched)
    },
    onNewTopic: (listener) => {
      reopen = listener
      send({ kind: 'who' })
      reopening.start()
      return () => {
        if (reopen === listener) reopen = null
      }
    },
    publish: (event) => {
      deliverLiveEvent(event)
      send({ kind: 'live', event })
    },
    publishActivity: () => {
      recordStreamActivity()
      send({ kind: 'life' })
    },
    stop: () => {
      reopening.cancel()
      window.removeEventListener('pagehide', announceNone)
      unsubscribe()
      announceNone()
      channel?.close()
    },
  }
}

/** Each topic once, with its earliest time. The topic requested last comes last. */
const mergeTopics = (watched: readonly Watched[]): Watched[] => {
  const oldest = new Map<string, number>()
  for (const { topic, since } of watched) {
    const earliest = oldest.get(topic)
    oldest.delete(topic)
    oldest.set(topic, Math.min(earliest ?? since, since))
  }
  return [...oldest].map(([topic, since]) => ({ topic, since }))
}

/** Runs the action once after the last of several starts. */
const debounced = (action: () => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    start: () => {
      clearTimeout(timer)
      timer = setTimeout(action, DEBOUNCE_MS)
    },
    cancel: () => clearTimeout(timer),
  }
}
