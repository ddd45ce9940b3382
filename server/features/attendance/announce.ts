import { boardTopic, isBoardTopic, type LiveEvent, type Watched } from '#contract/notifications/live.ts'
import type { ChangeFeed } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'

/** Nobody: everyone who looks at the board hears of the change, also who made it. */
const NOBODY = 0

/** Tells open boards of a session, on commit, to fetch who is in (AT6). */
export const announceBoard = (
  changes: ChangeFeed,
  db: TenantDb,
  { clientId, sessionId }: { clientId: number; sessionId: number },
): Promise<void> =>
  changes.announce(db, {
    kind: 'live',
    clientId,
    topic: boardTopic(sessionId),
    by: NOBODY,
    came: [sessionId],
    gone: [],
  })

/** The first event of a stream that watches boards: a page that was away fetches its board again. */
export const boardsSince = (watched: readonly Watched[]): LiveEvent[] =>
  watched
    .filter(({ topic }) => isBoardTopic(topic))
    .map(({ topic }) => ({ topic, whole: true, came: [], gone: [] }))
