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

let events = 0
const mention = (userIds: number[], overrides: Partial<Told> = {}): Told => ({
  userIds,
  kind: 'mention',
  params: { who: 'Vikram', title: 'Loops' },
  link: '/community/thread/5',
  dedupeKey: `occasion:${(events += 1)}`,
  ...overrides,
})
const notify = (input: Told, clientId = HOME) =>
  world.server.core.db.withTenant(clientId, (db) => world.notifier.notify(db, clientId, input))

const readList = async (userId: number, search = '', clientId = HOME) =>
  (await world.call(userId, listNotifications, undefined, { clientId, search })).json<{
    count: number
    next: string | null
    results: Notification[]
  }>()
const readUnread = async (userId: number) =>
  (await world.call(userId, getUnread)).json<{ unread: number; latest_id: number }>()
const readAll = async (userId: number) =>
  world.call(userId, readNotifications, { up_to: (await readUnread(userId)).latest_id || 1 })

describe('notifications', () => {
  it('reaches each recipient once and unread, and nobody else', async () => {
    const meera = await world.addMember('Meera')
    await notify(mention([meera, vikram, meera]))

    const { results } = await readList(meera)
    expect(results).toMatchObject([
      {
        kind: 'mention',
        params: { who: 'Vikram', title: 'Loops' },
        link: '/community/thread/5',
        read_at: null,
      },
    ])
    expect((await readList(vikram)).count).toBe(1)
    expect((await readList(asha)).count).toBe(0)
  })

  it('appears once for 100 simultaneous calls with one key', async () => {
    const noor = await world.addMember('Noor')
    const repeated = mention([noor])
    await Promise.all(Array.from({ length: 100 }, () => notify(repeated)))
    expect((await readList(noor)).count).toBe(1)
    // Control: it is the key that merges them.
    await Promise.all(Array.from({ length: 5 }, () => notify(mention([noor]))))
    expect((await readList(noor)).count).toBe(6)
  })

  it('disappears with a transaction that is rolled back', async () => {
    const lena = await world.addMember('Lena')
    await expect(
      world.server.core.db.withTenant(HOME, async (db) => {
        await world.notifier.notify(db, HOME, mention([lena]))
        throw new Error('rolled back on purpose')
      }),
    ).rejects.toThrow('rolled back on purpose')
    expect((await readList(lena)).count).toBe(0)
  })

  it('stays within its tenant', async () => {
    await notify(mention([stranger]))
    expect((await readList(stranger, '', OTHER)).count).toBe(0)
    await notify(mention([stranger]), OTHER)
    const { results } = await readList(stranger, '', OTHER)
    expect(results).toHaveLength(1)
    // With an id of another tenant this has no effect.
    await world.call(asha, readNotifications, { ids: [results[0]?.id ?? 0] })
    expect((await readList(stranger, '', OTHER)).results[0]?.read_at).toBeNull()
  })

  it('disappears when withdrawn and returns when restored', async () => {
    const omar = await world.addMember('Omar')
    const event = mention([omar])
    await notify(event)
    const withdraw = (withdrawn: boolean) =>
      world.server.core.db.withTenant(HOME, (db) =>
        world.notifier.withdraw(db, HOME, { dedupeKeys: [event.dedupeKey], withdrawn }),
      )
    await withdraw(true)
    expect(await readUnread(omar)).toMatchObject({ unread: 0, latest_id: 0 })
    await withdraw(false)
    expect((await readUnread(omar)).unread).toBe(1)
  })
})

describe('reading', () => {
  it('updates the count for one and for all, and changes nothing when repeated', async () => {
    const ravi = await world.addMember('Ravi')
    for (let n = 0; n < 5; n += 1) await notify(mention([ravi]))
    const { results } = await readList(ravi)
    const response = await world.call(ravi, readNotifications, { ids: [results[2]?.id] })
    expect(response.json<{ unread: number }>().unread).toBe(4)
    expect((await readList(ravi, '?unread=true')).count).toBe(4)
    await readAll(ravi)
    const readTimes = (await readList(ravi)).results.map(({ read_at: at }) => at)
    world.clock.advance(60_000)
    await readAll(ravi)
    expect((await readList(ravi)).results.map(({ read_at: at }) => at)).toEqual(readTimes)
    expect((await readUnread(ravi)).unread).toBe(0)
  })

  it('keeps pages stable while new notifications arrive', async () => {
    const sana = await world.addMember('Sana')
    for (let n = 0; n < 4; n += 1) await notify(mention([sana]))
    const first = await readList(sana, '?page_size=2')
    const before = (first.results[0]?.id ?? 0) + 1
    await notify(mention([sana]))
    const second = await readList(sana, `?page_size=2&page=2&before=${before}`)
    const ids = [...first.results, ...second.results].map(({ id }) => id)
    expect(new Set(ids).size).toBe(4)
    // Control: without `before` the second page repeats a row of the first.
    const shifted = await readList(sana, '?page_size=2&page=2')
    expect(shifted.results[0]?.id).toBe(first.results[1]?.id)
  })
})

describe('settings', () => {
  it('has a default for every kind and changes only the chosen one', async () => {
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

    await notify(mention([tara]))
    await notify(mention([tara], { kind: 'reply' }))
    expect((await readList(tara)).results.map(({ kind }) => kind)).toEqual(['reply'])
  })

  it('names only people who want mails when the caller writes its own mail', async () => {
    const uma = await world.addMember('Uma')
    const zoya = await world.addMember('Zoya')
    await world.call(uma, setPreferences, {
      kinds: [{ kind: 'seat_offered', channel: 'email', on: false }],
    })
    const event = mention([uma, zoya], { kind: 'seat_offered', ownMail: true })
    expect(await notify(event)).toEqual({ mailTo: [zoya] })
    world.clock.advance(600_000)
    const mails = await world.server.db.asSuperuser(
      `select 1 from notification where user_id = $1 and mail_at is not null`,
      [zoya],
    )
    expect(mails).toHaveLength(0)
  })

  it('rejects quiet hours without length', async () => {
    const response = await world.call(asha, setPreferences, { quiet: { from: 60, to: 60 } })
    expect(response.status).toBe(422)
  })
})
