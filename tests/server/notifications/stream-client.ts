/** A client of the notification stream for tests. */
import { pathFor } from '#contract/endpoint.ts'
import type { LiveEvent } from '#contract/notifications/live.ts'
import { streamNotifications, type Notification } from '#contract/notifications/notifications.ts'
import { HOME } from './world.ts'

interface StreamEvent {
  name: string
  id: number | null
  data: { unread?: number; notification?: Notification } & Partial<LiveEvent>
}
interface ListenOptions {
  lastId?: string
  clientId?: number
  /** In the format of `watchText`. */
  watch?: string
  /** Another session of the same person. */
  session?: string
}

/** Opens a stream; `until` waits for its events. */
export const listenAt = async (
  address: string,
  userId: number,
  { lastId = '', clientId = HOME, watch = '', session = '' }: ListenOptions = {},
) => {
  const abort = new AbortController()
  const response = await fetch(`${address}${pathFor(streamNotifications, { clientId })}?watch=${watch}`, {
    signal: abort.signal,
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${userId}${session && `.${session}`}`,
      ...(lastId === '' ? {} : { 'last-event-id': lastId }),
    },
  })
  const events: StreamEvent[] = []
  const listeners = new Set<() => void>()
  let isOver = false
  const read = async () => {
    let text = ''
    const decoder = new TextDecoder()
    try {
      for await (const chunk of response.body ?? []) {
        text += decoder.decode(chunk, { stream: true })
        const blocks = text.split('\n\n')
        text = blocks.pop() ?? ''
        for (const part of blocks) {
          const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(part)?.[1]
          if (!field('event')) continue
          events.push({
            name: field('event') ?? '',
            id: Number(field('id')) || null,
            data: JSON.parse(field('data') ?? '{}') as StreamEvent['data'],
          })
        }
        for (const listener of listeners) listener()
      }
    } catch {
      // Aborted on purpose.
    }
    isOver = true
    for (const listener of listeners) listener()
  }
  const reading = read()
  return {
    status: response.status,
    headers: response.headers,
    heard: events,
    titles: () => events.flatMap(({ data }) => data.notification?.params['title'] ?? []),
    ended: () => isOver,
    until: (isDone: () => boolean) =>
      new Promise<void>((resolve, reject) => {
        const timeout = setTimeout(
          () =>
            reject(
              new Error(`received only ${JSON.stringify(events)}${isOver ? ', and the stream ended' : ''}`),
            ),
          8000,
        )
        const check = () => {
          if (!isDone()) return
          clearTimeout(timeout)
          listeners.delete(check)
          resolve()
        }
        listeners.add(check)
        check()
      }),
    leave: async () => {
      abort.abort()
      await reading
    },
  }
}
