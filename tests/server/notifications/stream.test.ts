import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathFor } from '#contract/endpoint.ts'
import {
  getUnread,
  readNotifications,
  streamNotifications,
  STREAMS_PER_PERSON,
  STREAMS_PER_SESSION,
} from '#contract/notifications/notifications.ts'
import { OVERLAP_MS } from '#server/features/notifications/streams.ts'
import { listenAt } from './stream-client.ts'
import { HOME, OTHER, startWorld, type World } from './world.ts'

let world: World
let address = ''
beforeAll(async () => {
  world = await startWorld()
  address = await world.server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => world.close())

const listen = (userId: number, options: Parameters<typeof listenAt>[2] = {}) =>
  listenAt(address, userId, options)

let events = 0
const mention = (userIds: number[], title: string) => ({
  userIds,
  kind: 'mention' as const,
  params: { who: 'Vikram', title },
  link: '/community/thread/5',
  dedupeKey: `stream:${(events += 1)}`,
})
const notify = (userId: number, title: string, clientId = HOME) =>
  world.server.core.db.withTenant(clientId, (db) =>
    world.notifier.notify(db, clientId, mention([userId], title)),
  )

describe('notification stream', () => {
  it("sends a person's notifications and reads, and nobody else's", async () => {
    const asha = await world.addMember('Asha')
    const vikram = await world.addMember('Vikram')
    const stranger = await world.addMember('Stranger', { clientId: OTHER })
    const [stream, otherStream, foreignStream] = await Promise.all([
      listen(asha),
      listen(vikram),
      listen(stranger, { clientId: OTHER }),
    ])
    expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(stream.headers.get('cache-control')).toContain('no-store')
    await stream.until(() => stream.heard.length === 1)
    expect(stream.heard[0]).toMatchObject({ name: 'state', data: { unread: 0, latest_id: 0 } })

    await notify(asha, 'Loops')
    await stream.until(() => stream.titles().length === 1)
    expect(stream.heard.at(-1)).toMatchObject({ name: 'notification', data: { unread: 1 } })
    const { latest_id: upTo } = (await world.call(asha, getUnread)).json<{ latest_id: number }>()
    await world.call(asha, readNotifications, { up_to: upTo })
    await stream.until(() => stream.heard.at(-1)?.name === 'state' && stream.heard.at(-1)?.data.unread === 0)

    // The others get one too, so that anything meant for Asha would have come before it.
    await Promise.all([notify(vikram, 'Yours'), notify(stranger, 'Theirs', OTHER)])
    await otherStream.until(() => otherStream.titles().length === 1)
    await foreignStream.until(() => foreignStream.titles().length === 1)
    expect([otherStream.titles(), foreignStream.titles()]).toEqual([['Yours'], ['Theirs']])
    await Promise.all([stream.leave(), otherStream.leave(), foreignStream.leave()])
  })

  it('loses nothing over repeated interruptions while 40 notifications are sent', async () => {
    const bela = await world.addMember('Bela')
    const titles = Array.from({ length: 40 }, (_, n) => `n${n}`)
    await notify(bela, 'before')
    const sending = (async () => {
      for (const title of titles) await notify(bela, title)
    })()
    const received = new Set<string>()
    let lastId = '1'
    const listenUntil = async (isEnough: (bell: Awaited<ReturnType<typeof listen>>) => boolean) => {
      const bell = await listen(bela, { lastId })
      await bell.until(() => isEnough(bell))
      await bell.leave()
      for (const title of bell.titles()) received.add(String(title))
      lastId = String(bell.heard.findLast(({ id }) => id !== null)?.id ?? lastId)
    }
    for (let round = 0; round < 8; round += 1) await listenUntil((bell) => bell.heard.length >= 2)
    await sending
    await listenUntil((bell) => bell.heard.some(({ name }) => name === 'state'))
    expect([...received].toSorted()).toEqual(['before', ...titles].toSorted())
    // Control: without the last event's id the past is not sent.
    const withoutId = await listen(bela)
    await withoutId.until(() => withoutId.heard.length > 0)
    expect(withoutId.titles()).toEqual([])
    await withoutId.leave()
  })

  it('sends a lower id that is committed after a higher one', async () => {
    const chitra = await world.addMember('Chitra')
    let commit = () => undefined as void
    const isReleased = new Promise<void>((resolve) => {
      commit = resolve
    })
    let markWritten = () => undefined as void
    const isWritten = new Promise<void>((resolve) => {
      markWritten = resolve
    })
    const slow = world.server.core.db.withTenant(HOME, async (db) => {
      await world.notifier.notify(db, HOME, mention([chitra], 'written first'))
      markWritten()
      await isReleased
    })
    await isWritten
    const stream = await listen(chitra)
    await notify(chitra, 'committed first')
    await stream.until(() => stream.titles().length === 1)
    const lastId = stream.heard.findLast(({ id }) => id !== null)?.id ?? 0
    await stream.leave()
    commit()
    await slow

    const resumed = await listen(chitra, { lastId: String(lastId) })
    await resumed.until(() => resumed.heard.some(({ name }) => name === 'state'))
    expect(resumed.titles()).toEqual(['written first'])
    await resumed.leave()
    // Control: by ids alone it would be lost.
    const byIdOnly = await world.server.db.asSuperuser(
      `select 1 from notification where user_id = $1 and id > $2`,
      [chitra, lastId],
    )
    expect(byIdOnly).toEqual([])
    // Long afterwards nothing is repeated.
    world.clock.advance(2 * OVERLAP_MS)
    await notify(chitra, 'much later')
    const third = await listen(chitra, { lastId: String(lastId) })
    await third.until(() => third.titles().includes('much later'))
    await third.leave()
  })

  it('closes the oldest stream of a person with too many sessions', async () => {
    const dev = await world.addMember('Dina')
    const streams: Awaited<ReturnType<typeof listen>>[] = []
    for (let n = 0; n < STREAMS_PER_PERSON; n += 1)
      streams.push(await listen(dev, { session: `phone${n % 4}` }))
    expect(streams.map((stream) => stream.ended())).not.toContain(true)
    const newest = await listen(dev, { session: 'laptop' })
    await streams[0]?.until(() => streams[0]?.ended() ?? false)
    expect(streams.slice(1).map((stream) => stream.ended())).not.toContain(true)
    await Promise.all([...streams, newest].map((bell) => bell.leave()))
  })

  it('closes the oldest stream of a session that opens too many, and no other session’s', async () => {
    const dev = await world.addMember('Dev')
    const streams = []
    const other = await listen(dev, { session: 'other' })
    for (let n = 0; n < STREAMS_PER_SESSION; n += 1) streams.push(await listen(dev))
    const [oldest, second] = streams
    expect(oldest?.ended()).toBe(false)
    const newest = await listen(dev)
    await oldest?.until(() => oldest.ended())
    expect(oldest?.heard.at(-1)?.name).toBe('busy')
    expect([second?.ended(), other.ended()]).toEqual([false, false])
    await notify(dev, 'Room')
    await newest.until(() => newest.titles().length === 1)
    await Promise.all([...streams, other, newest].map((bell) => bell.leave()))
  })

  it('ends when the session ends or the change feed is interrupted', async () => {
    const esha = await world.addMember('Esha')
    const farah = await world.addMember('Farah')
    const [revoked, other] = await Promise.all([listen(esha), listen(farah)])
    const [row] = await world.server.db.asSuperuser<{ id: string }>(
      `update user_session set revoked_at = now() where user_id = $1 returning id`,
      [esha],
    )
    await world.server.core.db.withTenant(HOME, (db) =>
      world.server.core.changes.announce(db, { kind: 'session', clientId: HOME, sessionId: row?.id ?? '' }),
    )
    await revoked.until(() => revoked.ended())
    expect(other.ended()).toBe(false)
    expect((await listen(esha)).status).toBe(401)

    await world.server.db.asSuperuser(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'lms-changes' and datname = current_database()`,
    )
    await other.until(() => other.ended())
  })

  it('returns missed events as one response to clients that cannot stream', async () => {
    const gita = await world.addMember('Gita')
    await notify(gita, 'Short')
    const response = await world.server.app.inject({
      url: pathFor(streamNotifications, { clientId: HOME }),
      headers: { authorization: `Bearer ${gita}`, 'last-event-id': '1' },
    })
    expect(response.statusCode).toBe(200)
    expect(response.body).toMatch(/event: notification\nid: \d+\ndata: \{.*"Short".*\n\nevent: state\n/)
  })
})
