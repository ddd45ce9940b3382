import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseWatch, watchText, WATCHED_MAX, type LiveEvent } from '#contract/notifications/live.ts'
import { watchTopic } from '#src/core/live/topics.ts'
import { startWatching } from '#src/features/notifications/live/watching.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Channel = NonNullable<Parameters<typeof startWatching>[1]>
type Word = Parameters<NonNullable<Channel['onmessage']>>[0]['data']

/** Another tab's end of the channel, held by the test. */
const aChannel = () => {
  const said: Word[] = []
  const channel: Channel = {
    onmessage: null,
    postMessage: (word: Word) => void said.push(word),
    close: () => undefined,
  }
  return { channel, said, hear: (data: Word) => channel.onmessage?.({ data } as MessageEvent<Word>) }
}
const gathered = () => vi.advanceTimersByTimeAsync(200)
const came = (topic: string, ids: number[]): LiveEvent => ({ topic, whole: false, came: ids, gone: [] })

describe('what a stream is asked to tell of', () => {
  it('given pages here and in another tab, when the stream opens, then it asks for all, each once and from the older look', () => {
    const other = aChannel()
    const watching = startWatching('a', other.channel)
    const here = watchTopic('thread:5', 120, () => undefined)
    other.hear({
      kind: 'watching',
      tab: 'b',
      watched: [
        { topic: 'thread:5', since: 90 },
        { topic: 'thread:7', since: 3 },
      ],
    })
    expect(watching.wanted()).toBe('thread:7@3,thread:5@90')
    other.hear({ kind: 'watching', tab: 'b', watched: [] })
    here.seen(130)
    expect(watching.wanted()).toBe('thread:5@130')
    here.stop()
    watching.stop()
  })

  it('given a stream that is open, when a page comes, then it begins anew once; when one goes, it stays', async () => {
    const watching = startWatching('a', null)
    const begin = vi.fn<() => void>()
    watching.onMore(begin)
    watching.wanted()
    await gathered()
    expect(begin).not.toHaveBeenCalled()
    const pages = [watchTopic('thread:5', 0, () => undefined), watchTopic('thread:6', 0, () => undefined)]
    await gathered()
    expect(begin).toHaveBeenCalledTimes(1)
    expect(watching.wanted()).toBe('thread:5@0,thread:6@0')
    for (const page of pages) page.stop()
    await gathered()
    expect(begin).toHaveBeenCalledTimes(1)
    watching.stop()
  })

  it('given a page that was there before its tab could say so, when the tab joins, then the others hear of it', () => {
    const here = watchTopic('thread:5', 8, () => undefined)
    const other = aChannel()
    const watching = startWatching('b', other.channel)
    expect(other.said).toEqual([{ kind: 'watching', tab: 'b', watched: [{ topic: 'thread:5', since: 8 }] }])
    here.stop()
    watching.stop()
  })

  it('given a listening tab, when it asks who watches and tells what it heard, then the others answer and hear it', () => {
    const other = aChannel()
    const watching = startWatching('a', other.channel)
    const heard: LiveEvent[] = []
    const here = watchTopic('thread:5', 8, (event) => heard.push(event))
    other.said.length = 0
    other.hear({ kind: 'who' })
    expect(other.said).toEqual([{ kind: 'watching', tab: 'a', watched: [{ topic: 'thread:5', since: 8 }] }])
    other.hear({ kind: 'live', event: came('thread:5', [9]) })
    other.hear({ kind: 'live', event: came('thread:6', [10]) })
    expect(heard).toEqual([came('thread:5', [9])])
    watching.hear(came('thread:5', [11]))
    expect(heard).toHaveLength(2)
    expect(other.said.at(-1)).toEqual({ kind: 'live', event: came('thread:5', [11]) })
    here.stop()
    watching.stop()
    expect(other.said.at(-1)).toEqual({ kind: 'watching', tab: 'a', watched: [] })
  })

  it('given a page, when the stream told all, lives and falls silent, then it is relied on only while it lives', async () => {
    const watching = startWatching('a', null)
    const here = watchTopic('thread:5', 0, () => undefined)
    watching.lives()
    expect(here.isHeard()).toBe(false)
    watching.hear({ ...came('thread:5', []), whole: true })
    expect(here.isHeard()).toBe(true)
    await vi.advanceTimersByTimeAsync(40_000)
    watching.lives()
    await vi.advanceTimersByTimeAsync(40_000)
    expect(here.isHeard()).toBe(true)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(here.isHeard()).toBe(false)
    here.stop()
    watching.stop()
  })

  it('given the address of a stream, when read, then what is no topic of ours is left out and the number is bounded', () => {
    const many = Array.from({ length: WATCHED_MAX + 3 }, (_, n) => ({ topic: `thread:${n + 1}`, since: n }))
    expect(parseWatch(watchText(many))).toEqual(many.slice(-WATCHED_MAX))
    expect(parseWatch('')).toEqual([])
    expect(
      parseWatch('thread:0@1,course:5@1,thread:5,thread:5@-1,thread:5@x,thread:5@12345678901,thread:5@1'),
    ).toEqual([{ topic: 'thread:5', since: 1 }])
  })
})
