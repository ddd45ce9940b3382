/**
 * One connection to the bell's stream. It reconnects with the last event's id: at once when the server closed
 * it normally, otherwise after a growing pause, or earlier when the device is online again or the page
 * becomes visible.
 */
import { liveEvent, toldEvent, unreadState } from '#contract/notifications/events.ts'
import type { LiveEvent, Notification, UnreadState } from '#contract/notifications/events.ts'
import { STREAM_BEAT_MS, streamEvents } from '#contract/notifications/notifications.ts'
import { createEventParser, type ServerEvent } from '../model/sse.ts'

export type BellEvent =
  | { kind: 'told'; unread: number; notification: Notification }
  | { kind: 'state'; state: UnreadState }
  | { kind: 'live'; event: LiveEvent }

export interface StreamOptions {
  /** Opens the stream; the response may be an error. */
  readonly open: (lastId: string | null, signal: AbortSignal) => Promise<Response>
  /** Called after a 401; resolves when there may be a new token. */
  readonly waitForNewToken: (signal: AbortSignal) => Promise<unknown>
  readonly onEvent: (event: BellEvent) => void
  /** Called for any data, also for heartbeats. */
  readonly onActivity?: () => void
  /**
   * Passes a function that reopens the stream at once, for topics that it was not opened for; returns a
   * function to remove it.
   */
  readonly onRestart?: (reopen: () => void) => () => void
  /** Resolves after `ms`, or earlier when a retry makes sense. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
  readonly random?: () => number
}

const FIRST_PAUSE_MS = 1000
const PAUSE_MAX_MS = 60_000
/** The person has too many streams open, or may not listen: retry rarely. */
const LONG_PAUSE_MS = 5 * 60_000
const SILENT_AFTER_MS = 2 * STREAM_BEAT_MS + 5000

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export const bellEvent = ({ name, data }: ServerEvent): BellEvent | null => {
  if (name === streamEvents.told) {
    const notification = toldEvent.safeParse(parseJson(data))
    return notification.success ? { kind: 'told', ...notification.data } : null
  }
  if (name === streamEvents.state) {
    const state = unreadState.safeParse(parseJson(data))
    return state.success ? { kind: 'state', state: state.data } : null
  }
  if (name === streamEvents.live) {
    const live = liveEvent.safeParse(parseJson(data))
    return live.success ? { kind: 'live', event: live.data } : null
  }
  return null
}

type StreamEnd = 'closed' | 'lost' | 'busy' | 'rejected' | 'restart'

/** Listens until the signal aborts; never throws. */
export const keepListening = async (options: StreamOptions, signal: AbortSignal): Promise<void> => {
  const random = options.random ?? Math.random
  let lastId: string | null = null
  let pauseMs = FIRST_PAUSE_MS

  const onEvent = (event: ServerEvent) => {
    if (event.id) lastId = event.id
    const bellMessage = bellEvent(event)
    if (!bellMessage) return
    pauseMs = FIRST_PAUSE_MS
    options.onEvent(bellMessage)
  }
  const listen = async (): Promise<StreamEnd> => {
    const connection = new AbortController()
    const abort = () => connection.abort()
    let isRestart = false
    const removeRestart = options.onRestart?.(() => {
      isRestart = true
      abort()
    })
    signal.addEventListener('abort', abort)
    let silence = setTimeout(abort, SILENT_AFTER_MS)
    try {
      const response = await options.open(lastId, connection.signal)
      if (response.status === 401) {
        clearTimeout(silence)
        return await options.waitForNewToken(signal).then(() => 'closed' as const)
      }
      if (response.status === 429 || response.status >= 500) return 'lost'
      if (!response.ok || !response.body) return 'rejected'
      return await readEvents(response.body, onEvent, () => {
        clearTimeout(silence)
        silence = setTimeout(abort, SILENT_AFTER_MS)
        options.onActivity?.()
      })
    } catch {
      return isRestart ? 'restart' : 'lost'
    } finally {
      clearTimeout(silence)
      removeRestart?.()
      signal.removeEventListener('abort', abort)
      connection.abort()
    }
  }

  while (!signal.aborted) {
    const end = await listen()
    if (signal.aborted) return
    if (end === 'restart') continue
    const wait = end === 'busy' || end === 'rejected' ? LONG_PAUSE_MS : pauseMs
    if (end === 'lost') pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS)
    // Random, so that clients do not reconnect all at once.
    await options.pause(wait * (0.5 + random() / 2), signal)
  }
}

/** Reads the stream to its end; `onData` is called for any data, also for heartbeats. */
const readEvents = async (
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onEvent: (event: ServerEvent) => void,
  onData: () => void,
): Promise<StreamEnd> => {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  const parser = createEventParser()
  let isBusy = false
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return isBusy ? 'busy' : 'closed'
    onData()
    for (const event of parser.feed(value)) {
      if (event.name === streamEvents.busy) isBusy = true
      onEvent(event)
    }
  }
}
