/** An open bell, held by a test. */
import { pathFor } from '#contract/endpoint.ts'
import type { LiveEvent } from '#contract/notifications/live.ts'
import { streamNotifications, type Notification } from '#contract/notifications/notifications.ts'
import { HOME } from './world.ts'

interface Event {
  name: string
  id: number | null
  data: { unread?: number; notification?: Notification } & Partial<LiveEvent>
}
interface Listening {
  lastId?: string
  clientId?: number
  /** As `watchText` writes it. */
  watch?: string
}

/** A bell that listens; `until` waits for what it heard. */
export const listenAt = async (
  address: string,
  userId: number,
  { lastId = '', clientId = HOME, watch = '' }: Listening = {},
) => {
  const stop = new AbortController()
  const response = await fetch(`${address}${pathFor(streamNotifications, { clientId })}?watch=${watch}`, {
    signal: stop.signal,
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${userId}`,
      ...(lastId === '' ? {} : { 'last-event-id': lastId }),
    },
  })
  const heard: Event[] = []
  const wake = new Set<() => void>()
  let over = false
  const read = async () => {
    let text = ''
    const decoder = new TextDecoder()
    try {
      for await (const piece of response.body ?? []) {
        text += decoder.decode(piece, { stream: true })
        const events = text.split('\n\n')
        text = events.pop() ?? ''
        for (const event of events) {
          const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(event)?.[1]
          if (!field('event')) continue
          heard.push({
            name: field('event') ?? '',
            id: Number(field('id')) || null,
            data: JSON.parse(field('data') ?? '{}') as Event['data'],
          })
        }
        for (const look of wake) look()
      }
    } catch {
      // Left on purpose.
    }
    over = true
    for (const look of wake) look()
  }
  const reading = read()
  return {
    status: response.status,
    headers: response.headers,
    heard,
    titles: () => heard.flatMap(({ data }) => data.notification?.params['title'] ?? []),
    ended: () => over,
    until: (there: () => boolean) =>
      new Promise<void>((resolve, reject) => {
        const late = setTimeout(
          () =>
            reject(new Error(`heard only ${JSON.stringify(heard)}${over ? ', and the stream ended' : ''}`)),
          8000,
        )
        const look = () => {
          if (!there()) return
          clearTimeout(late)
          wake.delete(look)
          resolve()
        }
        wake.add(look)
        look()
      }),
    leave: async () => {
      stop.abort()
      await reading
    },
  }
}
