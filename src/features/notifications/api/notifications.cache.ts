import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { listNotifications, Notification, UnreadState } from '#contract/notifications/notifications.ts'
import { notificationKeys, unreadQuery } from './notifications.queries.ts'

type Page = ResponseOf<typeof listNotifications>
type Pages = InfiniteData<Page, number | null>

const LISTS = [false, true] as const

/** What was just told stands first in every list that is known, once. */
export const addTold = (client: QueryClient, told: Notification) => {
  for (const unread of LISTS)
    client.setQueryData<Pages>(notificationKeys.list(unread), (known) => {
      const [first, ...rest] = known?.pages ?? []
      if (!known || !first || known.pages.some((page) => page.results.some(({ id }) => id === told.id)))
        return known
      // Rows may be told out of order: each stands where its id belongs.
      const results = [told, ...first.results].toSorted((a, b) => b.id - a.id)
      return { ...known, pages: [{ ...first, count: first.count + 1, results }, ...rest] }
    })
}

/** `which` says whether a row is meant. */
export const markInLists = (client: QueryClient, which: (row: Notification) => boolean, at: string) => {
  client.setQueryData<Pages>(
    notificationKeys.list(false),
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({
          ...page,
          results: page.results.map((row) =>
            row.read_at === null && which(row) ? { ...row, read_at: at } : row,
          ),
        })),
      },
  )
}

/** The state as the server says it; lists that know less are read again when they are looked at. */
export const setState = (client: QueryClient, state: UnreadState) => {
  const before = client.getQueryData<UnreadState>(notificationKeys.unread)
  client.setQueryData<UnreadState>(notificationKeys.unread, state)
  if (before && (before.unread !== state.unread || before.latest_id !== state.latest_id))
    void client.invalidateQueries({ queryKey: notificationKeys.lists })
}

/**
 * Asks for the number while the stream is being opened. What the stream says meanwhile is younger than this answer, which
 * may be slow: the last that was heard stands again after it.
 */
export const readUnread = async (client: QueryClient, heard: () => UnreadState | null): Promise<void> => {
  await client.prefetchQuery(unreadQuery())
  const younger = heard()
  if (younger) client.setQueryData<UnreadState>(notificationKeys.unread, younger)
}
