import type { Readable } from 'node:stream'

/** An answer that goes on: server-sent events, written by whoever made it until the caller or the server ends it. */
export class EventStream {
  readonly events: Readable
  constructor(events: Readable) {
    this.events = events
  }
}

/**
 * Never kept, and not held back by a proxy until its buffer is full. The connection ends with the stream: otherwise a
 * server that stops would wait for connections that have nothing more to say.
 */
export const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  connection: 'close',
} as const

/** One event as text; `data` is JSON on one line. */
export const eventText = (event: { name: string; id?: number; data: unknown }): string =>
  `event: ${event.name}\n${event.id === undefined ? '' : `id: ${event.id}\n`}data: ${JSON.stringify(event.data)}\n\n`
