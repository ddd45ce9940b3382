import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { STREAM_BEAT_MS } from '#contract/notifications/notifications.ts'
import { keepListening, type BellEvent, type StreamParts } from '#src/features/notifications/live/stream.ts'
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
const told = (id: number) =>
  `event: notification\nid: ${id}\ndata: ${JSON.stringify({ unread: id, notification: notification(id) })}\n\n`

describe('events out of text', () => {
  it('given text cut anywhere, when fed, then the same events come out', () => {
    const text = `: beat\n\n${told(1)}event: state\r\ndata: {"a":\r\ndata: 1}\r\n\r\n${told(2)}`
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

/** A server whose connections a test ends by hand. */
const aServer = (first: number) => {
  const opened: {
    lastId: string | null
    send: (text: string) => void
    end: () => void
    broken: () => void
  }[] = []
  let status = first
  const open: StreamParts['open'] = async (lastId, signal) => {
    if (status !== 200) return Promise.resolve(new Response(null, { status }))
    let controller!: ReadableStreamDefaultController<Uint8Array>
    const body = new ReadableStream<Uint8Array>({
      start: (made) => {
        controller = made
      },
    })
    signal.addEventListener('abort', () => {
      try {
        controller.error(new DOMException('left', 'AbortError'))
      } catch {
        // Over already.
      }
    })
    opened.push({
      lastId,
      send: (text) => controller.enqueue(new TextEncoder().encode(text)),
      end: () => controller.close(),
      broken: () => controller.error(new TypeError('network')),
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
const listening = (status = 200) => {
  const server = aServer(status)
  const events: BellEvent[] = []
  const pauses: number[] = []
  const stop = new AbortController()
  let goOn = () => undefined as void
  let more = () => undefined as void
  let lives = 0
  const renew = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const done = keepListening(
    {
      open: server.open,
      renewed: renew,
      onEvent: (event) => events.push(event),
      onLife: () => void (lives += 1),
      onMore: (begin) => {
        more = begin
        return () => void (more = () => undefined)
      },
      pause: (ms) => {
        pauses.push(ms)
        return new Promise<void>((resolve) => {
          goOn = resolve
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
    renew,
    settle,
    lives: () => lives,
    askForMore: async () => {
      more()
      await settle()
    },
    again: async () => {
      goOn()
      await settle()
    },
    finish: async () => {
      stop.abort()
      goOn()
      await settle()
      await done
    },
  }
}

describe('the bell’s connection', () => {
  it('given events and a broken connection, when it comes back, then it says which event it had last', async () => {
    const bell = listening()
    await bell.settle()
    expect(bell.opened[0]?.lastId).toBeNull()
    bell.opened[0]?.send(told(7))
    await bell.settle()
    expect(bell.events).toEqual([{ kind: 'told', unread: 7, notification: notification(7) }])
    bell.opened[0]?.broken()
    await bell.settle()
    await bell.again()
    expect(bell.opened[1]?.lastId).toBe('7')
    await bell.finish()
  })

  it('given a page that wants to hear of more, when it says so, then the stream begins anew at once, from where it was', async () => {
    const bell = listening()
    await bell.settle()
    bell.opened[0]?.send(told(7))
    await bell.settle()
    await bell.askForMore()
    expect(bell.pauses).toEqual([])
    expect(bell.opened.map(({ lastId }) => lastId)).toEqual([null, '7'])
    const event = { topic: 'thread:5', whole: true, came: [12], gone: [] }
    bell.opened[1]?.send(`event: live\ndata: ${JSON.stringify(event)}\n\n`)
    await bell.settle()
    expect(bell.events.at(-1)).toEqual({ kind: 'live', event })
    expect(bell.lives()).toBe(2)
    await bell.finish()
  })

  it('given a server that is away, when tried again and again, then pauses double up to a minute; an event makes them short', async () => {
    const bell = listening(503)
    await bell.settle()
    for (let n = 0; n < 8; n += 1) await bell.again()
    expect(bell.pauses.slice(0, 8)).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
    bell.answer(200)
    await bell.again()
    bell.opened[0]?.send(told(1))
    await bell.settle()
    bell.opened[0]?.end()
    await bell.settle()
    expect(bell.pauses.at(-1)).toBe(1000)
    await bell.finish()
  })

  it('given silence without signs of life, when it lasts, then the connection counts as dead; a beat keeps it', async () => {
    const bell = listening()
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

  it('given a refused token, when renewed, then it listens with the new one', async () => {
    const bell = listening(401)
    await bell.settle()
    expect(bell.renew).toHaveBeenCalledTimes(1)
    bell.answer(200)
    await bell.again()
    expect(bell.opened).toHaveLength(1)
    await bell.finish()
  })

  it.each([
    ['a person with too many bells', 200],
    ['a person who may not listen', 403],
  ])('given %s, when refused, then it does not hurry back', async (_what, status) => {
    const bell = listening(status)
    await bell.settle()
    bell.opened[0]?.send('event: busy\ndata: {}\n\n')
    bell.opened[0]?.end()
    await bell.settle()
    expect(bell.pauses).toEqual([300_000])
    await bell.finish()
  })

  it('given words that are no event of ours, when heard, then nothing happens', async () => {
    const bell = listening()
    await bell.settle()
    bell.opened[0]?.send('event: notification\ndata: {"unread":"many"}\n\nevent: state\ndata: no json\n\n')
    await bell.settle()
    expect(bell.events).toEqual([])
    await bell.finish()
  })
})
