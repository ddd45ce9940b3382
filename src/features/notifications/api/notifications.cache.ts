import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { listNotifications, Notification, UnreadState } from '#contract/notifications/notifications.ts'
import { notificationKeys, unreadQuery } from './notifications.queries.ts'

type Page = ResponseOf<typeof listNotifications>
type Pages = InfiniteData<Page, number | null>

const LISTS = [false, true] as const

/** Adds a new notification to every loaded list, once. */
export const addNotification = (client: QueryClient, notification: Notification) => {
  for (const unread of LISTS)
    client.setQueryData<Pages>(notificationKeys.list(unread), (list) => {
      const [first, ...rest] = list?.pages ?? []
      if (!list || !first || list.pages.some((page) => page.results.some(({ id }) => id === notification.id)))
        return list
      // Notifications may arrive out of order: sort by id.
      const results = [notification, ...first.results].toSorted((a, b) => b.id - a.id)
      return { ...list, pages: [{ ...first, count: first.count + 1, results }, ...rest] }
    })
}

/** Marks the unread rows for which `isMatch` is true as read. */
export const markInLists = (client: QueryClient, isMatch: (row: Notification) => boolean, at: string) => {
  client.setQueryData<Pages>(
    notificationKeys.list(false),
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          results: page.results.map((row) =>
            row.read_at === null && isMatch(row) ? { ...row, read_at: at } : row,
          ),
        })),
      },
  )
}

/** Stores the server's state; lists that differ from it are refetched. */
export const setState = (client: QueryClient, state: UnreadState) => {
  const previous = client.getQueryData<UnreadState>(notificationKeys.unread)
  client.setQueryData<UnreadState>(notificationKeys.unread, state)
  if (previous && (previous.unread !== state.unread || previous.latest_id !== state.latest_id))
    void client.invalidateQueries({ queryKey: notificationKeys.lists })
}

/**
 * Requests the unread count while the stream opens. Events of the stream are newer than this answer, which
 * may be slow, so the last event wins.
 */
export const readUnread = async (client: QueryClient, lastEvent: () => UnreadState | null): Promise<void> => {
  await client.prefetchQuery(unreadQuery())
  const newer = lastEvent()
  if (newer) client.setQueryData<UnreadState>(notificationKeys.unread, newer)
}
