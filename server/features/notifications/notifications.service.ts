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
import { announceNotifications } from './notify.ts'

export const userOf = (scope: MemberScope) => ({
  clientId: scope.tenant.clientId,
  userId: scope.actor.userId,
})

export const notificationPage = (
  scope: MemberScope,
  query: QueryOf<typeof listNotifications>,
): Promise<ResponseOf<typeof listNotifications>> =>
  scope.tx(async (db) => {
    const user = userOf(scope)
    const { page, page_size: limit, before } = query
    const unread = query.unread === 'true'
    const offset = (page - 1) * limit
    const result = await rows.page(db, user, { before, unread, limit, offset })
    return {
      ...pageLinks(pathFor(listNotifications, user), query, result.count),
      results: result.rows.map(toNotification),
    }
  })

export const unreadState = (scope: MemberScope): Promise<UnreadState> =>
  scope.tx((db) => rows.stateOf(db, userOf(scope)))

/** Called when notifications of other features are read; provided in app.ts. */
export interface ReadDependencies {
  /** The forum keeps its own list of mentions. */
  readonly mentionsRead: (
    db: TenantDb,
    of: { clientId: number; userId: number; dedupeKeys: readonly string[]; at: Date },
  ) => Promise<void>
}

/** Marks notifications as read and informs the person's other devices. */
export const markAsRead = (
  { changes, dependencies }: { changes: ChangeFeed; dependencies: ReadDependencies },
  scope: MemberScope,
  { ids = [], up_to: upTo = 0 }: BodyOf<typeof readNotifications>,
): Promise<UnreadState> =>
  scope.tx(async (db) => {
    const user = userOf(scope)
    const at = scope.clock.now()
    const newlyRead = await rows.markRead(db, user, { ids, upTo, at })
    if (newlyRead.length > 0) await announceNotifications(changes, db, user.clientId, [[user.userId, 0]])
    const dedupeKeys = newlyRead.flatMap((row) => (row.kind === 'mention' ? [row.dedupe_key] : []))
    if (dedupeKeys.length > 0) await dependencies.mentionsRead(db, { ...user, dedupeKeys, at })
    return rows.stateOf(db, user)
  })
