import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  getUnread,
  listNotifications,
  readNotifications,
  setPreferences,
  getPreferences,
  type Notification,
  type Preferences,
} from '#contract/notifications/notifications.ts'
import type { Told } from '#server/core/notifier.ts'
import { HOME, OTHER, startWorld, type World } from './world.ts'

let world: World
let asha = 0
let vikram = 0
let stranger = 0
beforeAll(async () => {
  world = await startWorld()
  asha = await world.addMember('Asha')
  vikram = await world.addMember('Vikram')
  stranger = await world.addMember('Asha elsewhere', { clientId: OTHER })
})
afterAll(() => world.close())

let occasion = 0
const aMention = (userIds: number[], given: Partial<Told> = {}): Told => ({
  userIds,
  kind: 'mention',
  params: { who: 'Vikram', title: 'Loops' },
  link: '/community/thread/5',
  dedupeKey: `occasion:${(occasion += 1)}`,
  ...given,
})
const tell = (told: Told, clientId = HOME) =>
  world.server.core.db.withTenant(clientId, (db) => world.tell.notify(db, clientId, told))

const listOf = async (userId: number, search = '', clientId = HOME) =>
  (await world.call(userId, listNotifications, undefined, { clientId, search })).json<{
    count: number
    next: string | null
    results: Notification[]
  }>()
const unreadOf = async (userId: number) =>
  (await world.call(userId, getUnread)).json<{ unread: number; latest_id: number }>()
const readAll = async (userId: number) =>
  world.call(userId, readNotifications, { up_to: (await unreadOf(userId)).latest_id || 1 })

describe('being told', () => {
  it('given an occasion, when two are told, then both have it once and unread; the teller has nothing', async () => {
    const meera = await world.addMember('Meera')
    await tell(aMention([meera, vikram, meera]))

    const { results } = await listOf(meera)
    expect(results).toMatchObject([
      {
        kind: 'mention',
        params: { who: 'Vikram', title: 'Loops' },
        link: '/community/thread/5',
        read_at: null,
      },
    ])
    expect((await listOf(vikram)).count).toBe(1)
    expect((await listOf(asha)).count).toBe(0)
  })

  it('given one occasion announced 100 times at once, when read, then it stands there once; two keys stand twice', async () => {
    const noor = await world.addMember('Noor')
    const same = aMention([noor])
    await Promise.all(Array.from({ length: 100 }, () => tell(same)))
    expect((await listOf(noor)).count).toBe(1)
    // The control: it is the key that holds them together.
    await Promise.all(Array.from({ length: 5 }, () => tell(aMention([noor]))))
    expect((await listOf(noor)).count).toBe(6)
  })

  it('given a transaction that is rolled back, when read, then nobody was told', async () => {
    const lena = await world.addMember('Lena')
    await expect(
      world.server.core.db.withTenant(HOME, async (db) => {
        await world.tell.notify(db, HOME, aMention([lena]))
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect((await listOf(lena)).count).toBe(0)
  })

  it('given another tenant’s person, when told or read, then the wall holds both ways', async () => {
    await tell(aMention([stranger]))
    expect((await listOf(stranger, '', OTHER)).count).toBe(0)
    await tell(aMention([stranger]), OTHER)
    const { results } = await listOf(stranger, '', OTHER)
    expect(results).toHaveLength(1)
    // The same id read as somebody of this tenant is nothing here.
    await world.call(asha, readNotifications, { ids: [results[0]?.id ?? 0] })
    expect((await listOf(stranger, '', OTHER)).results[0]?.read_at).toBeNull()
  })

  it('given what it was about is gone and comes back, when read, then the bell follows', async () => {
    const omar = await world.addMember('Omar')
    const told = aMention([omar])
    await tell(told)
    const withdraw = (withdrawn: boolean) =>
      world.server.core.db.withTenant(HOME, (db) =>
        world.tell.withdraw(db, HOME, { dedupeKeys: [told.dedupeKey], withdrawn }),
      )
    await withdraw(true)
    expect(await unreadOf(omar)).toMatchObject({ unread: 0, latest_id: 0 })
    await withdraw(false)
    expect((await unreadOf(omar)).unread).toBe(1)
  })
})

describe('reading', () => {
  it('given five, when one and then all are read, then the count follows, and twice changes nothing', async () => {
    const ravi = await world.addMember('Ravi')
    for (let n = 0; n < 5; n += 1) await tell(aMention([ravi]))
    const { results } = await listOf(ravi)
    const one = await world.call(ravi, readNotifications, { ids: [results[2]?.id] })
    expect(one.json<{ unread: number }>().unread).toBe(4)
    expect((await listOf(ravi, '?unread=true')).count).toBe(4)
    await readAll(ravi)
    const first = (await listOf(ravi)).results.map(({ read_at: at }) => at)
    world.clock.advance(60_000)
    await readAll(ravi)
    expect((await listOf(ravi)).results.map(({ read_at: at }) => at)).toEqual(first)
    expect((await unreadOf(ravi)).unread).toBe(0)
  })

  it('given pages counted from one point, when new ones arrive, then no row moves to the next page', async () => {
    const sana = await world.addMember('Sana')
    for (let n = 0; n < 4; n += 1) await tell(aMention([sana]))
    const first = await listOf(sana, '?page_size=2')
    const before = (first.results[0]?.id ?? 0) + 1
    await tell(aMention([sana]))
    const second = await listOf(sana, `?page_size=2&page=2&before=${before}`)
    const ids = [...first.results, ...second.results].map(({ id }) => id)
    expect(new Set(ids).size).toBe(4)
    // The control: without the point the second page repeats a row of the first.
    const moved = await listOf(sana, '?page_size=2&page=2')
    expect(moved.results[0]?.id).toBe(first.results[1]?.id)
  })
})

describe('choosing', () => {
  it('given nothing chosen, when asked, then every kind is there; a switch turned holds and only that one', async () => {
    const tara = await world.addMember('Tara')
    const before = (await world.call(tara, getPreferences)).json<Preferences>()
    expect(before.kinds.find(({ kind }) => kind === 'followed')).toMatchObject({ in_app: true, email: false })
    expect(before.push_key).toMatch(/^[A-Za-z0-9_-]{87}$/)

    const after = (
      await world.call(tara, setPreferences, {
        kinds: [{ kind: 'mention', channel: 'in_app', on: false }],
        quiet: { from: 1320, to: 420 },
      })
    ).json<Preferences>()
    expect(after.quiet).toEqual({ from: 1320, to: 420 })
    expect(after.kinds.filter(({ in_app: on }) => !on).map(({ kind }) => kind)).toEqual(['mention'])

    await tell(aMention([tara]))
    await tell(aMention([tara], { kind: 'reply' }))
    expect((await listOf(tara)).results.map(({ kind }) => kind)).toEqual(['reply'])
  })

  it('given mails of the caller’s own, when told, then only who wants mails is named, and none is made here', async () => {
    const uma = await world.addMember('Uma')
    const zoya = await world.addMember('Zoya')
    await world.call(uma, setPreferences, {
      kinds: [{ kind: 'seat_offered', channel: 'email', on: false }],
    })
    const told = aMention([uma, zoya], { kind: 'seat_offered', ownMail: true })
    expect(await tell(told)).toEqual({ mailTo: [zoya] })
    world.clock.advance(600_000)
    const mails = await world.server.db.asSuperuser(
      `select 1 from notification where user_id = $1 and mail_at is not null`,
      [zoya],
    )
    expect(mails).toHaveLength(0)
  })

  it('given quiet hours without length, when saved, then they are refused', async () => {
    const answer = await world.call(asha, setPreferences, { quiet: { from: 60, to: 60 } })
    expect(answer.status).toBe(422)
  })
})
