import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { getPreferences, getUnread, listNotifications } from '#contract/notifications/notifications.ts'
import { authedCall } from '#src/core/api/authed-call.ts'

const PAGE_SIZE = 20

export const notificationKeys = {
  lists: ['notifications', 'list'] as const,
  list: (unread: boolean) => ['notifications', 'list', unread] as const,
  unread: ['notifications', 'unread'] as const,
  preferences: ['notifications', 'preferences'] as const,
}

/** Pages continue from the last loaded id, so that new notifications do not shift them. */
export const listQuery = (unread: boolean) =>
  infiniteQueryOptions({
    queryKey: notificationKeys.list(unread),
    queryFn: ({ signal, pageParam }) =>
      authedCall(listNotifications, {
        signal,
        query: {
          page_size: PAGE_SIZE,
          ...(pageParam === null ? {} : { before: pageParam }),
          ...(unread ? { unread: 'true' } : {}),
        },
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next, results }) => (next === null ? null : (results.at(-1)?.id ?? null)),
  })

/** The stream keeps it current; without a stream it is as old as the page. */
export const unreadQuery = () =>
  queryOptions({
    queryKey: notificationKeys.unread,
    queryFn: ({ signal }) => authedCall(getUnread, { signal }),
  })

export const preferencesQuery = () =>
  queryOptions({
    queryKey: notificationKeys.preferences,
    queryFn: ({ signal }) => authedCall(getPreferences, { signal }),
    staleTime: 0,
  })
