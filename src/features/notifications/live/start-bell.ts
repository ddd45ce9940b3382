/**
 * Starts the bell: one stream per browser, the unread count on bell and app icon, and push on this device.
 */
import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { v4 as uuid } from 'uuid'
import { pathFor } from '#contract/endpoint.ts'
import { streamNotifications, type UnreadState } from '#contract/notifications/notifications.ts'
import { clientId, runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { beforeSignOut } from '#src/core/session/farewell.ts'
import { accessToken } from '#src/core/session/live-session.ts'
import { onSession, storedUser } from '#src/core/session/session.ts'
import { registerWipe } from '#src/core/session/wipe.ts'
import { addNotification, readUnread, setState } from '../api/notifications.cache.ts'
import { notificationKeys } from '../api/notifications.queries.ts'
import { setBellState } from '../model/bell-state.ts'
import { showAppBadge } from './app-badge.ts'
import { startLeader } from './leader.ts'
import { syncPush, disablePush, clearPush, isSubscribed } from './push.ts'
import { keepListening, type BellEvent } from './stream.ts'
import { createTopicHub } from './topic-hub.ts'

/** Resolves after `ms`, or earlier when the device is online again or the page becomes visible. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      window.removeEventListener('online', finish)
      document.removeEventListener('visibilitychange', finishIfVisible)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const finishIfVisible = () => {
      if (document.visibilityState === 'visible') finish()
    }
    const timer = setTimeout(finish, ms)
    window.addEventListener('online', finish)
    document.addEventListener('visibilitychange', finishIfVisible)
    signal.addEventListener('abort', finish)
  })

/** A background stream must not end the session: wait until the person's own requests renew the token. */
const TOKEN_WAIT_MS = 60_000
const waitForNewToken = (signal: AbortSignal) => {
  const rejectedToken = accessToken()
  return new Promise<void>((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      unsubscribe()
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, TOKEN_WAIT_MS)
    const unsubscribe = onSession(() => {
      if (accessToken() !== rejectedToken) finish()
    })
    signal.addEventListener('abort', finish)
  })
}

const openStream = (topics: string, lastId: string | null, signal: AbortSignal) => {
  const path = pathFor(streamNotifications, { clientId: clientId() })
  const query = topics === '' ? '' : `?${new URLSearchParams({ watch: topics }).toString()}`
  return fetch(`${runtimeConfig().api_base_url}${path}${query}`, {
    signal,
    cache: 'no-store',
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${accessToken() ?? ''}`,
      ...(lastId === null ? {} : { 'last-event-id': lastId }),
    },
  })
}

const labelOf = (unread: number) =>
  unread > 0 ? i18next.t('unread', { ns: 'notifications', count: unread }) : null

/** Shows the cached unread count on the bell and the app icon. */
const showState = (client: QueryClient) => {
  const unread = client.getQueryData<UnreadState>(notificationKeys.unread)?.unread ?? 0
  setBellState({ unread, label: labelOf(unread) })
  showAppBadge(unread)
}

// Registered here, not among the bell's cleanups: sign-out unmounts the bell before it clears user data.
registerWipe(async () => {
  setBellState()
  showAppBadge(0)
  await clearPush()
})

/** Updates the bell with the cache and the language. Returns a function to stop. */
const keepShowingState = (client: QueryClient): (() => void) => {
  const show = () => showState(client)
  const unsubscribe = client.getQueryCache().subscribe(({ query }) => {
    if (
      query.queryKey === notificationKeys.unread ||
      query.queryHash === JSON.stringify(notificationKeys.unread)
    )
      show()
  })
  const updateLanguage = () => void i18next.loadNamespaces('notifications').then(show)
  i18next.on('languageChanged', updateLanguage)
  return () => {
    unsubscribe()
    i18next.off('languageChanged', updateLanguage)
  }
}

/** Writes what the stream says into the cache. */
const applyEvent = (client: QueryClient, event: Exclude<BellEvent, { kind: 'live' }>) => {
  if (event.kind === 'state') return setState(client, event.state)
  addNotification(client, event.notification)
  client.setQueryData<UnreadState>(notificationKeys.unread, (state) => ({
    unread: event.unread,
    latest_id: Math.max(state?.latest_id ?? 0, event.notification.id),
  }))
}

/** Returns a function to stop. */
export const startBell = async (client: QueryClient): Promise<() => void> => {
  const person = storedUser()?.id ?? null
  if (person === null) return () => undefined
  await i18next.loadNamespaces('notifications')
  const name = `notifications-${clientId()}-${person}`
  const channelOf = (kind: string) => ('BroadcastChannel' in window ? new BroadcastChannel(kind) : null)
  const channel = channelOf(name)
  const topicHub = createTopicHub(uuid(), channelOf(`live-${name}`))

  let lastState: UnreadState | null = null
  const handleEvent = (event: BellEvent) => {
    if (event.kind === 'live') return
    applyEvent(client, event)
    lastState = client.getQueryData<UnreadState>(notificationKeys.unread) ?? null
  }
  if (channel) channel.onmessage = (message: MessageEvent<BellEvent>) => handleEvent(message.data)

  const stopShowing = keepShowingState(client)
  void readUnread(client, () => lastState)

  const stopLeading = startLeader({
    name,
    locks: 'locks' in navigator ? navigator.locks : null,
    page: document,
    lead: (signal) =>
      keepListening(
        {
          open: (lastId, ended) => openStream(topicHub.topicsParam(), lastId, ended),
          waitForNewToken,
          pause,
          onActivity: topicHub.publishActivity,
          onRestart: topicHub.onNewTopic,
          onEvent: (event) => {
            if (event.kind === 'live') return topicHub.publish(event.event)
            handleEvent(event)
            channel?.postMessage(event)
          },
        },
        signal,
      ),
  })
  void syncPush().catch(() => undefined)

  const cleanups: readonly (() => unknown)[] = [
    stopLeading,
    stopShowing,
    () => channel?.close(),
    topicHub.stop,
    beforeSignOut(async () => {
      if (await isSubscribed()) await disablePush()
    }),
  ]
  return () => {
    for (const cleanup of cleanups) cleanup()
  }
}
