/**
 * What the tabs of a browser want to hear of, gathered by the one that listens, and what it hears of it, told to all.
 * Every tab says what it watches when that changes and when a new listener asks.
 */
import { watchText, type LiveEvent, type Watched } from '#contract/notifications/live.ts'
import { hearLife, hearLive, onWatched, watchedHere } from '#src/core/live/topics.ts'

type Word =
  | { kind: 'watching'; tab: string; watched: readonly Watched[] }
  | { kind: 'who' }
  | { kind: 'live'; event: LiveEvent }
  | { kind: 'life' }

type Channel = Pick<BroadcastChannel, 'postMessage' | 'close'> & {
  onmessage: ((message: MessageEvent<Word>) => void) | null
}

/** Pages come and go in quick succession while somebody finds the way; the stream begins anew once for all. */
const GATHER_MS = 150

export interface Watching {
  /** For the stream's address; the tabs are asked first, their answers make it begin anew. */
  readonly wanted: () => string
  /** Somebody watches what the stream was not opened for. */
  readonly onMore: (begin: () => void) => () => void
  readonly hear: (event: LiveEvent) => void
  readonly lives: () => void
  readonly stop: () => void
}

export const startWatching = (tab: string, channel: Channel | null): Watching => {
  const elsewhere = new Map<string, readonly Watched[]>()
  /** What the stream was opened for. */
  let told = new Set<string>()
  let begin: (() => void) | null = null
  let gathering: ReturnType<typeof setTimeout> | undefined

  const all = (): Watched[] => {
    const oldest = new Map<string, number>()
    for (const { topic, since } of [...[...elsewhere.values()].flat(), ...watchedHere()]) {
      const before = oldest.get(topic)
      // The one asked for last counts as the last.
      oldest.delete(topic)
      oldest.set(topic, Math.min(before ?? since, since))
    }
    return [...oldest].map(([topic, since]) => ({ topic, since }))
  }
  const look = () => {
    clearTimeout(gathering)
    gathering = setTimeout(() => {
      if (begin && all().some(({ topic }) => !told.has(topic))) begin()
    }, GATHER_MS)
  }
  const say = (word: Word) => channel?.postMessage(word)
  const sayWhat = () => say({ kind: 'watching', tab, watched: watchedHere() })

  if (channel)
    channel.onmessage = ({ data }) => {
      if (data.kind === 'who') sayWhat()
      else if (data.kind === 'live') hearLive(data.event)
      else if (data.kind === 'life') hearLife()
      else {
        elsewhere.delete(data.tab)
        if (data.watched.length > 0) elsewhere.set(data.tab, data.watched)
        look()
      }
    }
  const leave = onWatched(() => {
    sayWhat()
    look()
  })
  // A page may have been there before this.
  sayWhat()
  const gone = () => say({ kind: 'watching', tab, watched: [] })
  window.addEventListener('pagehide', gone)

  return {
    wanted: () => {
      const watched = all()
      told = new Set(watched.map(({ topic }) => topic))
      return watchText(watched)
    },
    onMore: (listener) => {
      begin = listener
      say({ kind: 'who' })
      look()
      return () => {
        if (begin === listener) begin = null
      }
    },
    hear: (event) => {
      hearLive(event)
      say({ kind: 'live', event })
    },
    lives: () => {
      hearLife()
      say({ kind: 'life' })
    },
    stop: () => {
      clearTimeout(gathering)
      window.removeEventListener('pagehide', gone)
      leave()
      gone()
      channel?.close()
    },
  }
}
