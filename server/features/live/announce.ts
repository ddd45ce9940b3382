import { boardTopic, SCHEDULE_TOPIC, type LiveEvent, type Watched } from '#contract/notifications/live.ts'
import type { ChangeFeed } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'

/** Nobody: everyone who looks at the schedule hears of the change, also who made it. */
const NOBODY = 0

/**
 * Tells open schedules, on commit, that a session is new or changed: times, cancellation, end or recording. They fetch it
 * again; ids say nothing to people who are not invited.
 */
export const announceSession = (
  changes: ChangeFeed,
  db: TenantDb,
  { clientId, sessionId }: { clientId: number; sessionId: number },
): Promise<void> =>
  changes.announce(db, {
    kind: 'live',
    clientId,
    topic: SCHEDULE_TOPIC,
    by: NOBODY,
    came: [sessionId],
    gone: [],
  })

/** Tells the staff who look at the session's board that somebody joined. */
export const announceJoin = (
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

/** The first event of a stream that watches the schedule: the page fetches it again, because it may have missed changes. */
export const scheduleSince = (watched: readonly Watched[]): LiveEvent[] =>
  watched.some(({ topic }) => topic === SCHEDULE_TOPIC)
    ? [{ topic: SCHEDULE_TOPIC, whole: true, came: [], gone: [] }]
    : []
