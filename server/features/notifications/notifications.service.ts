import type { BodyOf, QueryOf, ResponseOf } from '#contract/endpoint.ts'
import { pathFor } from '#contract/endpoint.ts'
import {
  listNotifications,
  type readNotifications,
  type UnreadState,
} from '#contract/notifications/notifications.ts'
import type { ChangeFeed } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { toNotification } from './notifications.mapper.ts'
import * as rows from './notifications.repository.ts'
import { announceTold } from './notify.ts'

export const ownOf = (scope: MemberScope) => ({
  clientId: scope.tenant.clientId,
  userId: scope.actor.userId,
})

/** One page of the bell. */
export const notificationPage = (
  scope: MemberScope,
  query: QueryOf<typeof listNotifications>,
): Promise<ResponseOf<typeof listNotifications>> =>
  scope.tx(async (db) => {
    const own = ownOf(scope)
    const { page, page_size: limit, before } = query
    const unread = query.unread === 'true'
    const offset = (page - 1) * limit
    const found = await rows.page(db, own, { before, unread, limit, offset })
    return {
      ...pageLinks(pathFor(listNotifications, own), query, found.count),
      results: found.rows.map(toNotification),
    }
  })

export const unreadState = (scope: MemberScope): Promise<UnreadState> =>
  scope.tx((db) => rows.stateOf(db, ownOf(scope)))

/** What other features do when their occasions were read; handed over in app.ts. */
export interface ReadDependencies {
  /** The forum keeps a list of its own of where somebody was named. */
  readonly mentionsRead: (
    db: TenantDb,
    of: { clientId: number; userId: number; dedupeKeys: readonly string[]; at: Date },
  ) => Promise<void>
}

/** Marks as read; the person's other devices hear of it. */
export const read = (
  { changes, actions }: { changes: ChangeFeed; actions: ReadDependencies },
  scope: MemberScope,
  { ids = [], up_to: upTo = 0 }: BodyOf<typeof readNotifications>,
): Promise<UnreadState> =>
  scope.tx(async (db) => {
    const own = ownOf(scope)
    const at = scope.clock.now()
    const seen = await rows.markRead(db, own, { ids, upTo, at })
    if (seen.length > 0) await announceTold(changes, db, own.clientId, [[own.userId, 0]])
    const dedupeKeys = seen.flatMap((row) => (row.kind === 'mention' ? [row.dedupe_key] : []))
    if (dedupeKeys.length > 0) await actions.mentionsRead(db, { ...own, dedupeKeys, at })
    return rows.stateOf(db, own)
  })
