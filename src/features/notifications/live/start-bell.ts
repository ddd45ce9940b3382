/** The bell comes alive: one stream a browser, the number on bell and app, pushes on this device. */
import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { v4 as uuid } from 'uuid'
import { pathFor } from '#contract/endpoint.ts'
import { streamNotifications, type UnreadState } from '#contract/notifications/notifications.ts'
import { clientId, runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { accessToken, onSession, storedUser } from '#src/core/session/session.ts'
import { beforeSignOut, onClearUserData } from '#src/core/session/sign-out-hooks.ts'
import { addTold, readUnread, setState } from '../api/notifications.cache.ts'
import { notificationKeys } from '../api/notifications.queries.ts'
import { setBellState } from '../model/bell-state.ts'
import { showAppBadge } from './app-badge.ts'
import { startLeader } from './leader.ts'
import { alignPush, disablePush, forgetPushHere, isSubscribed } from './push.ts'
import { keepListening, type BellEvent } from './stream.ts'
import { startWatching } from './watching.ts'

/** Sooner than planned: the network is back, or the person. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const over = () => {
      clearTimeout(timer)
      window.removeEventListener('online', over)
      document.removeEventListener('visibilitychange', seen)
      signal.removeEventListener('abort', over)
      resolve()
    }
    const seen = () => {
      if (document.visibilityState === 'visible') over()
    }
    const timer = setTimeout(over, ms)
    window.addEventListener('online', over)
    document.addEventListener('visibilitychange', seen)
    signal.addEventListener('abort', over)
  })

/** Whether a session is lost, nobody should learn from a bell in the background: what the person does tells. */
const TOKEN_WAIT_MS = 60_000
const anotherToken = (signal: AbortSignal) => {
  const refused = accessToken()
  return new Promise<void>((resolve) => {
    const over = () => {
      clearTimeout(timer)
      forget()
      signal.removeEventListener('abort', over)
      resolve()
    }
    const timer = setTimeout(over, TOKEN_WAIT_MS)
    const forget = onSession(() => {
      if (accessToken() !== refused) over()
    })
    signal.addEventListener('abort', over)
  })
}

const openStream = (watched: string, lastId: string | null, signal: AbortSignal) => {
  const path = pathFor(streamNotifications, { clientId: clientId() })
  const query = watched === '' ? '' : `?${new URLSearchParams({ watch: watched }).toString()}`
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

/** Shows the number that the cache holds, on the bell and on the app. */
const showState = (client: QueryClient) => {
  const unread = client.getQueryData<UnreadState>(notificationKeys.unread)?.unread ?? 0
  setBellState({ unread, label: labelOf(unread) })
  showAppBadge(unread)
}

// Not one of the bell's endings: signing out takes the bell off the page before anything is wiped.
onClearUserData(async () => {
  setBellState()
  showAppBadge(0)
  await forgetPushHere()
})

/** Answers how to stop. */
export const startBell = async (client: QueryClient): Promise<() => void> => {
  const person = storedUser()?.id ?? null
  if (person === null) return () => undefined
  await i18next.loadNamespaces('notifications')
  const name = `notifications-${clientId()}-${person}`
  const channelOf = (kind: string) => ('BroadcastChannel' in window ? new BroadcastChannel(kind) : null)
  const channel = channelOf(name)
  const watching = startWatching(uuid(), channelOf(`live-${name}`))

  let heard: UnreadState | null = null
  const hear = (event: BellEvent) => {
    if (event.kind === 'live') return
    if (event.kind === 'told') {
      addTold(client, event.notification)
      client.setQueryData<UnreadState>(notificationKeys.unread, (state) => ({
        unread: event.unread,
        latest_id: Math.max(state?.latest_id ?? 0, event.notification.id),
      }))
    } else setState(client, event.state)
    heard = client.getQueryData<UnreadState>(notificationKeys.unread) ?? null
  }
  if (channel) channel.onmessage = (message: MessageEvent<BellEvent>) => hear(message.data)

  const show = () => showState(client)
  const unsubscribe = client.getQueryCache().subscribe(({ query }) => {
    if (
      query.queryKey === notificationKeys.unread ||
      query.queryHash === JSON.stringify(notificationKeys.unread)
    )
      show()
  })
  const inLanguage = () => void i18next.loadNamespaces('notifications').then(show)
  i18next.on('languageChanged', inLanguage)
  void readUnread(client, () => heard)

  const stopLeading = startLeader({
    name,
    locks: 'locks' in navigator ? navigator.locks : null,
    page: document,
    lead: (signal) =>
      keepListening(
        {
          open: (lastId, ended) => openStream(watching.wanted(), lastId, ended),
          renewed: anotherToken,
          pause,
          onLife: watching.lives,
          onMore: watching.onMore,
          onEvent: (event) => {
            if (event.kind === 'live') return watching.hear(event.event)
            hear(event)
            channel?.postMessage(event)
          },
        },
        signal,
      ),
  })
  void alignPush().catch(() => undefined)

  const endings: readonly (() => unknown)[] = [
    stopLeading,
    unsubscribe,
    () => i18next.off('languageChanged', inLanguage),
    () => channel?.close(),
    watching.stop,
    beforeSignOut(async () => {
      if (await isSubscribed()) await disablePush()
    }),
  ]
  return () => {
    for (const end of endings) end()
  }
}
