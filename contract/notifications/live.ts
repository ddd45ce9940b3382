/** Live updates of an open page, on the same stream as the bell. */
export type { LiveEvent } from './events.ts'

/** Interval of the heartbeat; a stream that is silent for more than twice this time is dead. */
export const STREAM_BEAT_MS = 20_000
/** Topics that one browser can watch; above that, the pages opened last win. */
export const WATCHED_MAX = 8
/** Minimum time between two events for one page; changes in between are combined. */
export const LIVE_EVERY_MS = 1000
/** Most missed comments sent on reconnecting; above that the page shows "at least this many". */
export const CAUGHT_UP_MAX = 100

/** A page of comments, and the newest comment it showed. */
export interface Watched {
  topic: string
  since: number
}

/** The topic name of a thread's comments. */
export const threadTopic = (threadId: number): string => `thread:${threadId}`

/** The schedule of live sessions: ids of sessions that are new or changed. */
export const SCHEDULE_TOPIC = 'sessions'

/** Who is in a session, for its staff. Its events name only the session. */
export const boardTopic = (sessionId: number): string => `board:${sessionId}`
export const isBoardTopic = (topic: string): boolean => /^board:[1-9]\d{0,8}$/.test(topic)

const TOPIC = /^thread:([1-9]\d{0,8})$/
/** The thread of a topic; null for other topics. */
export const threadOfTopic = (topic: string): number | null => {
  const id = TOPIC.exec(topic)?.[1]
  return id === undefined ? null : Number(id)
}

/** Format in the stream's address: `thread:5@120,thread:7@0`. */
export const watchText = (watched: readonly Watched[]): string =>
  watched
    .slice(-WATCHED_MAX)
    .map(({ topic, since }) => `${topic}@${since}`)
    .join()
export const WATCH_TEXT_MAX = 300

/** Ignores unknown topics: an older page may ask for one that no longer exists. */
export const parseWatch = (text: string): Watched[] =>
  text
    .split(',')
    .slice(0, WATCHED_MAX)
    .flatMap((part) => {
      const [topic = '', since = ''] = part.split('@')
      const isTopic = topic === SCHEDULE_TOPIC || isBoardTopic(topic) || threadOfTopic(topic) !== null
      return isTopic && /^\d{1,9}$/.test(since) ? [{ topic, since: Number(since) }] : []
    })
