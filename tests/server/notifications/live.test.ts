/**
 * New comments reach readers of their thread at once, at a cost that does not grow with the number of readers.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Comment, Thread } from '#contract/community/community.ts'
import { FORUM_BASE } from '#contract/community/community.ts'
import { LIVE_EVERY_MS, threadTopic, watchText } from '#contract/notifications/live.ts'
import { createLiveTopics, type LiveChange } from '#server/features/notifications/live-topics.ts'
import { listenAt } from './stream-client.ts'
import { HOME, OTHER, startWorld, type World } from './world.ts'

/** 504 open streams instead of 24. */
const FULL = process.env['FULL'] === '1'

describe('live comments', () => {
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
    const response = await world.server.app.inject({
      method,
      url: `${FORUM_BASE.replace('{clientId}', String(clientId))}${path}`,
      headers: { authorization: `Bearer ${userId}` },
      payload: body,
    })
    if (response.statusCode >= 300) throw new Error(`${response.statusCode} ${response.body}`)
    return (response.body === '' ? undefined : response.json()) as T
  }
  let created = 0
  const addMember = () => world.addMember(`Member ${(created += 1)}`)
  const addThread = (userId: number, clientId = HOME) => {
    created += 1
    const body = { title: `Thread ${created}`, body: `<p>${created}</p>`, tags: [] }
    return forum<Thread>(userId, 'POST', '/threads/', body, clientId)
  }
  const addComment = (userId: number, threadId: number, parent: number | null = null, clientId = HOME) => {
    created += 1
    const body = { body: `<p>Words ${created}</p>`, parent }
    return forum<Comment>(userId, 'POST', `/threads/${threadId}/comments/`, body, clientId)
  }
  const watching = (threadId: number, since = 0) => watchText([{ topic: threadTopic(threadId), since }])
  type Stream = Awaited<ReturnType<typeof listenAt>>
  const liveOf = (bell: Stream) => bell.heard.flatMap(({ name, data }) => (name === 'live' ? [data] : []))
  const cameTo = (bell: Stream) => liveOf(bell).flatMap(({ came }) => came ?? [])
  const openStream = async (userId: number, watch: string, clientId = HOME) => {
    const bell = await listenAt(address, userId, { watch, clientId })
    await bell.until(() => bell.heard.length >= 2)
    return bell
  }
  const leaveAll = (bells: readonly Stream[]) => Promise.all(bells.map((bell) => bell.leave()))
  /** Arrives after everything else that was on its way to this stream. */
  const awaitMarker = async (bell: Stream, userId: number, clientId = HOME) => {
    created += 1
    const title = `marker ${created}`
    await world.server.core.db.withTenant(clientId, (db) =>
      world.notifier.notify(db, clientId, {
        userIds: [userId],
        kind: 'mention',
        params: { who: 'x', title },
        link: '/community',
        dedupeKey: title,
      }),
    )
    await bell.until(() => bell.titles().includes(title))
  }

  it('reaches all readers of the thread, even who muted it, but not the author', async () => {
    const [asha, ben, muted] = await Promise.all([0, 1, 2].map(addMember))
    const foreigner = await world.addMember('Sia', { clientId: OTHER })
    const thread = await addThread(asha as number)
    const other = await addThread(asha as number)
    await forum(muted as number, 'POST', `/threads/${thread.id}/follow/`, { following: false })
    const watch = watching(thread.id)
    const [authorStream, readerStream, mutedStream, otherStream, foreignStream] = await Promise.all([
      openStream(ben as number, watch),
      openStream(asha as number, watch),
      openStream(muted as number, watch),
      openStream(asha as number, watching(other.id)),
      openStream(foreigner, watch, OTHER),
    ])
    const comment = await addComment(ben as number, thread.id)
    await Promise.all(
      [readerStream, mutedStream].map((bell) => bell?.until(() => cameTo(bell).includes(comment.id))),
    )
    expect(liveOf(readerStream as Stream).at(-1)).toEqual({
      topic: `thread:${thread.id}`,
      whole: false,
      came: [comment.id],
      gone: [],
    })
    // Muting affects notifications only, not the page that is being read.
    await awaitMarker(mutedStream as Stream, muted as number)
    expect(mutedStream?.titles()).toEqual([`marker ${created}`])

    // The same thread id in the other tenant is another thread.
    const foreignThread = await addThread(foreigner, OTHER)
    const outsider = await world.addMember('Tom', { clientId: OTHER })
    const outsiderStream = await openStream(outsider, watching(foreignThread.id), OTHER)
    const foreignComment = await addComment(foreigner, foreignThread.id, null, OTHER)
    await outsiderStream.until(() => cameTo(outsiderStream).includes(foreignComment.id))
    await awaitMarker(authorStream as Stream, ben as number)
    await awaitMarker(otherStream as Stream, asha as number)
    await awaitMarker(foreignStream as Stream, foreigner, OTHER)
    expect([authorStream, otherStream, foreignStream].map((bell) => cameTo(bell as Stream))).toEqual([
      [],
      [],
      [],
    ])
    await leaveAll(
      [authorStream, readerStream, mutedStream, otherStream, foreignStream, outsiderStream].map(
        (bell) => bell as Stream,
      ),
    )
  })

  it('includes on opening the comments of others since the last seen one', async () => {
    const [asha, ben] = await Promise.all([0, 1].map(addMember))
    const [reader, writer] = [asha as number, ben as number]
    const thread = await addThread(reader)
    const seen = await addComment(writer, thread.id)
    const [reply, ownComment, deleted] = [
      await addComment(writer, thread.id, seen.id),
      await addComment(reader, thread.id),
      await addComment(writer, thread.id),
    ]
    await forum(writer, 'DELETE', `/comments/${deleted.id}/`)
    const newest = await addComment(writer, thread.id)
    const bell = await openStream(reader, watching(thread.id, seen.id))
    // The change feed may announce the newest changes once more after this first event.
    expect(liveOf(bell)[0]).toEqual({
      topic: `thread:${thread.id}`,
      whole: true,
      came: [newest.id, reply.id],
      gone: [],
    })
    // Control: from the beginning there is one more, and own comments are never included.
    const fromStart = await openStream(reader, watching(thread.id))
    expect(liveOf(fromStart)[0]?.came).toEqual([newest.id, reply.id, seen.id])
    expect(cameTo(fromStart)).not.toContain(ownComment.id)
    await leaveAll([bell, fromStart])
  })

  it('announces a deleted comment and its restoration', async () => {
    const [asha, ben] = await Promise.all([0, 1].map(addMember))
    const [reader, writer] = [asha as number, ben as number]
    const thread = await addThread(reader)
    const bell = await openStream(reader, watching(thread.id))
    const comment = await addComment(writer, thread.id)
    await bell.until(() => cameTo(bell).includes(comment.id))
    await forum(writer, 'DELETE', `/comments/${comment.id}/`)
    await bell.until(() => liveOf(bell).some(({ gone }) => gone?.includes(comment.id)))
    await forum(writer, 'POST', `/comments/${comment.id}/restore/`)
    await bell.until(() => cameTo(bell).length === 2)
    expect(cameTo(bell)).toEqual([comment.id, comment.id])
    await bell.leave()
  })

  it(
    'costs the database the same for many readers as for none',
    async () => {
      const { db } = world.server.core
      const people = FULL ? 84 : 4
      const TABS_EACH = 6
      const writer = await world.addMember('Wim')
      const thread = await addThread(writer)
      const databaseCalls = async () => {
        const spies = [vi.spyOn(db, 'withTenant'), vi.spyOn(db, 'read')]
        const comment = await addComment(writer, thread.id)
        await Promise.all(bells.map((bell) => bell.until(() => cameTo(bell).includes(comment.id))))
        const calls = spies.map((spy) => spy.mock.calls.length)
        for (const spy of spies) spy.mockRestore()
        return calls
      }
      const bells: Stream[] = []
      const withoutReaders = await databaseCalls()
      const readers = await Promise.all(
        Array.from({ length: people }, (_, n) => world.addMember(`Reader ${n}`)),
      )
      for (const reader of readers)
        for (let n = 0; n < TABS_EACH; n += 1) bells.push(await openStream(reader, watching(thread.id)))
      expect(bells).toHaveLength(people * TABS_EACH)
      expect(await databaseCalls()).toEqual(withoutReaders)
      expect(withoutReaders[0]).toBeGreaterThan(0)
      await leaveAll(bells)
    },
    FULL ? 300_000 : 60_000,
  )
})

describe('a busy thread with 500 readers', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const READERS = 500
  const change = (by: number, came: number[], gone: number[] = []): LiveChange => ({
    kind: 'live',
    clientId: 7,
    topic: 'thread:5',
    by,
    came,
    gone,
  })
  const createReaders = () => {
    const live = createLiveTopics()
    const received = Array.from({ length: READERS }, () => [] as string[])
    const readers = received.map((texts, n) => ({
      clientId: 7,
      userId: n + 1,
      write: (text: string) => void texts.push(text),
    }))
    for (const reader of readers) live.join(reader, ['thread:5'])
    return { live, heard: received, readers }
  }
  const idsIn = (texts: readonly string[], field: 'came' | 'gone') =>
    texts.flatMap((text) => (JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '{}') as LiveChange)[field])

  it('sends the first comment at once and then one event a second, losing none', async () => {
    const { live, heard: received } = createReaders()
    live.publish(change(9000, [1]))
    expect(received.every((texts) => texts.length === 1)).toBe(true)
    for (let id = 2; id <= 200; id += 1) {
      live.publish(change(9000, [id]))
      await vi.advanceTimersByTimeAsync(50)
    }
    await vi.advanceTimersByTimeAsync(LIVE_EVERY_MS)
    const maxEvents = Math.max(...received.map((texts) => texts.length))
    expect(maxEvents).toBeLessThanOrEqual(1 + Math.ceil((200 * 50) / LIVE_EVERY_MS))
    expect(idsIn(received[0] ?? [], 'came')).toEqual(Array.from({ length: 200 }, (_, n) => n + 1))
  })

  it('sends each reader the comments of others and the last state of each', async () => {
    const { live, heard: received } = createReaders()
    live.publish(change(9000, [1]))
    live.publish(change(1, [2]))
    live.publish(change(2, [3]))
    live.publish(change(9000, [], [1]))
    live.publish(change(9000, [4]))
    live.publish(change(9000, [], [4]))
    live.publish(change(9000, [4]))
    await vi.advanceTimersByTimeAsync(LIVE_EVERY_MS)
    const idsOfReader = (n: number) => {
      const texts = received[n - 1]?.slice(1) ?? []
      return [idsIn(texts, 'came'), idsIn(texts, 'gone')]
    }
    expect([idsOfReader(1), idsOfReader(2), idsOfReader(3)]).toEqual([
      [[3, 4], [1]],
      [[2, 4], [1]],
      [[2, 3, 4], [1]],
    ])
  })

  it('keeps nothing when all readers have left', async () => {
    const { live, heard: received, readers } = createReaders()
    for (const reader of readers) live.leave(reader, ['thread:5'])
    live.publish(change(9000, [1]))
    await vi.advanceTimersByTimeAsync(2 * LIVE_EVERY_MS)
    expect([live.size(), received.flat()]).toEqual([0, []])
  })
})
