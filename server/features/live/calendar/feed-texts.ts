/** Feeds as they were last sent. Calendars ask again every half an hour, and mostly nothing has changed. */
import { createHash } from 'node:crypto'

export interface FeedText {
  readonly body: Buffer
  readonly etag: string
}

export interface FeedTexts {
  /** The text of this version; `write` writes it unless it is the one that was kept. */
  readonly get: (feed: string, version: string, write: () => Promise<string>) => Promise<FeedText>
}

/** A feed of a thousand events has 450 kB. */
const FEEDS_MAX = 32

export const createFeedTexts = (): FeedTexts => {
  const kept = new Map<string, FeedText & { version: string }>()
  return {
    get: async (feed, version, write) => {
      const known = kept.get(feed)
      kept.delete(feed)
      if (known?.version === version) {
        kept.set(feed, known)
        return known
      }
      const body = Buffer.from(await write())
      const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
      const text = { version, body, etag }
      kept.set(feed, text)
      if (kept.size > FEEDS_MAX) kept.delete(kept.keys().next().value as string)
      return text
    },
  }
}
