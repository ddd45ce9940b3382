/** What an open page hears of at once, beside the bell: on the one stream that a browser has. */
export type { LiveEvent } from './events.ts'

/** A sign of life is sent so often; a stream that is silent for longer than twice this is dead. */
export const STREAM_BEAT_MS = 20_000
/** Pages that one browser listens for; beyond these the ones opened last count. */
export const WATCHED_MAX = 8
/** What came to one page is told at most so often: together, when it is more. */
export const LIVE_EVERY_MS = 1000
/** Of what came while nobody listened; who was away for longer sees "at least so many". */
export const CAUGHT_UP_MAX = 100

/** A page of comments, and the newest that stood on it when it was looked at. */
export interface Watched {
  topic: string
  since: number
}

/** The topic of a thread's comments. */
export const threadTopic = (threadId: number): string => `thread:${threadId}`

const TOPIC = /^thread:([1-9]\d{0,8})$/
/** The thread that a topic is about; null for another topic. */
export const threadOfTopic = (topic: string): number | null => {
  const found = TOPIC.exec(topic)?.[1]
  return found === undefined ? null : Number(found)
}

/** As the stream's address says it: `thread:5@120,thread:7@0`. */
export const watchText = (watched: readonly Watched[]): string =>
  watched
    .slice(-WATCHED_MAX)
    .map(({ topic, since }) => `${topic}@${since}`)
    .join()
export const WATCH_TEXT_MAX = 300

/** What is no topic of ours is left out: an older page may ask for what is gone. */
export const parseWatch = (text: string): Watched[] =>
  text
    .split(',')
    .slice(0, WATCHED_MAX)
    .flatMap((part) => {
      const [topic = '', since = ''] = part.split('@')
      return threadOfTopic(topic) !== null && /^\d{1,9}$/.test(since) ? [{ topic, since: Number(since) }] : []
    })
