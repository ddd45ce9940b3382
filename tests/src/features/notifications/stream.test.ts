import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { STREAM_BEAT_MS } from '#contract/notifications/notifications.ts'
import { keepListening, type BellEvent, type StreamOptions } from '#src/features/notifications/live/stream.ts'
import { createEventParser } from '#src/features/notifications/model/sse.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const notification = (id: number) => ({
  id,
  kind: 'mention' as const,
  params: { who: 'Vikram', title: 'Loops' },
  link: '/community/thread/5',
  created_at: '2026-11-21T09:00:00.000Z',
  read_at: null,
})
const notificationEvent = (id: number) =>
  `event: notification\nid: ${id}\ndata: ${JSON.stringify({ unread: id, notification: notification(id) })}\n\n`

describe('createEventParser', () => {
  it('parses the same events from text split anywhere', () => {
    const text = `: beat\n\n${notificationEvent(1)}event: state\r\ndata: {"a":\r\ndata: 1}\r\n\r\n${notificationEvent(2)}`
    const whole = createEventParser().feed(text)
    expect(whole.map(({ name, id }) => [name, id])).toEqual([
      ['notification', '1'],
      ['state', null],
      ['notification', '2'],
    ])
    expect(whole[1]?.data).toBe('{"a":\n1}')
    for (let cut = 1; cut < text.length; cut += 1) {
      const parser = createEventParser()
      expect([...parser.feed(text.slice(0, cut)), ...parser.feed(text.slice(cut))]).toEqual(whole)
    }
  })
})

/** A fake server whose connections the test closes. */
const createServer = (first: number) => {
  const opened: {
    lastId: string | null
    send: (text: string) => void
    end: () => void
    fail: () => void
  }[] = []
  let status = first
  const open: StreamOptions['open'] = async (lastId, signal) => {
    if (status !== 200) return Promise.resolve(new Response(null, { status }))
    let controller!: ReadableStreamDefaultController<Uint8Array>
    const body = new ReadableStream<Uint8Array>({
      start: (streamController) => {
        controller = streamController
      },
    })
    signal.addEventListener('abort', () => {
      try {
        controller.error(new DOMException('left', 'AbortError'))
      } catch {
        // It has already ended.
      }
    })
    opened.push({
      lastId,
      send: (text) => controller.enqueue(new TextEncoder().encode(text)),
      end: () => controller.close(),
      fail: () => controller.error(new TypeError('network')),
    })
    return Promise.resolve(new Response(body, { status: 200 }))
  }
  return {
    opened,
    open,
    answer: (next: number) => {
      status = next
    },
  }
}
const startListening = (status = 200) => {
  const server = createServer(status)
  const events: BellEvent[] = []
  const pauses: number[] = []
  const stop = new AbortController()
  let resume = () => undefined as void
  let restart = () => undefined as void
  let activityCount = 0
  const waitForNewToken = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const listening = keepListening(
    {
      open: server.open,
      waitForNewToken,
      onEvent: (event) => events.push(event),
      onActivity: () => void (activityCount += 1),
      onRestart: (reopen) => {
        restart = reopen
        return () => void (restart = () => undefined)
      },
      pause: (ms) => {
        pauses.push(ms)
        return new Promise<void>((resolve) => {
          resume = resolve
        })
      },
      random: () => 1,
    },
    stop.signal,
  )
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return {
    ...server,
    events,
    pauses,
    renew: waitForNewToken,
    settle,
    lives: () => activityCount,
    requestRestart: async () => {
      restart()
      await settle()
    },
    retry: async () => {
      resume()
      await settle()
    },
    finish: async () => {
      stop.abort()
      resume()
      await settle()
      await listening
    },
  }
}

describe('keepListening', () => {
  it('reconnects with the id of the last event', async () => {
    const bell = startListening()
    await bell.settle()
    expect(bell.opened[0]?.lastId).toBeNull()
    bell.opened[0]?.send(notificationEvent(7))
    await bell.settle()
    expect(bell.events).toEqual([{ kind: 'told', unread: 7, notification: notification(7) }])
    bell.opened[0]?.fail()
    await bell.settle()
    await bell.retry()
    expect(bell.opened[1]?.lastId).toBe('7')
    await bell.finish()
  })

  it('reopens the stream at once, from the last event', async () => {
    const bell = startListening()
    await bell.settle()
    bell.opened[0]?.send(notificationEvent(7))
    await bell.settle()
    await bell.requestRestart()
    expect(bell.pauses).toEqual([])
    expect(bell.opened.map(({ lastId }) => lastId)).toEqual([null, '7'])
    const event = { topic: 'thread:5', whole: true, came: [12], gone: [] }
    bell.opened[1]?.send(`event: live\ndata: ${JSON.stringify(event)}\n\n`)
    await bell.settle()
    expect(bell.events.at(-1)).toEqual({ kind: 'live', event })
    expect(bell.lives()).toBe(2)
    await bell.finish()
  })

  it('doubles pauses up to a minute and resets them on an event', async () => {
    const bell = startListening(503)
    await bell.settle()
    for (let n = 0; n < 8; n += 1) await bell.retry()
    expect(bell.pauses.slice(0, 8)).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
    bell.answer(200)
    await bell.retry()
    bell.opened[0]?.send(notificationEvent(1))
    await bell.settle()
    bell.opened[0]?.end()
    await bell.settle()
    expect(bell.pauses.at(-1)).toBe(1000)
    await bell.finish()
  })

  it('reconnects after silence; a heartbeat prevents that', async () => {
    const bell = startListening()
    await bell.settle()
    for (let n = 0; n < 4; n += 1) {
      await vi.advanceTimersByTimeAsync(STREAM_BEAT_MS)
      bell.opened[0]?.send(': beat\n\n')
      await bell.settle()
    }
    expect(bell.pauses).toEqual([])
    await vi.advanceTimersByTimeAsync(3 * STREAM_BEAT_MS)
    expect(bell.pauses).toHaveLength(1)
    await bell.finish()
  })

  it('reconnects with a new token after a 401', async () => {
    const bell = startListening(401)
    await bell.settle()
    expect(bell.renew).toHaveBeenCalledTimes(1)
    bell.answer(200)
    await bell.retry()
    expect(bell.opened).toHaveLength(1)
    await bell.finish()
  })

  it.each([
    ['the person has too many streams', 200],
    ['the person may not listen', 403],
  ])('waits long when %s', async (_what, status) => {
    const bell = startListening(status)
    await bell.settle()
    bell.opened[0]?.send('event: busy\ndata: {}\n\n')
    bell.opened[0]?.end()
    await bell.settle()
    expect(bell.pauses).toEqual([300_000])
    await bell.finish()
  })

  it('ignores invalid events', async () => {
    const bell = startListening()
    await bell.settle()
    bell.opened[0]?.send('event: notification\ndata: {"unread":"many"}\n\nevent: state\ndata: no json\n\n')
    await bell.settle()
    expect(bell.events).toEqual([])
    await bell.finish()
  })
})
