import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseWatch, watchText, WATCHED_MAX, type LiveEvent } from '#contract/notifications/live.ts'
import { watchTopic } from '#src/core/live/topics.ts'
import { createTopicHub } from '#src/features/notifications/live/topic-hub.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Channel = NonNullable<Parameters<typeof createTopicHub>[1]>
type TabMessage = Parameters<NonNullable<Channel['onmessage']>>[0]['data']

/** The other tab's end of the channel, controlled by the test. */
const createChannel = () => {
  const sent: TabMessage[] = []
  const channel: Channel = {
    onmessage: null,
    postMessage: (message: TabMessage) => void sent.push(message),
    close: () => undefined,
  }
  return {
    channel,
    sent,
    receive: (data: TabMessage) => channel.onmessage?.({ data } as MessageEvent<TabMessage>),
  }
}
const debounced = () => vi.advanceTimersByTimeAsync(200)
const arrivals = (topic: string, ids: number[]): LiveEvent => ({ topic, whole: false, came: ids, gone: [] })

describe('createTopicHub', () => {
  it('combines the topics of all tabs, each once with the earliest position', () => {
    const otherTab = createChannel()
    const hub = createTopicHub('a', otherTab.channel)
    const topicWatch = watchTopic('thread:5', 120, () => undefined)
    otherTab.receive({
      kind: 'watching',
      tab: 'b',
      watched: [
        { topic: 'thread:5', since: 90 },
        { topic: 'thread:7', since: 3 },
      ],
    })
    expect(hub.topicsParam()).toBe('thread:7@3,thread:5@90')
    otherTab.receive({ kind: 'watching', tab: 'b', watched: [] })
    topicWatch.seen(130)
    expect(hub.topicsParam()).toBe('thread:5@130')
    topicWatch.stop()
    hub.stop()
  })

  it('reopens once for new topics, not for removed ones', async () => {
    const hub = createTopicHub('a', null)
    const reopen = vi.fn<() => void>()
    hub.onNewTopic(reopen)
    hub.topicsParam()
    await debounced()
    expect(reopen).not.toHaveBeenCalled()
    const pages = [watchTopic('thread:5', 0, () => undefined), watchTopic('thread:6', 0, () => undefined)]
    await debounced()
    expect(reopen).toHaveBeenCalledTimes(1)
    expect(hub.topicsParam()).toBe('thread:5@0,thread:6@0')
    for (const page of pages) page.stop()
    await debounced()
    expect(reopen).toHaveBeenCalledTimes(1)
    hub.stop()
  })

  it('announces topics watched before it started', () => {
    const topicWatch = watchTopic('thread:5', 8, () => undefined)
    const otherTab = createChannel()
    const hub = createTopicHub('b', otherTab.channel)
    expect(otherTab.sent).toEqual([
      { kind: 'watching', tab: 'b', watched: [{ topic: 'thread:5', since: 8 }] },
    ])
    topicWatch.stop()
    hub.stop()
  })

  it('answers a listener and forwards its events', () => {
    const otherTab = createChannel()
    const hub = createTopicHub('a', otherTab.channel)
    const received: LiveEvent[] = []
    const topicWatch = watchTopic('thread:5', 8, (event) => received.push(event))
    otherTab.sent.length = 0
    otherTab.receive({ kind: 'who' })
    expect(otherTab.sent).toEqual([
      { kind: 'watching', tab: 'a', watched: [{ topic: 'thread:5', since: 8 }] },
    ])
    otherTab.receive({ kind: 'live', event: arrivals('thread:5', [9]) })
    otherTab.receive({ kind: 'live', event: arrivals('thread:6', [10]) })
    expect(received).toEqual([arrivals('thread:5', [9])])
    hub.publish(arrivals('thread:5', [11]))
    expect(received).toHaveLength(2)
    expect(otherTab.sent.at(-1)).toEqual({ kind: 'live', event: arrivals('thread:5', [11]) })
    topicWatch.stop()
    hub.stop()
    expect(otherTab.sent.at(-1)).toEqual({ kind: 'watching', tab: 'a', watched: [] })
  })

  it('trusts the stream only while it is active', async () => {
    const hub = createTopicHub('a', null)
    const topicWatch = watchTopic('thread:5', 0, () => undefined)
    hub.publishActivity()
    expect(topicWatch.isStreamed()).toBe(false)
    hub.publish({ ...arrivals('thread:5', []), whole: true })
    expect(topicWatch.isStreamed()).toBe(true)
    await vi.advanceTimersByTimeAsync(40_000)
    hub.publishActivity()
    await vi.advanceTimersByTimeAsync(40_000)
    expect(topicWatch.isStreamed()).toBe(true)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(topicWatch.isStreamed()).toBe(false)
    topicWatch.stop()
    hub.stop()
  })

  it('limits the topics in the URL and ignores invalid ones', () => {
    const many = Array.from({ length: WATCHED_MAX + 3 }, (_, n) => ({ topic: `thread:${n + 1}`, since: n }))
    expect(parseWatch(watchText(many))).toEqual(many.slice(-WATCHED_MAX))
    expect(parseWatch('')).toEqual([])
    expect(
      parseWatch('thread:0@1,course:5@1,thread:5,thread:5@-1,thread:5@x,thread:5@12345678901,thread:5@1'),
    ).toEqual([{ topic: 'thread:5', since: 1 }])
  })
})
