import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathFor } from '#contract/endpoint.ts'
import {
  getUnread,
  readNotifications,
  streamNotifications,
  STREAMS_PER_PERSON,
} from '#contract/notifications/notifications.ts'
import { OVERLAP_MS } from '#server/features/notifications/streams.ts'
import { listenAt } from './listen.ts'
import { HOME, OTHER, startWorld, type World } from './world.ts'

let world: World
let address = ''
beforeAll(async () => {
  world = await startWorld()
  address = await world.server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => world.close())

const listen = (userId: number, of: Parameters<typeof listenAt>[2] = {}) => listenAt(address, userId, of)

let occasion = 0
const toldOf = (userIds: number[], title: string) => ({
  userIds,
  kind: 'mention' as const,
  params: { who: 'Vikram', title },
  link: '/community/thread/5',
  dedupeKey: `stream:${(occasion += 1)}`,
})
const tell = (userId: number, title: string, clientId = HOME) =>
  world.server.core.db.withTenant(clientId, (db) => world.tell.notify(db, clientId, toldOf([userId], title)))

describe('the stream', () => {
  it('given an open bell, when its person is told and reads elsewhere, then it hears both; nobody else’s does', async () => {
    const asha = await world.addMember('Asha')
    const vikram = await world.addMember('Vikram')
    const stranger = await world.addMember('Stranger', { clientId: OTHER })
    const [bell, others, elsewhere] = await Promise.all([
      listen(asha),
      listen(vikram),
      listen(stranger, { clientId: OTHER }),
    ])
    expect(bell.headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(bell.headers.get('cache-control')).toContain('no-store')
    await bell.until(() => bell.heard.length === 1)
    expect(bell.heard[0]).toMatchObject({ name: 'state', data: { unread: 0, latest_id: 0 } })

    await tell(asha, 'Loops')
    await bell.until(() => bell.titles().length === 1)
    expect(bell.heard.at(-1)).toMatchObject({ name: 'notification', data: { unread: 1 } })
    const { latest_id: upTo } = (await world.call(asha, getUnread)).json<{ latest_id: number }>()
    await world.call(asha, readNotifications, { up_to: upTo })
    await bell.until(() => bell.heard.at(-1)?.name === 'state' && bell.heard.at(-1)?.data.unread === 0)

    // The same word to the others, so that whatever was meant for Asha would have come before it.
    await Promise.all([tell(vikram, 'Yours'), tell(stranger, 'Theirs', OTHER)])
    await others.until(() => others.titles().length === 1)
    await elsewhere.until(() => elsewhere.titles().length === 1)
    expect([others.titles(), elsewhere.titles()]).toEqual([['Yours'], ['Theirs']])
    await Promise.all([bell.leave(), others.leave(), elsewhere.leave()])
  })

  it('given a connection that breaks again and again while 40 things are told, when it resumes, then none is lost', async () => {
    const bela = await world.addMember('Bela')
    const titles = Array.from({ length: 40 }, (_, n) => `n${n}`)
    await tell(bela, 'before')
    const notifier = (async () => {
      for (const title of titles) await tell(bela, title)
    })()
    const heard = new Set<string>()
    let lastId = '1'
    const hearSome = async (enough: (bell: Awaited<ReturnType<typeof listen>>) => boolean) => {
      const bell = await listen(bela, { lastId })
      await bell.until(() => enough(bell))
      await bell.leave()
      for (const title of bell.titles()) heard.add(String(title))
      lastId = String(bell.heard.findLast(({ id }) => id !== null)?.id ?? lastId)
    }
    for (let round = 0; round < 8; round += 1) await hearSome((bell) => bell.heard.length >= 2)
    await notifier
    await hearSome((bell) => bell.heard.some(({ name }) => name === 'state'))
    expect([...heard].toSorted()).toEqual(['before', ...titles].toSorted())
    // The control: it is the last event's id that brings the past; without one there is none.
    const fresh = await listen(bela)
    await fresh.until(() => fresh.heard.length > 0)
    expect(fresh.titles()).toEqual([])
    await fresh.leave()
  })

  it('given a lower id that is committed after a higher one, when the bell resumes from the higher, then it still gets it', async () => {
    const chitra = await world.addMember('Chitra')
    let finish = () => undefined as void
    const held = new Promise<void>((resolve) => {
      finish = resolve
    })
    let written = () => undefined as void
    const isWritten = new Promise<void>((resolve) => {
      written = resolve
    })
    const slow = world.server.core.db.withTenant(HOME, async (db) => {
      await world.tell.notify(db, HOME, toldOf([chitra], 'written first'))
      written()
      await held
    })
    await isWritten
    const bell = await listen(chitra)
    await tell(chitra, 'committed first')
    await bell.until(() => bell.titles().length === 1)
    const lastId = bell.heard.findLast(({ id }) => id !== null)?.id ?? 0
    await bell.leave()
    finish()
    await slow

    const again = await listen(chitra, { lastId: String(lastId) })
    await again.until(() => again.heard.some(({ name }) => name === 'state'))
    expect(again.titles()).toEqual(['written first'])
    await again.leave()
    // The control: by ids alone it would be lost.
    const after = await world.server.db.asSuperuser(
      `select 1 from notification where user_id = $1 and id > $2`,
      [chitra, lastId],
    )
    expect(after).toEqual([])
    // Long after, nothing is repeated.
    world.clock.advance(2 * OVERLAP_MS)
    await tell(chitra, 'much later')
    const third = await listen(chitra, { lastId: String(lastId) })
    await third.until(() => third.titles().includes('much later'))
    await third.leave()
  })

  it('given more bells of one person than there may be, when a further one opens, then the oldest makes room', async () => {
    const dev = await world.addMember('Dev')
    const bells = []
    for (let n = 0; n < STREAMS_PER_PERSON; n += 1) bells.push(await listen(dev))
    const [oldest, second] = bells
    expect(oldest?.ended()).toBe(false)
    const further = await listen(dev)
    await oldest?.until(() => oldest.ended())
    expect(oldest?.heard.at(-1)?.name).toBe('busy')
    expect(second?.ended()).toBe(false)
    await tell(dev, 'Room')
    await further.until(() => further.titles().length === 1)
    await Promise.all([...bells, further].map((bell) => bell.leave()))
  })

  it('given a session that ends, or a feed that is interrupted, when it happens, then the bell is let go', async () => {
    const esha = await world.addMember('Esha')
    const farah = await world.addMember('Farah')
    const [hers, others] = await Promise.all([listen(esha), listen(farah)])
    const [row] = await world.server.db.asSuperuser<{ id: string }>(
      `update user_session set revoked_at = now() where user_id = $1 returning id`,
      [esha],
    )
    await world.server.core.db.withTenant(HOME, (db) =>
      world.server.core.changes.announce(db, { kind: 'session', clientId: HOME, sessionId: row?.id ?? '' }),
    )
    await hers.until(() => hers.ended())
    expect(others.ended()).toBe(false)
    expect((await listen(esha)).status).toBe(401)

    await world.server.db.asSuperuser(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'lms-changes' and datname = current_database()`,
    )
    await others.until(() => others.ended())
  })

  it('given a caller who does not hold on, when asked, then what came since is one answer that ends', async () => {
    const gita = await world.addMember('Gita')
    await tell(gita, 'Short')
    const answer = await world.server.app.inject({
      url: pathFor(streamNotifications, { clientId: HOME }),
      headers: { authorization: `Bearer ${gita}`, 'last-event-id': '1' },
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toMatch(/event: notification\nid: \d+\ndata: \{.*"Short".*\n\nevent: state\n/)
  })
})
