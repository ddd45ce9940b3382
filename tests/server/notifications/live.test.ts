/** New comments reach who reads their thread at once: on the bell's stream, at a cost that does not grow with readers. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Comment, Thread } from '#contract/community/community.ts'
import { FORUM_BASE } from '#contract/community/community.ts'
import { LIVE_EVERY_MS, threadTopic, watchText } from '#contract/notifications/live.ts'
import { STREAMS_PER_PERSON } from '#contract/notifications/notifications.ts'
import { createLiveTopics, type Live } from '#server/features/notifications/live-topics.ts'
import { listenAt } from './listen.ts'
import { HOME, OTHER, startWorld, type World } from './world.ts'

/** 504 open streams instead of 24. */
const FULL = process.env['FULL'] === '1'

describe('given comments that come', () => {
  let world: World
  let address = ''
  beforeAll(async () => {
    world = await startWorld()
    address = await world.server.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => world.close())

  const forum = async <T>(
    userId: number,
    method: 'POST' | 'DELETE',
    path: string,
    body: object = {},
    clientId = HOME,
  ) => {
    const answer = await world.server.app.inject({
      method,
      url: `${FORUM_BASE.replace('{clientId}', String(clientId))}${path}`,
      headers: { authorization: `Bearer ${userId}` },
      payload: body,
    })
    if (answer.statusCode >= 300) throw new Error(`${answer.statusCode} ${answer.body}`)
    return (answer.body === '' ? undefined : answer.json()) as T
  }
  let made = 0
  const aMember = () => world.addMember(`Member ${(made += 1)}`)
  const aThread = (userId: number, clientId = HOME) => {
    made += 1
    const body = { title: `Thread ${made}`, body: `<p>${made}</p>`, tags: [] }
    return forum<Thread>(userId, 'POST', '/threads/', body, clientId)
  }
  const aComment = (userId: number, threadId: number, parent: number | null = null, clientId = HOME) => {
    made += 1
    const body = { body: `<p>Words ${made}</p>`, parent }
    return forum<Comment>(userId, 'POST', `/threads/${threadId}/comments/`, body, clientId)
  }
  const watching = (threadId: number, since = 0) => watchText([{ topic: threadTopic(threadId), since }])
  type Bell = Awaited<ReturnType<typeof listenAt>>
  const liveOf = (bell: Bell) => bell.heard.flatMap(({ name, data }) => (name === 'live' ? [data] : []))
  const cameTo = (bell: Bell) => liveOf(bell).flatMap(({ came }) => came ?? [])
  const opened = async (userId: number, watch: string, clientId = HOME) => {
    const bell = await listenAt(address, userId, { watch, clientId })
    await bell.until(() => bell.heard.length >= 2)
    return bell
  }
  const leave = (bells: readonly Bell[]) => Promise.all(bells.map((bell) => bell.leave()))
  /** Comes after whatever else was on its way to this bell. */
  const marker = async (bell: Bell, userId: number, clientId = HOME) => {
    made += 1
    const title = `marker ${made}`
    await world.server.core.db.withTenant(clientId, (db) =>
      world.tell.notify(db, clientId, {
        userIds: [userId],
        kind: 'mention',
        params: { who: 'x', title },
        link: '/community',
        dedupeKey: title,
      }),
    )
    await bell.until(() => bell.titles().includes(title))
  }

  it('when others read the thread, then they hear of it at once, who muted it too; who wrote it, who reads another and another tenant do not', async () => {
    const [asha, ben, muted] = await Promise.all([0, 1, 2].map(aMember))
    const stranger = await world.addMember('Sia', { clientId: OTHER })
    const thread = await aThread(asha as number)
    const other = await aThread(asha as number)
    await forum(muted as number, 'POST', `/threads/${thread.id}/follow/`, { following: false })
    const of = watching(thread.id)
    const [author, reader, silent, elsewhere, foreign] = await Promise.all([
      opened(ben as number, of),
      opened(asha as number, of),
      opened(muted as number, of),
      opened(asha as number, watching(other.id)),
      opened(stranger, of, OTHER),
    ])
    const comment = await aComment(ben as number, thread.id)
    await Promise.all([reader, silent].map((bell) => bell?.until(() => cameTo(bell).includes(comment.id))))
    expect(liveOf(reader as Bell).at(-1)).toEqual({
      topic: `thread:${thread.id}`,
      whole: false,
      came: [comment.id],
      gone: [],
    })
    // The bell itself keeps silent for who muted: the page that is read is another thing.
    await marker(silent as Bell, muted as number)
    expect(silent?.titles()).toEqual([`marker ${made}`])

    // The same thread's number in the other tenant is another thread.
    const theirs = await aThread(stranger, OTHER)
    const outsider = await world.addMember('Tom', { clientId: OTHER })
    const them = await opened(outsider, watching(theirs.id), OTHER)
    const foreignComment = await aComment(stranger, theirs.id, null, OTHER)
    await them.until(() => cameTo(them).includes(foreignComment.id))
    await marker(author as Bell, ben as number)
    await marker(elsewhere as Bell, asha as number)
    await marker(foreign as Bell, stranger, OTHER)
    expect([author, elsewhere, foreign].map((bell) => cameTo(bell as Bell))).toEqual([[], [], []])
    await leave([author, reader, silent, elsewhere, foreign, them].map((bell) => bell as Bell))
  })

  it('when the stream opens late, then all that came meanwhile is told first: of others, still there, newer than what was seen', async () => {
    const [asha, ben] = await Promise.all([0, 1].map(aMember))
    const [me, you] = [asha as number, ben as number]
    const thread = await aThread(me)
    const seen = await aComment(you, thread.id)
    const [reply, own, deleted] = [
      await aComment(you, thread.id, seen.id),
      await aComment(me, thread.id),
      await aComment(you, thread.id),
    ]
    await forum(you, 'DELETE', `/comments/${deleted.id}/`)
    const last = await aComment(you, thread.id)
    const bell = await opened(me, watching(thread.id, seen.id))
    expect(liveOf(bell)).toEqual([
      { topic: `thread:${thread.id}`, whole: true, came: [last.id, reply.id], gone: [] },
    ])
    // The control: from the beginning it is one more, and mine never is.
    const fromStart = await opened(me, watching(thread.id))
    expect(cameTo(fromStart)).toEqual([last.id, reply.id, seen.id])
    expect(cameTo(fromStart)).not.toContain(own.id)
    await leave([bell, fromStart])
  })

  it('when one is deleted and brought back, then it goes and comes again', async () => {
    const [asha, ben] = await Promise.all([0, 1].map(aMember))
    const [me, you] = [asha as number, ben as number]
    const thread = await aThread(me)
    const bell = await opened(me, watching(thread.id))
    const comment = await aComment(you, thread.id)
    await bell.until(() => cameTo(bell).includes(comment.id))
    await forum(you, 'DELETE', `/comments/${comment.id}/`)
    await bell.until(() => liveOf(bell).some(({ gone }) => gone?.includes(comment.id)))
    await forum(you, 'POST', `/comments/${comment.id}/restore/`)
    await bell.until(() => cameTo(bell).length === 2)
    expect(cameTo(bell)).toEqual([comment.id, comment.id])
    await bell.leave()
  })

  it(
    'when many read the thread, then the database is asked no more than when nobody does',
    async () => {
      const { db } = world.server.core
      const people = FULL ? 84 : 4
      const writer = await world.addMember('Wim')
      const thread = await aThread(writer)
      const asked = async () => {
        const spies = [vi.spyOn(db, 'withTenant'), vi.spyOn(db, 'read')]
        const comment = await aComment(writer, thread.id)
        await Promise.all(bells.map((bell) => bell.until(() => cameTo(bell).includes(comment.id))))
        const calls = spies.map((spy) => spy.mock.calls.length)
        for (const spy of spies) spy.mockRestore()
        return calls
      }
      const bells: Bell[] = []
      const alone = await asked()
      const readers = await Promise.all(
        Array.from({ length: people }, (_, n) => world.addMember(`Reader ${n}`)),
      )
      for (const reader of readers)
        for (let n = 0; n < STREAMS_PER_PERSON; n += 1) bells.push(await opened(reader, watching(thread.id)))
      expect(bells).toHaveLength(people * STREAMS_PER_PERSON)
      expect(await asked()).toEqual(alone)
      expect(alone[0]).toBeGreaterThan(0)
      await leave(bells)
    },
    FULL ? 300_000 : 60_000,
  )
})

describe('given a busy thread with 500 readers', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const READERS = 500
  const news = (by: number, came: number[], gone: number[] = []): Live => ({
    kind: 'live',
    clientId: 7,
    topic: 'thread:5',
    by,
    came,
    gone,
  })
  const aCrowd = () => {
    const live = createLiveTopics()
    const heard = Array.from({ length: READERS }, () => [] as string[])
    const readers = heard.map((texts, n) => ({
      clientId: 7,
      userId: n + 1,
      write: (text: string) => void texts.push(text),
    }))
    for (const reader of readers) live.join(reader, ['thread:5'])
    return { live, heard, readers }
  }
  const idsIn = (texts: readonly string[], field: 'came' | 'gone') =>
    texts.flatMap((text) => (JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '{}') as Live)[field])

  it('when comments come all the time, then the first is told at once and each reader gets one line a second, none lost', async () => {
    const { live, heard } = aCrowd()
    live.hear(news(9000, [1]))
    expect(heard.every((texts) => texts.length === 1)).toBe(true)
    for (let id = 2; id <= 200; id += 1) {
      live.hear(news(9000, [id]))
      await vi.advanceTimersByTimeAsync(50)
    }
    await vi.advanceTimersByTimeAsync(LIVE_EVERY_MS)
    const most = Math.max(...heard.map((texts) => texts.length))
    expect(most).toBeLessThanOrEqual(1 + Math.ceil((200 * 50) / LIVE_EVERY_MS))
    expect(idsIn(heard[0] ?? [], 'came')).toEqual(Array.from({ length: 200 }, (_, n) => n + 1))
  })

  it('when some of them write, then each hears of the others’ and not of their own; what went and came back came', async () => {
    const { live, heard } = aCrowd()
    live.hear(news(9000, [1]))
    live.hear(news(1, [2]))
    live.hear(news(2, [3]))
    live.hear(news(9000, [], [1]))
    live.hear(news(9000, [4]))
    live.hear(news(9000, [], [4]))
    live.hear(news(9000, [4]))
    await vi.advanceTimersByTimeAsync(LIVE_EVERY_MS)
    const ofReader = (n: number) => {
      const texts = heard[n - 1]?.slice(1) ?? []
      return [idsIn(texts, 'came'), idsIn(texts, 'gone')]
    }
    expect([ofReader(1), ofReader(2), ofReader(3)]).toEqual([
      [[3, 4], [1]],
      [[2, 4], [1]],
      [[2, 3, 4], [1]],
    ])
  })

  it('when all have left, then nothing is kept of it', async () => {
    const { live, heard, readers } = aCrowd()
    for (const reader of readers) live.leave(reader, ['thread:5'])
    live.hear(news(9000, [1]))
    await vi.advanceTimersByTimeAsync(2 * LIVE_EVERY_MS)
    expect([live.size(), heard.flat()]).toEqual([0, []])
  })
})
