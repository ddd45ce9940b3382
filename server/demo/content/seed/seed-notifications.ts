/** Notifications of past events in the demo, made by the product's own notifier with the time of the event. */
import { sql } from 'kysely'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Notifier } from '#server/core/notifier.ts'
import { notifier } from '#server/features/notifications/index.ts'

export interface PastEvent {
  at: Date
  publish: (target: Notifier) => Promise<void>
}

/** Older notifications count as read. */
const UNREAD_DAYS = 6
const DAY_MS = 86_400_000

/** Runs in chronological order and sends no mail, because a mail today about an event weeks ago would be useless. */
export const notifyOfPast = async (
  core: Core,
  db: TenantDb,
  clientId: number,
  events: readonly PastEvent[],
): Promise<void> => {
  for (const { at, publish } of events.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const { notify, withdraw } = notifier({ clock: { now: () => at }, changes: core.changes })
    await publish({
      withdraw,
      notify: (tx, id, notification) => notify(tx, id, { ...notification, ownMail: true }),
    })
  }
  const since = new Date(core.clock.now().getTime() - UNREAD_DAYS * DAY_MS)
  await sql`update notification set read_at = created_at + interval '3 hours'
    where client_id = ${clientId} and created_at < ${since}`.execute(db)
}
