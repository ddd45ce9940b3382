/**
 * One connection to the bell's stream, for as long as it is wanted. It comes back by itself with the last event's id:
 * at once when the server ended it in order, else after a growing pause; sooner when the device comes back to the
 * network or the person to the page.
 */
import { liveEvent, toldEvent, unreadState } from '#contract/notifications/events.ts'
import type { LiveEvent, Notification, UnreadState } from '#contract/notifications/events.ts'
import { STREAM_BEAT_MS, streamEvents } from '#contract/notifications/notifications.ts'
import { createEventParser, type ServerEvent } from '../model/sse.ts'

export type BellEvent =
  | { kind: 'told'; unread: number; notification: Notification }
  | { kind: 'state'; state: UnreadState }
  | { kind: 'live'; event: LiveEvent }

export interface StreamParts {
  /** Opens the stream; the answer may be a refusal. */
  readonly open: (lastId: string | null, signal: AbortSignal) => Promise<Response>
  /** The token was refused: ends when there may be another one. */
  readonly renewed: (signal: AbortSignal) => Promise<unknown>
  readonly onEvent: (event: BellEvent) => void
  /** Anything came, be it only a sign of life. */
  readonly onLife?: () => void
  /** Hands over how to begin anew at once, for more than the stream was opened for; answers how to take that back. */
  readonly onMore?: (begin: () => void) => () => void
  /** Ends after so many ms, or sooner when trying again is worth it. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
  readonly random?: () => number
}

const FIRST_PAUSE_MS = 1000
const PAUSE_MAX_MS = 60_000
/** The person has too many streams open, or may not listen: no hurry. */
const LONG_PAUSE_MS = 5 * 60_000
const SILENT_AFTER_MS = 2 * STREAM_BEAT_MS + 5000

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export const bellEvent = ({ name, data }: ServerEvent): BellEvent | null => {
  if (name === streamEvents.told) {
    const told = toldEvent.safeParse(parsed(data))
    return told.success ? { kind: 'told', ...told.data } : null
  }
  if (name === streamEvents.state) {
    const state = unreadState.safeParse(parsed(data))
    return state.success ? { kind: 'state', state: state.data } : null
  }
  if (name === streamEvents.live) {
    const live = liveEvent.safeParse(parsed(data))
    return live.success ? { kind: 'live', event: live.data } : null
  }
  return null
}

type Ended = 'in_order' | 'lost' | 'busy' | 'refused' | 'anew'

/** Listens until the signal; never throws. */
export const keepListening = async (parts: StreamParts, signal: AbortSignal): Promise<void> => {
  const random = parts.random ?? Math.random
  let lastId: string | null = null
  let pauseMs = FIRST_PAUSE_MS

  const listen = async (): Promise<Ended> => {
    const mine = new AbortController()
    const stop = () => mine.abort()
    let anew = false
    const forgetMore = parts.onMore?.(() => {
      anew = true
      stop()
    })
    signal.addEventListener('abort', stop)
    let silence = setTimeout(stop, SILENT_AFTER_MS)
    try {
      const response = await parts.open(lastId, mine.signal)
      if (response.status === 401) {
        clearTimeout(silence)
        return await parts.renewed(signal).then(() => 'in_order' as const)
      }
      if (response.status === 429 || response.status >= 500) return 'lost'
      if (!response.ok || !response.body) return 'refused'
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
      const parser = createEventParser()
      let busy = false
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return busy ? 'busy' : 'in_order'
        clearTimeout(silence)
        silence = setTimeout(stop, SILENT_AFTER_MS)
        parts.onLife?.()
        for (const event of parser.feed(value)) {
          if (event.id) lastId = event.id
          if (event.name === streamEvents.busy) busy = true
          const known = bellEvent(event)
          if (known) {
            pauseMs = FIRST_PAUSE_MS
            parts.onEvent(known)
          }
        }
      }
    } catch {
      return anew ? 'anew' : 'lost'
    } finally {
      clearTimeout(silence)
      forgetMore?.()
      signal.removeEventListener('abort', stop)
      mine.abort()
    }
  }

  while (!signal.aborted) {
    const ended = await listen()
    if (signal.aborted) return
    if (ended === 'anew') continue
    const wait = ended === 'busy' || ended === 'refused' ? LONG_PAUSE_MS : pauseMs
    if (ended === 'lost') pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS)
    // Not all at the same moment when the server comes back.
    await parts.pause(wait * (0.5 + random() / 2), signal)
  }
}
