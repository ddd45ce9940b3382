/** What the demo's people were told while the demo's past happened: by the product itself, at the time it happened. */
import { sql } from 'kysely'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Notifier } from '#server/core/notifier.ts'
import { notifier } from '#server/features/notifications/index.ts'

export interface PastNews {
  at: Date
  tell: (telling: Notifier) => Promise<void>
}

/** People have looked at their bells since: what is older is read. */
const UNREAD_DAYS = 6
const DAY_MS = 86_400_000

/** In the order of the past, without mails: nobody wants to hear by mail today of what was said weeks ago. */
export const tellPast = async (
  core: Core,
  db: TenantDb,
  clientId: number,
  news: readonly PastNews[],
): Promise<void> => {
  for (const { at, tell } of news.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const { notify, withdraw } = notifier({ clock: { now: () => at }, changes: core.changes })
    await tell({ withdraw, notify: (tx, id, told) => notify(tx, id, { ...told, ownMail: true }) })
  }
  const since = new Date(core.clock.now().getTime() - UNREAD_DAYS * DAY_MS)
  await sql`update notification set read_at = created_at + interval '3 hours'
    where client_id = ${clientId} and created_at < ${since}`.execute(db)
}
